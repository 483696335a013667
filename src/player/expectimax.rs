//! Expectimax: the best move when spawns fall by chance.
//!
//! Depth counts the spawns that the search looks past: at depth 1 a move, a
//! spawn and a move are made and the afterstate is valued.

use super::settings::{DeadValue, Depth, DepthRule, ExpectimaxSettings};
use super::transposition::TranspositionTable;
use crate::game::{Board, Move, MoveTables, Player};
use crate::heuristic::tables::{dead_value, mean_over_spawns};
use crate::heuristic::{Dead, HeuristicTables, Leaf};

/// An expectimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Expectimax<'t, T> {
    tables: &'t T,
    moves: &'static MoveTables,
    depth: Depth,
    probability_cut: f32,
    dead: Dead,
    transpositions: Option<TranspositionTable>,
    leaf: Leaf,
}

impl<'t, T: HeuristicTables> Expectimax<'t, T> {
    /// A player with these tables and settings.
    pub fn new(tables: &'t T, settings: &ExpectimaxSettings) -> Self {
        // At depth 1 no afterstate comes twice.
        let slots = match settings.depth {
            Depth::Fixed(0 | 1) => 0,
            _ => settings.transposition_slots,
        };
        Self {
            tables,
            moves: MoveTables::get(),
            depth: settings.depth,
            probability_cut: settings.probability_cut as f32,
            dead: match settings.dead_value {
                DeadValue::Number(value) => Dead::Value((value - tables.offset()) as f32),
                DeadValue::Static(_) => Dead::Static,
            },
            transpositions: (slots > 0).then(|| TranspositionTable::new(slots)),
            leaf: Leaf::new(),
        }
    }

    /// How deep the search looks from a board.
    pub fn depth_for(&self, board: Board) -> u32 {
        match self.depth {
            Depth::Fixed(depth) => u32::from(depth),
            Depth::Rule(DepthRule::DistinctTiles) => board.distinct_tiles().max(5) - 2,
        }
    }

    /// What the heuristic says of a board.
    pub fn static_value(&self, board: Board) -> f64 {
        f64::from(self.tables.value(board)) + self.tables.offset()
    }

    /// The value of each move in the order of [`Move::ALL`], `None` where it is illegal.
    pub fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let depth = self.start_search(board);
        Move::ALL.map(|direction| {
            let value = self.move_value(board, direction, depth)?;
            Some(f64::from(value) + self.tables.offset())
        })
    }

    /// Forgets earlier searches, so that a move depends on nothing but the
    /// board, and returns the depth to search to.
    #[inline]
    fn start_search(&mut self, board: Board) -> u32 {
        if let Some(table) = &mut self.transpositions {
            table.clear();
        }
        self.depth_for(board)
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.moves.apply(board, direction);
        (after != board).then(|| match depth {
            0 => self.static_afterstate(after),
            1 => self.leaf_value(after),
            _ => self.spawn_mean(after, depth, 1.0),
        })
    }

    #[inline]
    fn static_afterstate(&mut self, after: Board) -> f32 {
        self.leaf.nodes += 1;
        self.tables.value(after)
    }

    #[inline]
    fn leaf_value(&mut self, after: Board) -> f32 {
        self.tables.spawn_mean(after, self.dead, &mut self.leaf)
    }

    /// The value of an afterstate that is reached with a probability.
    fn afterstate(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        if probability < self.probability_cut {
            return self.static_afterstate(after);
        }
        if let Some(table) = &self.transpositions
            && let Some(value) = table.get(after, depth)
        {
            return value;
        }
        let value = if depth == 1 {
            self.leaf_value(after)
        } else {
            self.spawn_mean(after, depth, probability)
        };
        if let Some(table) = &mut self.transpositions {
            table.insert(after, depth, value);
        }
        value
    }

    fn spawn_mean(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        mean_over_spawns(after, |board, share| {
            self.best(board, depth - 1, probability * share)
        })
    }

    /// The value of a board to move on.
    fn best(&mut self, board: Board, depth: u32, probability: f32) -> f32 {
        let mut best = f32::NEG_INFINITY;
        for direction in Move::ALL {
            let after = self.moves.apply(board, direction);
            if after != board {
                best = best.max(self.afterstate(after, depth, probability));
            }
        }
        if best == f32::NEG_INFINITY {
            best = dead_value(self.tables, board, self.dead);
        }
        best
    }
}

impl<T: HeuristicTables> Player for Expectimax<'_, T> {
    fn start_game(&mut self) {
        self.leaf.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.start_search(board);
        let mut best: Option<(Move, f32)> = None;
        for direction in Move::ALL {
            if let Some(value) = self.move_value(board, direction, depth)
                && best.is_none_or(|(_, highest)| value > highest)
            {
                best = Some((direction, value));
            }
        }
        best.map(|(direction, _)| direction)
    }

    fn nodes(&self) -> u64 {
        self.leaf.nodes
    }
}
