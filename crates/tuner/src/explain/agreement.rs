//! How often two players play the same.

use statrs::distribution::{ContinuousCDF, Normal};

use super::policies::MoveComparison;
use crate::statistics::{self, Interval};

/// Boards on which both play the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// How many there are.
    pub same: u64,
    /// How many boards were looked at.
    pub boards: u64,
}

impl Agreement {
    pub(super) fn of<'v>(opinions: impl Iterator<Item = &'v MoveComparison>) -> Self {
        opinions.fold(Self::default(), |sum, opinions| Self {
            same: sum.same + u64::from(opinions.agree()),
            boards: sum.boards + 1,
        })
    }

    /// Their share; not a number without boards.
    pub fn share(self) -> f64 {
        self.same as f64 / self.boards as f64
    }

    /// The interval of the share, of 95 %.
    pub fn interval(self) -> Interval {
        statistics::share_interval(self.same, self.boards)
    }

    /// Whether the shares of different boards differ for certain, by the pooled
    /// test of two shares in its normal approximation, as one of so many
    /// comparisons that err together in 5 % of cases at most (Bonferroni).
    pub fn differs_from(self, other: Self, comparisons: usize) -> bool {
        let (n, m) = (self.boards as f64, other.boards as f64);
        let pooled = (self.same + other.same) as f64 / (n + m);
        let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
        let apart = (self.share() - other.share()).abs() / error;
        let chance = 2.0 * (1.0 - Normal::standard().cdf(apart));
        chance < 0.05 / comparisons as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.2 / sqrt(0.6 · 0.4 · 2 / 100) = 2.887, which chance exceeds in 0.389 %
    /// of cases by a table of the normal distribution: less than 5 % / 12.
    #[test]
    fn shares_differ_for_certain_or_not() {
        let half = Agreement {
            same: 50,
            boards: 100,
        };
        let more = Agreement {
            same: 70,
            boards: 100,
        };
        assert!(half.differs_from(more, 1) && more.differs_from(half, 12));
        assert!(!half.differs_from(more, 13));
        assert!(!half.differs_from(half, 1));
        // Nothing can be said of shares that do not vary, or of none.
        let all = Agreement { same: 9, boards: 9 };
        assert!(!all.differs_from(all, 1));
        assert!(!all.differs_from(Agreement::default(), 1));
    }
}
