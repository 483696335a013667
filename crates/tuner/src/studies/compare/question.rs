//! The questions that a comparison answers.

use crate::statistics::confidence_sequence::MIN_PAIRS;
use crate::statistics::sequential_effect::{Effect, EffectTest};
use crate::statistics::{EstimatedRatio, TwoMeans};

/// A question about the ratio mean score of B / mean score of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Whether the ratio is above or below this number, by a confidence sequence.
    Threshold(f64),
    /// Whether the ratio is above or below this number, by a confidence interval after all games.
    Once(f64),
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
            Self::Threshold(threshold) | Self::Once(threshold) => {
                let interval = self.ratio(means)?.interval;
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

    /// Returns the ratio with an interval that covers the true ratio with a probability of 95 %:
    /// at all looks together, or at the only one of [`Self::Once`]. `None` for too few games.
    pub(super) fn ratio(self, means: &TwoMeans) -> Option<EstimatedRatio> {
        match self {
            Self::Once(_) => means
                .mean_ratio_at(0.95)
                .map(|found| EstimatedRatio { ratio: found.ratio, interval: found.interval }),
            Self::Threshold(_) | Self::Effect(_) => means.anytime_ratio(),
        }
    }

    /// Returns [`TwoMeans::games_to_exclude`] or [`EffectTest::games_to_settle`]; `None` if there is
    /// no other look.
    pub(super) fn games_to_settle(self, means: &TwoMeans) -> Option<u64> {
        match self {
            Self::Threshold(threshold) => means.games_to_exclude(threshold),
            Self::Once(_) => None,
            Self::Effect(test) => test.games_to_settle(means),
        }
    }

    /// Whether the only look is the one after all games.
    pub fn is_once(self) -> bool {
        matches!(self, Self::Once(_))
    }

    /// Returns the fewest games of each side that plays with a ratio.
    pub fn fewest_games(self) -> u64 {
        if self.is_once() { 2 } else { MIN_PAIRS }
    }

    /// Returns the number of games before the first look, if there are at most `most_games`.
    pub(super) fn first_look(self, most_games: u64) -> u64 {
        if self.is_once() { most_games } else { MIN_PAIRS.min(most_games) }
    }

    /// Returns the number of games to play between two looks, of which `games` precede them.
    pub(super) fn games_between_looks(self, games: u64) -> u64 {
        // Looks are cheap, but batches must be large enough to keep all threads busy.
        MIN_PAIRS.max(match self {
            Self::Threshold(_) | Self::Once(_) => games / 10,
            Self::Effect(_) => games / 20,
        })
    }
}
