//! Expectimax to a depth: the moves of the position, above the chance nodes.

use super::chance_node::Visit;
use super::depth::Depth;
use super::memory::ChanceSearch;
use super::setting::MAX_DEPTH;
use crate::game::{Board, Move, Player, Session, first_best};

impl Player for ChanceSearch<'_> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let values = self.values_at(board, self.depth_of(board));
        self.leaves.with_offset(values)
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.depth_of(board);
        if depth > 1 {
            self.forget();
            let upper_bound = self.search_bound(board, depth);
            if upper_bound < f32::INFINITY {
                return self.best_move(board, depth, upper_bound);
            }
        }
        first_best(self.values_at(board, depth))
    }

    fn nodes(&self) -> u64 {
        self.leaves.leaf.nodes
    }

    fn inner_nodes(&self) -> u64 {
        self.leaves.leaf.inner_nodes
    }

    fn play_on(&mut self, session: &mut Session) -> bool {
        if self.depth == Depth::Fixed(1) {
            // Every move is a leaf.
            return self.leaves.tables.play(&mut self.leaves.leaf, session);
        }
        session.make_choice(self)
    }
}

impl ChanceSearch<'_> {
    fn depth_of(&self, board: Board) -> u32 {
        self.depth.of(board).unwrap_or(u32::from(MAX_DEPTH))
    }

    /// The value of each move at a depth, less the offset of the tables.
    fn values_at(&mut self, board: Board, depth: u32) -> [Option<f32>; 4] {
        // So that a move depends on the board only.
        self.forget();
        Move::ALL.map(|direction| self.move_value(board, direction, depth))
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.leaves.moves.legal(board, direction)?;
        let value = match depth {
            0 => self.leaves.static_value(after),
            1 => self.leaves.value(after),
            _ => self.root_value(after, depth, f32::NEG_INFINITY)?,
        };
        Some(self.leaves.tables.with_points(value, board, direction))
    }

    fn root_value(&mut self, after: Board, depth: u32, floor: f32) -> Option<f32> {
        self.chance_value(Visit { after, depth, probability: 1.0, floor })
    }

    /// The best move. The search proves the other moves to be worse without their values.
    fn best_move(&mut self, board: Board, depth: u32, upper_bound: f32) -> Option<Move> {
        self.upper_bound = upper_bound;
        let tables = self.leaves.tables;
        // Likely the best first: from depth 3 on a leaf costs little beside the search.
        let mut moves = Move::ALL.map(|direction| {
            let after = self.leaves.moves.apply(board, direction);
            let is_legal = after != board;
            let guess = match depth {
                _ if !is_legal => f32::NEG_INFINITY,
                0..=2 => tables.value(after),
                _ => self.leaves.value(after),
            };
            (is_legal, direction, after, tables.with_points(guess, board, direction))
        });
        moves.sort_by(|(.., a), (.., b)| b.total_cmp(a));
        let mut values = [None; 4];
        let mut floor = f32::NEG_INFINITY;
        for (_, direction, after, _) in moves.into_iter().filter(|&(is_legal, ..)| is_legal) {
            let points = tables.with_points(0.0, board, direction);
            if let Some(value) = self.root_value(after, depth, floor - points) {
                let value = tables.with_points(value, board, direction);
                values[direction as usize] = Some(value);
                floor = floor.max(value);
            }
        }
        self.upper_bound = f32::INFINITY;
        first_best(values)
    }
}
