//! The questions that a comparison answers.

use crate::statistics::confidence_sequence::MIN_PAIRS;
use crate::statistics::elo::EloTest;
use crate::statistics::sequential_effect::{EffectTest, TestResult};
use crate::statistics::{Effect, Estimate, TwoMeans};
use crate::studies::compare::Sample;

/// A question about the effect between A and B: how the mean score of B compares with that of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Whether the effect is above or below this number, by a confidence sequence.
    Threshold(Effect, f64),
    /// Whether the effect is above or below this number, by a confidence interval after all games.
    Once(Effect, f64),
    /// Whether there is no effect or one of some size, by a probability ratio test.
    Effect(EffectTest),
    /// Which of two Elo differences a match has, by a probability ratio test.
    Elo(EloTest),
}

impl Question {
    /// Returns the answer, or `None` if more games are needed.
    pub(super) fn verdict(self, sample: &Sample) -> Option<TestResult> {
        match self {
            Self::Threshold(_, threshold) | Self::Once(_, threshold) => {
                let interval = self.estimate(sample)?.interval;
                let above = (interval.low > threshold).then_some(TestResult::Above);
                above.or((interval.high < threshold).then_some(TestResult::Below))
            }
            Self::Effect(test) => test.verdict(&sample.moments.two_means()?),
            Self::Elo(test) => test.verdict(&sample.pair_results),
        }
    }

    /// Returns how the two are compared.
    pub fn effect(self) -> Effect {
        match self {
            Self::Threshold(effect, _) | Self::Once(effect, _) => effect,
            Self::Effect(test) => test.effect,
            Self::Elo(_) => Effect::Difference,
        }
    }

    /// Returns the effect with an interval that covers the true one with a probability of 95 %:
    /// at all looks together, or at the only one of [`Self::Once`]. `None` for too few games.
    pub(super) fn estimate(self, sample: &Sample) -> Option<Estimate> {
        let effect = self.effect();
        match self.is_once() {
            true => sample.one_look(effect, 0.95),
            false => sample.moments.two_means()?.anytime(effect),
        }
    }

    /// Returns [`TwoMeans::games_to_exclude`] or [`EffectTest::games_to_settle`]; `None` if there is
    /// no other look.
    pub(super) fn games_to_settle(self, means: &TwoMeans) -> Option<u64> {
        match self {
            Self::Threshold(effect, threshold) => means.games_to_exclude(effect, threshold),
            Self::Once(..) | Self::Elo(_) => None,
            Self::Effect(test) => test.games_to_settle(means),
        }
    }

    /// Whether the only look is the one after all games.
    pub fn is_once(self) -> bool {
        matches!(self, Self::Once(..))
    }

    /// Returns the fewest games of each side that plays with an interval.
    pub fn fewest_games(self) -> u64 {
        if self.is_once() { 2 } else { MIN_PAIRS }
    }

    /// Returns the number of games at the look after the one at `games`, or at the first one after none, of at most
    /// `most_games`.
    pub(super) fn next_look(self, games: u64, most_games: u64) -> u64 {
        // Looks are cheap, but batches must be large enough to keep all threads busy. The test of Elo
        // differences needs no number to be large.
        let (fewest, parts) = match self {
            Self::Elo(_) => (10, 400),
            Self::Effect(_) => (MIN_PAIRS, 20),
            Self::Threshold(..) => (MIN_PAIRS, 10),
            Self::Once(..) => return most_games,
        };
        (games + fewest.max(games / parts)).min(most_games)
    }
}
