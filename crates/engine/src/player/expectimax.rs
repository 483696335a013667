//! Expectimax: the move with the best expected value over random spawns.
//!
//! Depth counts the spawns that the search looks past: at depth 1 the search makes a move,
//! a spawn and a move, and values the afterstate.

use super::chance_node::ChanceSearch;
use super::cut::Cut;
use super::depth::Depth;
use super::expectimax_settings::ExpectimaxSettings;
use super::leaf::Leaves;
use super::memory::Memory;
use super::setting::MAX_DEPTH;
use super::valuing::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, Player, Session};
use crate::heuristic::Searched;

/// An expectimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Expectimax<'t> {
    search: ChanceSearch<'t>,
    depth: Depth,
}

impl<'t> Expectimax<'t> {
    /// A player with the given tables and settings.
    pub fn new(tables: &'t dyn Searched, settings: &ExpectimaxSettings) -> Self {
        let leaves = Leaves::new(tables, settings.dead_value);
        let cut = Cut::new(settings.probability_cut);
        let memory = Memory::new(leaves, cut, settings.depth, settings.transposition_slots);
        Self { search: ChanceSearch::new(memory), depth: settings.depth }
    }

    fn leaves(&self) -> &Leaves<'t> {
        &self.search.memory.leaves
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

impl Player for Expectimax<'_> {
    fn start_game(&mut self) {
        self.search.memory.leaves.start_game();
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.start_search(board);
        if depth > 1 {
            let upper_bound = self.search.memory.search_bound(board, depth);
            if upper_bound < f32::INFINITY {
                return self.best_move(board, depth, upper_bound);
            }
        }
        first_best(Move::ALL.map(|direction| self.move_value(board, direction, depth)))
    }

    fn nodes(&self) -> u64 {
        self.leaves().leaf.nodes
    }

    fn inner_nodes(&self) -> u64 {
        self.leaves().leaf.inner_nodes
    }

    fn play_on(&mut self, session: &mut Session) -> bool {
        if matches!(self.depth, Depth::Fixed(1)) {
            return self.search.memory.leaves.play(session);
        }
        session.make_choice(self)
    }
}

impl AnalysingPlayer for Expectimax<'_> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let depth = self.start_search(board);
        Move::ALL.map(|direction| {
            let value = self.move_value(board, direction, depth)?;
            Some(self.leaves().with_offset(value))
        })
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        Some(self.leaves().tables.static_value(board))
    }

    fn depth_for(&self, board: Board) -> Option<u32> {
        self.depth.of(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Stream};
    use crate::heuristic::Tables;
    use crate::player::depth::DepthRule;
    use crate::presets::Preset;

    #[test]
    fn both_paths_value_moves_alike() {
        let tables = Tables::new(&Preset::find("2014").unwrap().weights());
        let depths = [
            (Depth::Fixed(2), 300),
            (Depth::Fixed(3), 40),
            (Depth::Rule(DepthRule::DistinctTiles), 10),
        ];
        for (depth, moves) in depths {
            let settings = ExpectimaxSettings { depth, ..ExpectimaxSettings::default() };
            let mut player = Expectimax::new(&*tables, &settings);
            let mut portable = Expectimax::new(&*tables, &settings);
            portable.search.memory.leaves.leaf.is_fast = false;
            let mut session = Session::new(GameSeed::new(7, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let bits = |values: [Option<f64>; 4]| values.map(|value| value.map(f64::to_bits));
                let values = bits(player.move_values(board));
                assert_eq!(values, bits(portable.move_values(board)), "{board}");
                session.make(player.choose(board).expect("a move is legal"));
            }
        }
    }
}
