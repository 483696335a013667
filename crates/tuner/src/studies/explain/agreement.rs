//! How often two players choose the same move.

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
}
