//! The depth of a search.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::setting::{MAX_DEPTH, SettingsError, in_range};
use crate::game::Board;

/// The largest budget of nodes.
const MAX_NODES: u64 = 1_000_000_000_000;

/// The largest slope of a schedule.
pub(super) const MAX_SLOPE: f64 = 8.0;

/// The depth of a search: the number of spawns that it looks past.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Depth {
    /// One depth for all boards: 1 to 8, or with expectimax 0, which values the boards that moves lead to.
    Fixed(#[schemars(range(max = MAX_DEPTH))] u8),
    /// A depth that depends on the board.
    Rule(DepthRule),
    /// A number of boards to value instead of a depth.
    Nodes(NodeBudget),
    /// A depth that grows or falls with the free cells and the distinct tiles of the board.
    Schedule(DepthSchedule),
}

impl Depth {
    /// The depth of the search from a board, if it is known before the search.
    #[inline]
    pub fn of(self, board: Board) -> Option<u32> {
        match self {
            Self::Fixed(depth) => Some(u32::from(depth)),
            Self::Rule(DepthRule::DistinctTiles) => Some(board.distinct_tiles().max(5) - 2),
            Self::Rule(DepthRule::FreeCells) => Some(match board.empty_cells() {
                0..=4 => 3,
                5..=7 => 2,
                _ => 1,
            }),
            Self::Schedule(schedule) => Some(schedule.of(board)),
            Self::Nodes(_) => None,
        }
    }

    /// Checks the numbers, given the lowest depth that the player can search to.
    pub(super) fn check(self, lowest: u8) -> Result<(), SettingsError> {
        match self {
            Self::Fixed(depth) => in_range("depth", depth, lowest..=MAX_DEPTH),
            Self::Rule(_) => Ok(()),
            Self::Nodes(budget) => {
                in_range("depth: nodes", budget.nodes, 1..=MAX_NODES)?;
                in_range("depth: at-least", budget.at_least, 1..=MAX_DEPTH)
            }
            Self::Schedule(own) => {
                in_range("depth: base", own.base, -64.0..=64.0)?;
                in_range("depth: per-free-cell", own.per_free_cell, -MAX_SLOPE..=MAX_SLOPE)?;
                in_range("depth: per-tile", own.per_tile, -MAX_SLOPE..=MAX_SLOPE)?;
                in_range("depth: at-least", own.at_least, lowest..=MAX_DEPTH)?;
                in_range("depth: at-most", own.at_most, 1..=MAX_DEPTH)
            }
        }
    }
}

/// Writes for example `depth 2`, or `depth 1 to 4 by a schedule`.
impl fmt::Display for Depth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(depth) => write!(formatter, "depth {depth}"),
            Self::Rule(DepthRule::DistinctTiles) => formatter.write_str("depth by distinct tiles"),
            Self::Rule(DepthRule::FreeCells) => formatter.write_str("depth by free cells"),
            Self::Nodes(NodeBudget { nodes, of, .. }) => match of {
                NodesOf::Move => write!(formatter, "{nodes} nodes"),
                NodesOf::Search => write!(formatter, "deeper until {nodes} nodes"),
            },
            Self::Schedule(DepthSchedule { at_least, at_most, .. }) => {
                write!(formatter, "depth {at_least} to {at_most} by a schedule")
            }
        }
    }
}

/// Reads a number of spawns or the name of a rule.
impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("distinct-tiles", _) => Ok(Self::Rule(DepthRule::DistinctTiles)),
            ("free-cells", _) => Ok(Self::Rule(DepthRule::FreeCells)),
            (_, Ok(depth @ 0..=MAX_DEPTH)) => Ok(Self::Fixed(depth)),
            _ => Err(format!("expected 0 to {MAX_DEPTH}, distinct-tiles or free-cells")),
        }
    }
}

/// A rule that chooses the depth of a search by its first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DepthRule {
    /// max(3, distinct tiles - 2), the rule of 2014.
    DistinctTiles,
    /// 1 if more than seven cells are free, 2 if more than four, else 3.
    FreeCells,
}

/// A number of boards to value for one move, instead of a depth: the player searches one
/// step deeper each time until they are spent. Compares players at equal thinking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["nodes"]))]
pub struct NodeBudget {
    /// Boards valued for one move.
    #[schemars(range(min = 1, max = MAX_NODES))]
    pub nodes: u64,
    /// Which nodes the budget counts.
    pub of: NodesOf,
    /// The depth of the first search, which is made whatever it costs.
    #[schemars(range(min = 1, max = MAX_DEPTH))]
    pub at_least: u8,
}

impl Default for NodeBudget {
    /// One node.
    fn default() -> Self {
        Self { nodes: 1, of: NodesOf::default(), at_least: 1 }
    }
}

/// Which nodes a budget counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NodesOf {
    /// About those of an average move. Expectimax stops after a quarter more; minimax goes
    /// deeper until a fifth of the budget is spent, and so spends half to twice of it.
    #[default]
    Move,
    /// Those of the last search: goes deeper as long as a search spends less than the budget.
    Search,
}

impl NodeBudget {
    /// Whether the budget is spent, given the nodes of all searches for a move and those of
    /// the last search.
    pub(super) fn is_spent(&self, by_all: u64, by_last: u64) -> bool {
        match self.of {
            NodesOf::Move => 5 * by_all >= self.nodes,
            NodesOf::Search => by_last >= self.nodes,
        }
    }
}

/// A depth of `base + per-free-cell · free cells + per-tile · distinct tiles`, rounded, and
/// kept between `at-least` and `at-most`. The rule of 2014 is a base of -2, 1 per tile and at
/// least 3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["base"]))]
pub struct DepthSchedule {
    /// The depth before what the board adds.
    #[schemars(range(min = -64.0, max = 64.0))]
    pub base: f64,
    /// The depth that each free cell adds.
    #[schemars(range(min = -MAX_SLOPE, max = MAX_SLOPE))]
    pub per_free_cell: f64,
    /// The depth that each distinct tile adds.
    #[schemars(range(min = -MAX_SLOPE, max = MAX_SLOPE))]
    pub per_tile: f64,
    /// The smallest depth: 1 to 8, or with expectimax 0.
    #[schemars(range(max = MAX_DEPTH))]
    pub at_least: u8,
    /// The largest depth.
    #[schemars(range(min = 1, max = MAX_DEPTH))]
    pub at_most: u8,
}

impl Default for DepthSchedule {
    /// Depth 1 on every board.
    fn default() -> Self {
        Self { base: 1.0, per_free_cell: 0.0, per_tile: 0.0, at_least: 1, at_most: MAX_DEPTH }
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
