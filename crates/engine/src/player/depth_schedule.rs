//! A depth that depends on the board by numbers that can be tuned.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{MAX_DEPTH, SettingsError, in_range};
use crate::game::Board;

/// A depth of `base + per-free-cell · free cells + per-tile · distinct tiles`, rounded, and
/// kept between `at-least` and `at-most`. The rule of 2014 is a base of -2, 1 per tile and at
/// least 3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DepthSchedule {
    /// The depth before what the board adds.
    #[schemars(range(min = -64.0, max = 64.0))]
    pub base: f64,
    /// The depth that each free cell adds.
    #[serde(default)]
    #[schemars(range(min = -8.0, max = 8.0))]
    pub per_free_cell: f64,
    /// The depth that each distinct tile adds.
    #[serde(default)]
    #[schemars(range(min = -8.0, max = 8.0))]
    pub per_tile: f64,
    /// The smallest depth: 1 to 8, or with expectimax 0.
    #[serde(default = "shallowest")]
    #[schemars(range(max = MAX_DEPTH))]
    pub at_least: u8,
    /// The largest depth.
    #[serde(default = "deepest")]
    #[schemars(range(min = 1, max = MAX_DEPTH))]
    pub at_most: u8,
}

fn shallowest() -> u8 {
    1
}

fn deepest() -> u8 {
    MAX_DEPTH
}

impl Default for DepthSchedule {
    /// Depth 1 on every board.
    fn default() -> Self {
        Self {
            base: 1.0,
            per_free_cell: 0.0,
            per_tile: 0.0,
            at_least: shallowest(),
            at_most: deepest(),
        }
    }
}

impl DepthSchedule {
    /// The depth of the search from a board. The largest depth stands above the smallest.
    pub fn of(&self, board: Board) -> u32 {
        let free = self.per_free_cell * f64::from(board.empty_cells());
        let tiles = self.per_tile * f64::from(board.distinct_tiles());
        let depth = (self.base + free + tiles).round();
        let depth = depth.max(f64::from(self.at_least)).min(f64::from(self.at_most));
        depth as u32
    }

    pub(super) fn check(&self, lowest: u8) -> Result<(), SettingsError> {
        in_range("depth: base", self.base, -64.0..=64.0)?;
        in_range("depth: per-free-cell", self.per_free_cell, -8.0..=8.0)?;
        in_range("depth: per-tile", self.per_tile, -8.0..=8.0)?;
        in_range("depth: at-least", self.at_least, lowest..=MAX_DEPTH)?;
        in_range("depth: at-most", self.at_most, 1..=MAX_DEPTH)
    }
}

/// Writes for example `depth 1 to 4 by a schedule`.
impl fmt::Display for DepthSchedule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_least, at_most, .. } = self;
        write!(formatter, "depth {at_least} to {at_most} by a schedule")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(schedule: DepthSchedule, board: &str) -> u32 {
        schedule.of(board.parse().expect("a board"))
    }

    #[test]
    fn the_rule_of_2014_is_a_schedule() {
        let rule =
            DepthSchedule { base: -2.0, per_tile: 1.0, at_least: 3, ..DepthSchedule::default() };
        // Two, six and nine distinct tiles.
        assert_eq!(depth(rule, "1100 0000 0000 0002"), 3);
        assert_eq!(depth(rule, "1234 5600 0000 0000"), 4);
        assert_eq!(depth(rule, "1234 5678 9000 0000"), 7);
    }

    #[test]
    fn free_cells_change_the_depth_between_its_ends() {
        let schedule = DepthSchedule {
            base: 4.4,
            per_free_cell: -0.3,
            at_most: 3,
            ..DepthSchedule::default()
        };
        // 4.4 - 0.3 · 6 = 2.6; full boards are at the upper end, empty ones at the lower.
        assert_eq!(depth(schedule, "1212 1212 1200 0000"), 3);
        assert_eq!(depth(schedule, "1212 1212 0000 0000"), 2);
        assert_eq!(depth(schedule, "1212 1212 1212 1212"), 3);
        assert_eq!(depth(schedule, "1000 0000 0000 0000"), 1);
    }
}
