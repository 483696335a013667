//! Greedy merging: the move that merges most, one ply.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, MoveTables, Player};

/// Greedy merging has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields)]
pub struct GreedyMergesSettings {}

/// `greedy-merges`
impl fmt::Display for GreedyMergesSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("greedy-merges")
    }
}

/// A player that makes as many merges as one move can; of equals the first in
/// the order of [`Move::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyMerges {
    nodes: u64,
}

impl GreedyMerges {
    /// How many pairs of tiles each legal move merges.
    fn merges(&mut self, board: Board) -> [Option<u32>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| {
                self.nodes += 1;
                // Every merge frees a cell.
                after.empty_cells() - board.empty_cells()
            })
        })
    }
}

impl Player for GreedyMerges {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.merges(board))
    }

    /// The afterstates looked at.
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl AnalysingPlayer for GreedyMerges {
    /// How many merges each move makes.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.merges(board).map(|merges| merges.map(f64::from))
    }

    fn static_value(&self, _: Board) -> Option<f64> {
        None
    }

    fn depth_for(&self, _: Board) -> Option<u32> {
        None
    }
}
