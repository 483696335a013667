//! The scores that a look compares: those of the recommended and those of the starting weights, and both against each
//! of several opponents.

use serde::{Deserialize, Serialize};

use crate::baselines::Baseline;
use crate::statistics::{Effect, Estimate, Objective, ScoreReport, TwoMeans, other_side, scores};
use crate::subject::{ListedOpponent, Subject, met_by};
use crate::weights::verdict::{AS_USUAL, games_to_settle, games_to_settle_estimate};
use tune2048_engine::Score;
use tune2048_engine::game::{GameResult, GameSeed};

/// The scores of the starting weights in a look.
#[derive(Clone, Debug, PartialEq)]
pub enum StartScores {
    /// Those of games on the seeds of the recommended weights' games.
    Played(Vec<GameResult>),
    /// Those of other games, of which sums are stored.
    Stored(Baseline),
}

/// The scores of a look.
#[derive(Clone, Debug, PartialEq)]
pub struct LookScores {
    /// The games of the recommended weights.
    pub tuned: Vec<GameResult>,
    /// The scores of the starting weights.
    pub start: StartScores,
}

impl StartScores {
    /// Those of a match, in which the starting weights are the opponent and get what the others leave; margins are
    /// measured from theirs.
    pub(crate) fn mirrored(tuned: &[GameResult], has_margins: bool) -> Self {
        let mirrored = |game: &GameResult| {
            let score = if has_margins { Score::default() } else { other_side(game.score) };
            GameResult { score, ..GameResult::default() }
        };
        Self::Played(tuned.iter().map(mirrored).collect())
    }
}

impl LookScores {
    /// Returns the stored scores of the starting weights, if they did not play.
    pub fn baseline(&self) -> Option<&Baseline> {
        match &self.start {
            StartScores::Played(_) => None,
            StartScores::Stored(baseline) => Some(baseline),
        }
    }

    /// Returns the effect of the recommended over the starting weights on the objective, with an
    /// interval for one look: with the covariance of pairs, or with the error of the stored mean. Where
    /// one of both is negative, the difference stands in place of a ratio. `None` below two games, for
    /// the ratio of two zeros, or if the confidence is not between 0 and 1.
    pub fn estimate(
        &self,
        objective: Objective,
        effect: Effect,
        confidence: f64,
    ) -> Option<Estimate> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return None;
        }
        match &self.start {
            StartScores::Played(start) => {
                objective.of_pairs(effect, &self.tuned, start, confidence)
            }
            StartScores::Stored(_) => {
                let (means, effect) = self.two_means(objective, effect)?;
                means.one_look(effect, confidence)
            }
        }
    }

    /// Returns the validation games with which a look with this error probably distinguishes the
    /// two, if their means are the measured ones.
    pub fn games_to_settle(&self, objective: Objective, effect: Effect, error: f64) -> Option<u64> {
        if objective == Objective::MedianScore {
            let found = self.estimate(objective, effect, AS_USUAL)?;
            return games_to_settle_estimate(&found, self.tuned.len() as u64, error);
        }
        let (means, effect) = self.two_means(objective, effect)?;
        games_to_settle(&means, effect, error)
    }

    /// Returns the means of both, and the effect whose interval follows from them.
    fn two_means(&self, objective: Objective, effect: Effect) -> Option<(TwoMeans, Effect)> {
        match &self.start {
            StartScores::Played(start) => objective.two_means(effect, &self.tuned, start),
            // Only mean scores are stored.
            StartScores::Stored(baseline) => {
                let means = baseline.against(scores(&self.tuned).into_iter().collect())?;
                Some((means, means.definite(effect)))
            }
        }
    }

    /// Returns the statistics of the starting weights.
    pub fn start_report(&self) -> ScoreReport {
        match &self.start {
            StartScores::Played(start) => ScoreReport::of(start),
            StartScores::Stored(baseline) => baseline.report(),
        }
    }
}

/// The scores of both weights against one opponent of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgainstOpponent {
    /// The opponent.
    pub name: String,
    /// The scores of the weights.
    pub tuned: ScoreReport,
    /// The scores of the starting weights.
    pub start: ScoreReport,
}

impl AgainstOpponent {
    /// The scores of games of two sides on these seeds, by opponent; of none if there is no list of them.
    pub(crate) fn of(
        subject: &Subject,
        seeds: &[GameSeed],
        sides: [&[GameResult]; 2],
    ) -> Vec<Self> {
        let [tuned, start] = sides.map(|games| reports_by_opponent(subject, seeds, games));
        let both = tuned.into_iter().zip(start);
        both.map(|((name, tuned), (_, start))| Self { name, tuned, start }).collect()
    }
}

/// The scores of games on these seeds by opponent; of none if there is no list of them. An opponent that no game met is
/// left out.
pub fn reports_by_opponent(
    subject: &Subject,
    seeds: &[GameSeed],
    games: &[GameResult],
) -> Vec<(String, ScoreReport)> {
    let opponents = subject.opponents();
    let report = |(index, opponent): (usize, &ListedOpponent)| {
        let met = seeds.iter().zip(games);
        let met = met.filter(|(seed, _)| met_by(opponents, **seed) == index);
        let met: Vec<GameResult> = met.map(|(_, game)| *game).collect();
        (!met.is_empty()).then(|| (opponent.name.clone(), ScoreReport::of(&met)))
    };
    opponents.iter().enumerate().filter_map(report).collect()
}
