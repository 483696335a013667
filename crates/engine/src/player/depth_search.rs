//! Expectimax to a depth: the moves of the position, above the chance nodes.

use super::chance_node::ChanceSearch;
use super::cut::Cut;
use super::depth::Depth;
use super::expectimax_settings::ExpectimaxSettings;
use super::leaf::Leaves;
use super::memory::Memory;
use super::setting::MAX_DEPTH;
use crate::game::{Board, Move, Session, first_best};

/// A search of moves to a depth.
#[derive(Debug)]
pub(super) struct DepthSearch<'t> {
    search: ChanceSearch<'t>,
    depth: Depth,
}

impl<'t> DepthSearch<'t> {
    pub(super) fn new(leaves: Leaves<'t>, settings: &ExpectimaxSettings) -> Self {
        let cut = Cut::new(settings.probability_cut);
        let memory = Memory::new(leaves, cut, settings.depth, settings.transposition_slots);
        Self { search: ChanceSearch::new(memory), depth: settings.depth }
    }

    pub(super) fn leaves(&self) -> &Leaves<'t> {
        &self.search.memory.leaves
    }

    /// The value of each move, less the offset of the tables.
    pub(super) fn move_values(&mut self, board: Board) -> [Option<f32>; 4] {
        let depth = self.start_search(board);
        Move::ALL.map(|direction| self.move_value(board, direction, depth))
    }

    /// The move with the highest value.
    pub(super) fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.start_search(board);
        if depth > 1 {
            let upper_bound = self.search.memory.search_bound(board, depth);
            if upper_bound < f32::INFINITY {
                return self.best_move(board, depth, upper_bound);
            }
        }
        first_best(Move::ALL.map(|direction| self.move_value(board, direction, depth)))
    }

    /// Makes several moves at depth 1; returns whether the game goes on.
    pub(super) fn play(&mut self, session: &mut Session) -> bool {
        self.search.memory.leaves.play(session)
    }

    /// Forgets earlier searches, so that a move depends on the board only, and returns the
    /// depth of the search.
    #[inline]
    fn start_search(&mut self, board: Board) -> u32 {
        self.search.memory.forget();
        self.depth.of(board).unwrap_or(u32::from(MAX_DEPTH))
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.leaves().moves.legal(board, direction)?;
        let value = match depth {
            0 => self.search.memory.leaves.static_value(after),
            1 => self.search.memory.leaves.value(after),
            _ => self.search.chance_value(after, depth, 1.0, f32::NEG_INFINITY)?,
        };
        Some(self.leaves().with_points(value, board, direction))
    }

    /// The best move. The search proves the other moves to be worse without their values.
    fn best_move(&mut self, board: Board, depth: u32, upper_bound: f32) -> Option<Move> {
        self.search.upper_bound = upper_bound;
        // Likely the best first: from depth 3 on a leaf costs little beside the search.
        let mut moves = Move::ALL.map(|direction| {
            let after = self.leaves().moves.apply(board, direction);
            let is_legal = after != board;
            let guess = match depth {
                _ if !is_legal => f32::NEG_INFINITY,
                0..=2 => self.leaves().tables.value(after),
                _ => self.search.memory.leaves.value(after),
            };
            let guess = self.leaves().with_points(guess, board, direction);
            (is_legal, direction, after, guess)
        });
        likely_best_first(&mut moves);
        let mut values = [None; 4];
        let mut floor = f32::NEG_INFINITY;
        for (_, direction, after, _) in moves.into_iter().filter(|&(is_legal, ..)| is_legal) {
            let points = self.leaves().with_points(0.0, board, direction);
            if let Some(value) = self.search.chance_value(after, depth, 1.0, floor - points) {
                let value = self.leaves().with_points(value, board, direction);
                values[direction as usize] = Some(value);
                floor = floor.max(value);
            }
        }
        self.search.upper_bound = f32::INFINITY;
        first_best(values)
    }
}

/// Sorts moves by their guesses. A function of its own is compiled once, not for each heuristic.
fn likely_best_first(moves: &mut [(bool, Move, Board, f32); 4]) {
    moves.sort_by(|(.., a), (.., b)| b.total_cmp(a));
}
