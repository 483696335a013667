//! The scores of a comparison: pairs on common seeds, or games of one side against the other.

use crate::statistics::elo::PairResults;
use crate::statistics::{TwoMeans, mean, other_side};
use crate::studies::compare::ScorePair;
use tune2048_engine::Score;

/// The scores of a comparison so far.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The scores of a and of b.
    pub scores: [Vec<f64>; 2],
    /// What b got in a match.
    pub pair_results: PairResults,
    /// Whether b plays against a for results, of which a gets what b leaves.
    pub is_match: bool,
    /// Whether b plays against a for margins: how far it is ahead.
    pub has_margins: bool,
}

impl Sample {
    /// Whether b plays against a, so that a has no games of its own.
    pub fn is_against(&self) -> bool {
        self.is_match || self.has_margins
    }

    /// What is counted with a seed: a pair of games, where b plays against a, or a game.
    pub fn unit(&self) -> &'static str {
        if self.is_against() { "pair" } else { "game" }
    }

    /// Adds the scores of the sides that play.
    pub(super) fn add(&mut self, [a, b]: ScorePair) {
        let b = b.expect("b plays");
        let a = match a {
            _ if self.is_match => other_side(b),
            _ if self.has_margins => Score::default(),
            a => a.expect("both sides play"),
        };
        self.scores[0].push(a.get());
        self.scores[1].push(b.get());
        if self.is_match {
            self.pair_results.add(b.get());
        }
    }

    /// Returns the mean scores of a and b.
    pub fn means(&self) -> [f64; 2] {
        self.scores.each_ref().map(|side| mean(side))
    }

    /// Returns the means of both with their errors, or `None` below two games.
    pub(super) fn two_means(&self) -> Option<TwoMeans> {
        let [a, b] = &self.scores;
        TwoMeans::of_pairs(a, b)
    }
}
