//! Greedy merging: the move that makes the most merges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, MoveTables, Player};

/// Settings of greedy merging: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GreedyMergesSettings {}

/// A player that makes the move with the most merges; of equal moves the first in
/// [`Move::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyMerges {
    nodes: u64,
}

impl Player for GreedyMerges {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.move_values(board))
    }

    /// The number of afterstates compared.
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl AnalysingPlayer for GreedyMerges {
    /// The number of merges of each move.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| {
                self.nodes += 1;
                // Every merge frees a cell.
                f64::from(after.empty_cells() - board.empty_cells())
            })
        })
    }
}
