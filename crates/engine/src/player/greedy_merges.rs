//! Greedy merging: the move that makes the most merges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::valuing::ValueMoves;
use crate::game::{Board, Move, MoveTables};

/// Settings of greedy merging: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GreedyMergesSettings {}

impl ValueMoves for GreedyMergesSettings {
    /// The number of merges of each move; the nodes are the afterstates compared.
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            // Every merge frees a cell.
            Some(f64::from(after.empty_cells() - board.empty_cells()))
        })
    }
}
