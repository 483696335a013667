//! The questions that a comparison answers.

use crate::statistics::TwoMeans;
use crate::statistics::confidence_sequence::MIN_PAIRS;
use crate::statistics::effect_test::{Effect, EffectTest};

/// A question about the ratio mean score of B / mean score of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Whether the ratio is above or below this number, by a confidence sequence.
    Threshold(f64),
    /// Whether there is no difference or one of the size of an effect, by a probability ratio test.
    Effect(EffectTest),
}

/// The answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The ratio is above the threshold; for an effect, above 1.
    Above,
    /// The ratio is below the threshold; for an effect, below 1.
    Below,
    /// There is no difference as large as the effect.
    NoDifference,
}

impl Question {
    /// Returns the answer, or `None` if more games are needed.
    pub(super) fn verdict(self, means: &TwoMeans) -> Option<Verdict> {
        match self {
            Self::Threshold(threshold) => {
                let interval = means.anytime_ratio()?.interval;
                if interval.low > threshold {
                    Some(Verdict::Above)
                } else if interval.high < threshold {
                    Some(Verdict::Below)
                } else {
                    None
                }
            }
            Self::Effect(test) => Some(match test.verdict(means)? {
                Effect::Better => Verdict::Above,
                Effect::Worse => Verdict::Below,
                Effect::None => Verdict::NoDifference,
            }),
        }
    }

    /// Returns [`TwoMeans::games_to_exclude`] or [`EffectTest::games_to_settle`].
    pub(super) fn games_to_settle(self, means: &TwoMeans) -> Option<u64> {
        match self {
            Self::Threshold(threshold) => means.games_to_exclude(threshold),
            Self::Effect(test) => test.games_to_settle(means),
        }
    }

    /// Returns the number of games to play between two looks, of which `games` precede them.
    pub(super) fn games_between_looks(self, games: u64) -> u64 {
        // Looks are cheap, but batches must be large enough to keep all threads busy.
        MIN_PAIRS.max(match self {
            Self::Threshold(_) => games / 10,
            Self::Effect(_) => games / 20,
        })
    }
}
