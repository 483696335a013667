//! Model chasing: the afterstate closest to its own tiles in order along a snake.
//!
//! The source is a sketch; this is the interpretation of this crate.
//!
//! - *The model* of a board is its tiles merged until all differ, with the largest in the top left
//!   corner and the others after it, in order, along a snake through all cells whose first line is
//!   the top row. Every afterstate has its own model.
//! - *The distance* of a board to its model is the sum over the cells of the difference
//!   between the ranks of the two. The player chooses the afterstate with the smallest
//!   distance. (A model of unmerged tiles in order would not reward merges.)
//! - *One direction is forbidden*, down: it is played only if no other is legal.
//! - *Recovery*: after such a forced move the opposite move is played if it is legal. The
//!   board shows whether a forced move preceded it: without its last spawn, the opposite
//!   move leads back to a board where only the forbidden move is legal. A move therefore
//!   depends on the board only.
//!
//! Another corner is the same player on a board that is turned or mirrored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Board, Move, MoveTables};
use crate::heuristic::path::along_snake;

/// Model chasing has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ModelChasingSettings {}

/// The direction that is played only where no other is legal.
const FORBIDDEN: Move = Move::Down;

/// The opposite direction, which recovers from it.
const RECOVERING: Move = Move::Up;

/// The penalty of the forbidden move and the bonus of a recovering move: more than any distance.
const RULE_WEIGHT: f64 = 1000.0;

/// The distance of a board from its model, in ranks.
fn distance(board: Board) -> u32 {
    // Tiles merged until all differ are the binary digits of their sum.
    let faces = (0..16).map(|cell| 1_u32 << board.rank(cell) & !1);
    let mut rest: u32 = faces.sum();
    let difference = |cell: usize| {
        let rank = rest.checked_ilog2().unwrap_or(0);
        rest &= !(1 << rank);
        rank.abs_diff(u32::from(board.rank(cell)))
    };
    (0..16).map(along_snake).map(difference).sum()
}

/// Whether a forced move and a spawn can have led to a board.
fn must_recover(board: Board) -> bool {
    (0..16).filter(|&cell| matches!(board.rank(cell), 1 | 2)).any(|cell| {
        let after = Board(board.0 & !(0xf << (4 * cell)));
        let moves = MoveTables::get();
        let before = moves.apply(after, RECOVERING);
        is_forced(before) && moves.legal(before, FORBIDDEN) == Some(after)
    })
}

/// Whether the forbidden move is the only legal one.
fn is_forced(board: Board) -> bool {
    let is_legal = |direction| MoveTables::get().legal(board, direction).is_some();
    Move::ALL.into_iter().all(|direction| is_legal(direction) == (direction == FORBIDDEN))
}

impl ModelChasingSettings {
    /// The negative distance after each move; 1000 less for the forbidden move, 1000 more for
    /// a recovering move. The nodes are the distances computed.
    pub(super) fn values(board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            let value = -f64::from(distance(after));
            Some(if direction == FORBIDDEN {
                value - RULE_WEIGHT
            } else if direction == RECOVERING && must_recover(board) {
                value + RULE_WEIGHT
            } else {
                value
            })
        })
    }
}
