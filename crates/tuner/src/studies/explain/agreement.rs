//! How often two players choose the same move.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{self, Interval};
use crate::studies::explain::policies::MoveComparison;

/// The number of boards on which two players choose the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The boards with equal moves.
    pub same: u64,
    /// All boards.
    pub boards: u64,
}

impl Agreement {
    pub(super) fn of<'c>(comparisons: impl Iterator<Item = &'c MoveComparison>) -> Self {
        comparisons.fold(Self::default(), |sum, comparison| Self {
            same: sum.same + u64::from(comparison.agree()),
            boards: sum.boards + 1,
        })
    }

    /// Returns the share of boards with equal moves; NaN without boards.
    pub fn share(self) -> f64 {
        self.same as f64 / self.boards as f64
    }

    /// Returns Wilson's 95 % interval of the share.
    pub fn interval(self) -> Interval {
        statistics::share_interval(self.same, self.boards)
    }

    /// Whether the shares on two independent samples of boards differ
    /// significantly: the pooled z-test of two proportions at the 5 % level,
    /// with Bonferroni's correction for a number of `tests`.
    pub fn differs_from(self, other: Self, tests: usize) -> bool {
        let (n, m) = (self.boards as f64, other.boards as f64);
        let pooled = (self.same + other.same) as f64 / (n + m);
        let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
        let z = (self.share() - other.share()).abs() / error;
        let p_value = 2.0 * (1.0 - Normal::standard().cdf(z));
        p_value < 0.05 / tests as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// z = 0.2 / sqrt(0.6 · 0.4 · 2 / 100) = 2.887. A printed table of the normal
    /// distribution gives p = 0.389 %, which is less than 5 % / 12.
    #[test]
    fn differences_are_significant_or_not() {
        let half = Agreement { same: 50, boards: 100 };
        let more = Agreement { same: 70, boards: 100 };
        assert!(half.differs_from(more, 1) && more.differs_from(half, 12));
        assert!(!half.differs_from(more, 13));
        assert!(!half.differs_from(half, 1));
        // Shares of 0 or 1 and empty samples have no test statistic.
        let all = Agreement { same: 9, boards: 9 };
        assert!(!all.differs_from(all, 1));
        assert!(!all.differs_from(Agreement::default(), 1));
    }
}
