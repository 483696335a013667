//! The scores of a comparison: pairs on common seeds, or games of one side against a stored mean.

use crate::baselines::Baseline;
use crate::statistics::elo::PairResults;
use crate::statistics::{Effect, Estimate, Moments, PairedMoments, TwoMeans, other_side};
use crate::studies::compare::ScorePair;
use tune2048_engine::Score;

/// The number of first games that both sides play although one has a stored mean: the pilot.
pub const PILOT_PAIRS: u64 = 40;

/// Above this correlation of the pilot both sides go on playing.
const CORRELATED_ABOVE: f64 = 0.5;

/// The scores of a comparison so far.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// All games that both sides were asked to play.
    pairs: PairedMoments,
    /// The scores of a and of b in these games.
    scores: [Vec<f64>; 2],
    /// The number of those with equal scores.
    equal_pairs: u64,
    stored: Option<Stored>,
    /// What b got in a match.
    pub pair_results: PairResults,
    /// Whether b plays against a for results, of which a gets what b leaves.
    pub is_match: bool,
    /// Whether b plays against a for margins: how far it is ahead.
    pub has_margins: bool,
}

/// One side that need not play, and the other that does.
#[derive(Clone, Debug)]
struct Stored {
    known: usize,
    baseline: Baseline,
    /// The side that plays, from its own stored scores on if it has some.
    other: Moments,
    played: u64,
}

impl Stored {
    /// Returns a number of the known side and one of the other in the order of a and b.
    fn in_order<T>(&self, known: T, other: T) -> [T; 2] {
        if self.known == 0 { [known, other] } else { [other, known] }
    }
}

impl Sample {
    /// Starts a sample with what is stored of a and b. If both are stored, the one with
    /// more games need not play.
    pub(super) fn new(stored: [Option<&Baseline>; 2]) -> Self {
        let games = stored.map(|baseline| baseline.map_or(0, |baseline| baseline.games));
        let known = usize::from(games[1] > games[0]);
        let stored_side = stored[known].map(|baseline| Stored {
            known,
            baseline: baseline.clone(),
            other: stored[1 - known].map_or(Moments::default(), Baseline::moments),
            played: 0,
        });
        Self { stored: stored_side, ..Self::default() }
    }

    /// Starts a sample of games that b plays against a.
    pub(super) fn of_match(has_margins: bool) -> Self {
        Self { is_match: !has_margins, has_margins, ..Self::default() }
    }

    /// Returns whether a and b play the next game, and the number of games after which that may
    /// change.
    pub(super) fn playing(&self) -> ([bool; 2], u64) {
        match &self.stored {
            Some(stored) if stored.played < PILOT_PAIRS => ([true; 2], PILOT_PAIRS),
            _ => (self.plays(), u64::MAX),
        }
    }

    /// Whether b plays against a, so that a has no games of its own.
    pub fn is_against(&self) -> bool {
        self.is_match || self.has_margins
    }

    /// What is counted with a seed: a pair of games, where b plays against a, or a game.
    pub fn unit(&self) -> &'static str {
        if self.is_against() { "pair" } else { "game" }
    }

    /// Returns whether a and b play after the pilot.
    pub fn plays(&self) -> [bool; 2] {
        if self.is_against() {
            return [false, true];
        }
        let known = self.stored.as_ref().map(|stored| stored.known);
        [0, 1].map(|side| Some(side) != known)
    }

    /// Adds the next game of the sides that play.
    pub(super) fn add(&mut self, pair: ScorePair) {
        let (plays, _) = self.playing();
        if plays == [true; 2] || self.is_against() {
            let [a, b] = pair;
            let b = b.expect("b plays");
            let a = match a {
                _ if self.is_match => other_side(b),
                _ if self.has_margins => Score::default(),
                a => a.expect("both sides play"),
            };
            self.pairs.add(a.get(), b.get());
            self.scores[0].push(a.get());
            self.scores[1].push(b.get());
            self.equal_pairs += u64::from(a == b);
            if self.is_match {
                self.pair_results.add(b.get());
            }
        }
        let Some(stored) = &mut self.stored else { return };
        let score = pair[1 - stored.known].expect("this side plays");
        stored.other.add(score.get());
        stored.played += 1;
        if stored.played == PILOT_PAIRS && self.correlation() > Some(CORRELATED_ABOVE) {
            self.stored = None;
        }
    }

    /// Whether both sides play and have equal scores on every seed.
    pub fn is_equal_on_every_seed(&self) -> bool {
        self.stored.is_none() && self.equal_pairs == self.pairs.pairs()
    }

    /// Returns the number of games that each side that plays has played.
    pub fn games(&self) -> u64 {
        self.stored.as_ref().map_or(self.pairs.pairs(), |stored| stored.played)
    }

    /// Returns the numbers of stored games of a and b that the means include.
    pub fn stored_games(&self) -> [u64; 2] {
        let Some(stored) = &self.stored else { return [0; 2] };
        stored.in_order(stored.baseline.games, stored.other.count() - stored.played)
    }

    /// Returns the correlation of the games that both sides played; `None` if one is constant.
    pub fn correlation(&self) -> Option<f64> {
        self.pairs.correlation()
    }

    /// Returns the mean scores of a and b; 0 without games.
    pub fn means(&self) -> [f64; 2] {
        match &self.stored {
            Some(stored) => stored.in_order(stored.baseline.mean(), stored.other.mean()),
            None => self.pairs.sides().map(|side| side.mean()),
        }
    }

    /// Returns the two means with their errors, or `None` for too few games.
    pub fn two_means(&self) -> Option<TwoMeans> {
        let Some(stored) = &self.stored else { return self.pairs.two_means() };
        let means = stored.baseline.against(stored.other)?;
        Some(if stored.known == 0 { means } else { means.exchanged() })
    }

    /// Returns the effect of b over a with an interval for one look, or `None` for too few games.
    pub(super) fn one_look(&self, effect: Effect, confidence: f64) -> Option<Estimate> {
        match &self.stored {
            Some(_) => self.two_means()?.one_look(effect, confidence),
            None => effect.of_pairs(&self.scores[1], &self.scores[0], confidence),
        }
    }

    /// Returns the standard deviations of single scores of a and b, or `None` for too few games.
    pub fn standard_deviations(&self) -> Option<[f64; 2]> {
        let mut variances = self.two_means()?.variances;
        if let Some(stored) = &self.stored {
            variances[stored.known] = stored.baseline.variance();
        }
        Some(variances.map(f64::sqrt))
    }
}
