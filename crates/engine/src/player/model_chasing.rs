//! Model chasing: the afterstate closest to its own tiles in order along a snake.
//!
//! The source is a sketch; this is the interpretation of this crate.
//!
//! - *The model* of a board is its tiles merged until all differ, with the largest in a
//!   chosen corner and the others after it, in order, along a snake through all cells. The
//!   snake's first line starts in the corner and runs across the forbidden direction: with
//!   the corner top left and down forbidden it is the top row. Every afterstate has its own
//!   model.
//! - *The distance* of a board to its model is the sum over the cells of the difference
//!   between the ranks of the two. The player chooses the afterstate with the smallest
//!   distance. (A model of unmerged tiles in order would not reward merges.)
//! - *One direction is forbidden*: it is played only if no other is legal.
//! - *Recovery*: after such a forced move the opposite move is played if it is legal. The
//!   board shows whether a forced move preceded it: without its last spawn, the opposite
//!   move leads back to a board where only the forbidden move is legal. A move therefore
//!   depends on the board only.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::valuing::{ValueMoves, Valuing};
use crate::game::{Board, Move, MoveTables};

/// Settings of a model-chasing player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ModelChasingSettings {
    /// Where the largest tile is to be.
    pub corner: Corner,
    /// The direction that is played only where no other is legal.
    pub forbidden: Move,
}

impl Default for ModelChasingSettings {
    /// Top left, never down.
    fn default() -> Self {
        Self { corner: Corner::TopLeft, forbidden: Move::Down }
    }
}

/// Writes for example `model-chasing top-left, never down`.
impl fmt::Display for ModelChasingSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corner = match self.corner {
            Corner::TopLeft => "top-left",
            Corner::TopRight => "top-right",
            Corner::BottomLeft => "bottom-left",
            Corner::BottomRight => "bottom-right",
        };
        write!(formatter, "model-chasing {corner}, never {}", self.forbidden)
    }
}

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    /// Row 0, column 0.
    TopLeft,
    /// Row 0, column 3.
    TopRight,
    /// Row 3, column 0.
    BottomLeft,
    /// Row 3, column 3.
    BottomRight,
}

/// The penalty of the forbidden move and the bonus of a recovering move: more than any distance.
const RULE_WEIGHT: f64 = 1000.0;

/// Values boards by their distance to a model of the same tiles in order.
#[derive(Clone, Copy, Debug)]
pub struct ModelChasing {
    /// The cells along the snake.
    path: [usize; 16],
    forbidden: Move,
}

impl ModelChasing {
    /// A player with the given settings.
    pub fn new(settings: &ModelChasingSettings) -> Valuing<Self> {
        let is_bottom = matches!(settings.corner, Corner::BottomLeft | Corner::BottomRight);
        let is_right = matches!(settings.corner, Corner::TopRight | Corner::BottomRight);
        let along_rows = matches!(settings.forbidden, Move::Up | Move::Down);
        let path = std::array::from_fn(|step| {
            let line = step / 4;
            let place = if line % 2 == 0 { step % 4 } else { 3 - step % 4 };
            // Row and column as seen from the corner.
            let (row, column) = if along_rows { (line, place) } else { (place, line) };
            let row = if is_bottom { 3 - row } else { row };
            let column = if is_right { 3 - column } else { column };
            4 * row + column
        });
        Valuing::new(Self { path, forbidden: settings.forbidden })
    }

    /// The distance of a board from its model, in ranks.
    fn distance(&self, board: Board) -> u32 {
        // Tiles merged until all differ are the binary digits of their sum.
        let faces = (0..16).map(|cell| 1_u32 << board.rank(cell) & !1);
        let mut rest: u32 = faces.sum();
        let difference = |&cell: &usize| {
            let rank = rest.checked_ilog2().unwrap_or(0);
            rest &= !(1 << rank);
            rank.abs_diff(u32::from(board.rank(cell)))
        };
        self.path.iter().map(difference).sum()
    }

    /// Whether a forced move and a spawn can have led to a board.
    fn must_recover(&self, board: Board) -> bool {
        (0..16).filter(|&cell| matches!(board.rank(cell), 1 | 2)).any(|cell| {
            let after = Board(board.0 & !(0xf << (4 * cell)));
            let moves = MoveTables::get();
            let before = moves.apply(after, self.forbidden.opposite());
            self.is_forced(before) && moves.legal(before, self.forbidden) == Some(after)
        })
    }

    /// Whether the forbidden move is the only legal one.
    fn is_forced(&self, board: Board) -> bool {
        let is_legal = |direction| MoveTables::get().legal(board, direction).is_some();
        Move::ALL.into_iter().all(|direction| is_legal(direction) == (direction == self.forbidden))
    }
}

impl ValueMoves for ModelChasing {
    /// The negative distance after each move; 1000 less for the forbidden move, 1000 more for
    /// a recovering move. The nodes are the distances computed.
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        let recovery = self.must_recover(board).then(|| self.forbidden.opposite());
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            let value = -f64::from(self.distance(after));
            Some(if direction == self.forbidden {
                value - RULE_WEIGHT
            } else if Some(direction) == recovery {
                value + RULE_WEIGHT
            } else {
                value
            })
        })
    }

    /// The negative distance of the board.
    fn static_value(&self, board: Board) -> Option<f64> {
        Some(-f64::from(self.distance(board)))
    }
}
