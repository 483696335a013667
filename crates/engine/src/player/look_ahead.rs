//! Look-ahead without spawns: the best sequence of moves as if nothing spawned.
//!
//! A sequence of moves m0, m1, … leads to boards b0, b1, … without spawns
//! between them. Its value is Σ discount^k · value(b_k), and the player makes the first move
//! of the best sequence. With one move this is the best next board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::setting::{SettingsError, in_range};
use crate::game::{Board, Move, MoveTables};
use crate::heuristic::ValueFunction;

/// The longest sequence, in moves.
const MAX_MOVES: u8 = 8;

/// Settings of a look-ahead without spawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LookAheadSettings {
    /// How many moves are made in a row.
    #[schemars(range(min = 1, max = MAX_MOVES))]
    pub moves: u8,
    /// The factor by which each further board counts less than the one before it.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub discount: f64,
}

impl Default for LookAheadSettings {
    /// Three moves and a discount of 0.9, which were published with the geometric path.
    fn default() -> Self {
        Self { moves: 3, discount: 0.9 }
    }
}

impl LookAheadSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        in_range("moves", self.moves, 1..=MAX_MOVES)?;
        in_range("discount", self.discount, 0.0..=1.0)
    }

    /// The value of the best sequence of `moves` moves that starts with each legal one. Its first board
    /// counts by a factor.
    pub(super) fn values(
        &self,
        tables: &dyn ValueFunction,
        board: Board,
        moves: u8,
        factor: f64,
        nodes: &mut u64,
    ) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            // In double precision, since small terms of a heuristic decide here.
            let value = factor * tables.static_value(after);
            if moves <= 1 {
                return Some(value);
            }
            // Without spawns a move is always legal, since the one before it left an empty cell.
            let further = factor * self.discount;
            let rest = self.values(tables, after, moves - 1, further, nodes);
            Some(value + rest.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max))
        })
    }
}
