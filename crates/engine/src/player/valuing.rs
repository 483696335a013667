//! Players that value every move by itself and make the best.

use super::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, Player};

/// A way to value moves.
pub trait ValueMoves {
    /// The value of each move in the order of [`Move::ALL`], `None` for an illegal move. Adds the
    /// boards that it values to `nodes`.
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4];

    /// The value of a board by itself, if it has one.
    fn static_value(&self, _board: Board) -> Option<f64> {
        None
    }
}

/// A player that makes the move with the highest value; of equal moves the first in
/// [`Move::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Valuing<V> {
    moves: V,
    nodes: u64,
}

impl<V> Valuing<V> {
    /// A player that values moves in this way.
    pub fn new(moves: V) -> Self {
        Self { moves, nodes: 0 }
    }
}

impl<V: ValueMoves> Player for Valuing<V> {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.move_values(board))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<V: ValueMoves> AnalysingPlayer for Valuing<V> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.moves.values(board, &mut self.nodes)
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        self.moves.static_value(board)
    }
}
