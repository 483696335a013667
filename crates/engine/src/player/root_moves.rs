//! Expectimax to a depth: the moves of the position, above the chance nodes.

use super::chance_node::ChanceSearch;
use crate::game::{Board, Move, first_best};

impl ChanceSearch<'_> {
    /// The value of each move at a depth, less the offset of the tables.
    pub(super) fn move_values(&mut self, board: Board, depth: u32) -> [Option<f32>; 4] {
        // So that a move depends on the board only.
        self.memory.forget();
        Move::ALL.map(|direction| self.move_value(board, direction, depth))
    }

    /// The move with the highest value.
    pub(super) fn choose(&mut self, board: Board, depth: u32) -> Option<Move> {
        self.memory.forget();
        if depth > 1 {
            let upper_bound = self.memory.search_bound(board, depth);
            if upper_bound < f32::INFINITY {
                return self.best_move(board, depth, upper_bound);
            }
        }
        first_best(Move::ALL.map(|direction| self.move_value(board, direction, depth)))
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.memory.leaves.moves.legal(board, direction)?;
        let value = match depth {
            0 => self.memory.leaves.static_value(after),
            1 => self.memory.leaves.value(after),
            _ => self.chance_value(after, depth, 1.0, f32::NEG_INFINITY)?,
        };
        Some(self.memory.leaves.tables.with_points(value, board, direction))
    }

    /// The best move. The search proves the other moves to be worse without their values.
    fn best_move(&mut self, board: Board, depth: u32, upper_bound: f32) -> Option<Move> {
        self.upper_bound = upper_bound;
        let tables = self.memory.leaves.tables;
        // Likely the best first: from depth 3 on a leaf costs little beside the search.
        let mut moves = Move::ALL.map(|direction| {
            let after = self.memory.leaves.moves.apply(board, direction);
            let is_legal = after != board;
            let guess = match depth {
                _ if !is_legal => f32::NEG_INFINITY,
                0..=2 => tables.value(after),
                _ => self.memory.leaves.value(after),
            };
            (is_legal, direction, after, tables.with_points(guess, board, direction))
        });
        moves.sort_by(|(.., a), (.., b)| b.total_cmp(a));
        let mut values = [None; 4];
        let mut floor = f32::NEG_INFINITY;
        for (_, direction, after, _) in moves.into_iter().filter(|&(is_legal, ..)| is_legal) {
            let points = tables.with_points(0.0, board, direction);
            if let Some(value) = self.chance_value(after, depth, 1.0, floor - points) {
                let value = tables.with_points(value, board, direction);
                values[direction as usize] = Some(value);
                floor = floor.max(value);
            }
        }
        self.upper_bound = f32::INFINITY;
        first_best(values)
    }
}
