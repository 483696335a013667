//! How a player searches, as files say it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::greedy_merges::GreedyMergesSettings;
use super::look_ahead::LookAheadSettings;
use super::minimax::MinimaxSettings;
use super::model_chasing::ModelChasingSettings;
use super::monte_carlo::MonteCarloSettings;
use super::random::RandomSettings;
use crate::game::Board;
use crate::heuristic::TerminalEvaluation;

/// The largest depth that any setting allows.
pub const MAXIMUM_DEPTH: u32 = 8;

/// How many spawns a search looks past.
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
            Self::Nodes(_) => None,
        }
    }
}

/// In a few words, such as `depth 2`.
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

/// A number of boards to value for one move in place of a depth, so that
/// players can be compared at equal thinking time: search after search, each
/// one spawn deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields, extend("required" = ["nodes"]))]
pub struct NodeBudget {
    /// Boards valued for one move.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub nodes: u64,
    /// What the number is that of.
    pub of: NodesOf,
    /// The depth of the first search, 1 to 8.
    #[schemars(range(min = 1, max = 8))]
    pub at_least: u8,
}

impl Default for NodeBudget {
    /// One node.
    fn default() -> Self {
        Self {
            nodes: 1,
            of: NodesOf::default(),
            at_least: 1,
        }
    }
}

/// What the number of a node budget is that of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NodesOf {
    /// An average move, about: goes deeper until a fifth of it is spent, since
    /// the last search mostly spends several times as much as those before.
    #[default]
    Move,
    /// The last search but one: goes deeper as long as a search spends less.
    Search,
}

impl NodeBudget {
    /// Whether no deeper search follows, after so many nodes in all searches
    /// of a move, and in the last of them.
    pub(super) fn is_spent(&self, by_all: u64, by_last: u64) -> bool {
        match self.of {
            NodesOf::Move => 5 * by_all >= self.nodes,
            NodesOf::Search => by_last >= self.nodes,
        }
    }
}

/// What a position without a legal move is worth inside a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TerminalValue {
    /// A number.
    Number(#[schemars(range(min = -1e30, max = 1e30))] f64),
    /// What the heuristic says of the board.
    Static(StaticValue),
}

impl TerminalValue {
    /// The same on the scale of tables whose values leave out an offset.
    pub(super) fn less(self, offset: f64) -> TerminalEvaluation {
        match self {
            Self::Number(value) => TerminalEvaluation::Fixed((value - offset) as f32),
            Self::Static(_) => TerminalEvaluation::Static,
        }
    }
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
    pub dead_value: TerminalValue,
}

impl Default for ExpectimaxSettings {
    /// Depth 1, cut at 1e-4, 65 536 slots, a dead position worth 0.
    fn default() -> Self {
        Self {
            depth: Depth::Fixed(1),
            probability_cut: 1e-4,
            transposition_slots: 65_536,
            dead_value: TerminalValue::Number(0.0),
        }
    }
}

/// The player of a campaign or of a weights file: exactly one of its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerSettings {
    /// Expectimax search: spawns fall by chance.
    Expectimax(ExpectimaxSettings),
    /// Minimax search with alpha-beta: every spawn is the worst that can be.
    Minimax(MinimaxSettings),
    /// A few moves ahead as if nothing spawned.
    LookAhead(LookAheadSettings),
    /// Random playouts of each first move; needs no heuristic.
    MonteCarlo(MonteCarloSettings),
    /// Towards the tiles at hand in order along a snake; needs no heuristic.
    ModelChasing(ModelChasingSettings),
    /// The move that merges most; needs no heuristic.
    GreedyMerges(GreedyMergesSettings),
    /// Any legal move, each as likely; needs no heuristic.
    Random(RandomSettings),
}

impl PlayerSettings {
    /// The names that `[player.NAME]` can bear where a heuristic has no use.
    pub const WITHOUT_HEURISTIC: [&'static str; 4] =
        ["monte-carlo", "model-chasing", "greedy-merges", "random"];

    /// Its name in every file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Expectimax(_) => "expectimax",
            Self::Minimax(_) => "minimax",
            Self::LookAhead(_) => "look-ahead",
            Self::MonteCarlo(_) => "monte-carlo",
            Self::ModelChasing(_) => "model-chasing",
            Self::GreedyMerges(_) => "greedy-merges",
            Self::Random(_) => "random",
        }
    }

    /// Whether its moves depend on a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        !Self::WITHOUT_HEURISTIC.contains(&self.name())
    }

    /// The depth of the search, if the player is one that has it.
    pub fn depth_mut(&mut self) -> Option<&mut Depth> {
        match self {
            Self::Expectimax(settings) => Some(&mut settings.depth),
            Self::Minimax(settings) => Some(&mut settings.depth),
            _ => None,
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
        match self {
            Self::Expectimax(settings) => write!(formatter, "expectimax {}", settings.depth),
            Self::Minimax(settings) => settings.fmt(formatter),
            Self::LookAhead(settings) => settings.fmt(formatter),
            Self::MonteCarlo(settings) => settings.fmt(formatter),
            Self::ModelChasing(settings) => settings.fmt(formatter),
            Self::GreedyMerges(settings) => settings.fmt(formatter),
            Self::Random(settings) => settings.fmt(formatter),
        }
    }
}
