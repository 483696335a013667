//! How a player searches, as files say it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Board;

/// The largest depth that any setting allows.
pub const MAXIMUM_DEPTH: u32 = 8;

/// How many spawns an expectimax search looks past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Depth {
    /// Always as many: 1 to 8.
    Fixed(#[schemars(range(min = 1, max = 8))] u8),
    /// A rule that looks at the board.
    Rule(DepthRule),
    /// As deep as boards may be valued.
    Nodes(NodeBudget),
}

impl Depth {
    /// How deep to look from a board, where that is known before the search.
    pub fn of(self, board: Board) -> Option<u32> {
        match self {
            Self::Fixed(depth) => Some(u32::from(depth)),
            Self::Rule(DepthRule::DistinctTiles) => Some(board.distinct_tiles().max(5) - 2),
            Self::Rule(DepthRule::FreeCells) => Some(match board.empty_cells() {
                0..=4 => 3,
                5..=7 => 2,
                _ => 1,
            }),
            Self::Nodes(_) => None,
        }
    }
}

/// A rule that sets the depth of a search by the board it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DepthRule {
    /// max(3, distinct tiles - 2), as in 2014.
    DistinctTiles,
    /// 1 if more than seven cells are free, 2 if more than four, else 3.
    FreeCells,
}

/// How many boards to value for one move, about, so that players can be
/// compared at equal thinking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields, extend("required" = ["nodes"]))]
pub struct NodeBudget {
    /// Boards valued for one move, about.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub nodes: u64,
    /// What one search has more than the one before.
    pub by: Deepening,
    /// With by = "depth": the depth of the first search, 1 to 8.
    #[schemars(range(min = 1, max = 8))]
    pub at_least: u8,
}

impl Default for NodeBudget {
    /// One node.
    fn default() -> Self {
        Self {
            nodes: 1,
            by: Deepening::default(),
            at_least: 1,
        }
    }
}

/// What one search has more than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deepening {
    /// Looks past spawns of half the probability, until half of the nodes are
    /// spent: the next search would spend as much as all before.
    #[default]
    Probability,
    /// Looks past one spawn more, as long as the last search spent fewer nodes:
    /// the last one may spend many times as much.
    Depth,
}

/// What a position without a legal move is worth inside a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DeadValue {
    /// A number.
    Number(#[schemars(range(min = -1e30, max = 1e30))] f64),
    /// What the heuristic says of the board.
    Static(StaticValue),
}

/// The word for the heuristic's own value of a dead board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StaticValue {
    /// What the heuristic says of the board.
    Static,
}

/// Settings of an expectimax player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields)]
pub struct ExpectimaxSettings {
    /// How many spawns the search looks past: 1 to 8, "distinct-tiles", "free-cells", or a table with `nodes`.
    pub depth: Depth,
    /// A branch whose spawns have together a lower probability is valued as it stands; 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub probability_cut: f64,
    /// Slots of the transposition table, 16 bytes each, rounded up to a power of two; 0 for none.
    #[schemars(range(max = 16_777_216))]
    pub transposition_slots: u32,
    /// What a position without a legal move is worth: a number, or "static".
    pub dead_value: DeadValue,
}

impl Default for ExpectimaxSettings {
    /// Depth 1, cut at 1e-4, 65 536 slots, a dead position worth 0.
    fn default() -> Self {
        Self {
            depth: Depth::Fixed(1),
            probability_cut: 1e-4,
            transposition_slots: 65_536,
            dead_value: DeadValue::Number(0.0),
        }
    }
}

/// The player of a campaign or of a weights file: exactly one of its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerSettings {
    /// Expectimax search.
    Expectimax(ExpectimaxSettings),
}

impl PlayerSettings {
    /// The depth of the search, if the player is one that has it.
    pub fn depth_mut(&mut self) -> Option<&mut Depth> {
        match self {
            Self::Expectimax(settings) => Some(&mut settings.depth),
        }
    }
}

impl Default for PlayerSettings {
    fn default() -> Self {
        Self::Expectimax(ExpectimaxSettings::default())
    }
}

/// In a few words, such as `expectimax depth 2`.
impl fmt::Display for PlayerSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Expectimax(settings) = self;
        match settings.depth {
            Depth::Fixed(depth) => write!(formatter, "expectimax depth {depth}"),
            Depth::Rule(DepthRule::DistinctTiles) => {
                formatter.write_str("expectimax depth by distinct tiles")
            }
            Depth::Rule(DepthRule::FreeCells) => {
                formatter.write_str("expectimax depth by free cells")
            }
            Depth::Nodes(NodeBudget { nodes, by, .. }) => match by {
                Deepening::Probability => write!(formatter, "expectimax {nodes} nodes"),
                Deepening::Depth => write!(formatter, "expectimax deeper until {nodes} nodes"),
            },
        }
    }
}
