//! Max-only look-ahead: a few moves as if nothing spawned.
//!
//! A sequence of moves m0, m1, … leads to boards b0, b1, … with no spawns
//! between, and is worth Σ discount^k · value(b_k). The move that begins the
//! best sequence is played. With one move this is the best next board.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, MoveTables, Player};
use crate::heuristic::ValueFunction;

/// The longest sequence that settings allow.
const MAXIMUM_MOVES: usize = 8;

/// Settings of a look-ahead without spawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields)]
pub struct LookAheadSettings {
    /// How many moves are made in a row: 1 to 8.
    #[schemars(range(min = 1, max = 8))]
    pub moves: u8,
    /// What each further board counts of the one before it: 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub discount: f64,
}

impl Default for LookAheadSettings {
    /// Three moves, discounted by 0.9, as with the geometric path.
    fn default() -> Self {
        Self {
            moves: 3,
            discount: 0.9,
        }
    }
}

/// Such as `look-ahead 3 moves`.
impl fmt::Display for LookAheadSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.moves == 1 { "" } else { "s" };
        write!(formatter, "look-ahead {} move{plural}", self.moves)
    }
}

/// A look-ahead player over the tables of a heuristic.
#[derive(Debug)]
pub struct LookAhead<'t, T> {
    tables: &'t T,
    /// What the boards of a sequence count.
    factors: [f64; MAXIMUM_MOVES],
    length: usize,
    nodes: u64,
}

impl<'t, T: ValueFunction> LookAhead<'t, T> {
    /// A player with these tables and settings.
    pub fn new(tables: &'t T, settings: &LookAheadSettings) -> Self {
        let mut factors = [1.0; MAXIMUM_MOVES];
        for place in 1..MAXIMUM_MOVES {
            factors[place] = factors[place - 1] * settings.discount;
        }
        Self {
            tables,
            factors,
            length: usize::from(settings.moves).clamp(1, MAXIMUM_MOVES),
            nodes: 0,
        }
    }

    /// The value of the best sequence that each legal move begins.
    fn values(&mut self, board: Board, place: usize) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| {
                self.nodes += 1;
                // In double precision: small terms of a heuristic decide here.
                let value = self.factors[place] * self.tables.static_value(after);
                if place + 1 < self.length {
                    value + self.best(after, place + 1)
                } else {
                    value
                }
            })
        })
    }

    /// The value of the best sequence from a place on. A move leaves a cell
    /// empty, so that without spawns another is always legal.
    fn best(&mut self, board: Board, place: usize) -> f64 {
        let values = self.values(board, place).into_iter().flatten();
        values.fold(f64::NEG_INFINITY, f64::max)
    }
}

impl<T: ValueFunction> Player for LookAhead<'_, T> {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.values(board, 0))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<T: ValueFunction> AnalysingPlayer for LookAhead<'_, T> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.values(board, 0)
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        Some(self.tables.static_value(board))
    }

    fn depth_for(&self, _: Board) -> Option<u32> {
        None
    }
}
