//! Look-ahead without spawns: the best sequence of moves as if nothing spawned.
//!
//! A sequence of moves m0, m1, … leads to boards b0, b1, … without spawns
//! between them. Its value is Σ discount^k · value(b_k), and the player makes the first move
//! of the best sequence. With one move this is the best next board.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::setting::{SettingsError, in_range};
use super::valuing::{ValueMoves, Valuing};
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

impl LookAheadSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        in_range("moves", self.moves, 1..=MAX_MOVES)?;
        in_range("discount", self.discount, 0.0..=1.0)
    }
}

impl Default for LookAheadSettings {
    /// Three moves and a discount of 0.9, which were published with the geometric path.
    fn default() -> Self {
        Self { moves: 3, discount: 0.9 }
    }
}

/// Writes for example `look-ahead 3 moves`.
impl fmt::Display for LookAheadSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.moves == 1 { "" } else { "s" };
        write!(formatter, "look-ahead {} move{plural}", self.moves)
    }
}

/// Values moves by look-ahead over the tables of a heuristic.
#[derive(Debug)]
pub struct LookAhead<'t> {
    tables: &'t dyn ValueFunction,
    /// The factors of the boards of a sequence.
    factors: [f64; MAX_MOVES as usize],
    length: usize,
}

impl<'t> LookAhead<'t> {
    /// A player with the given tables and settings.
    pub fn new(tables: &'t dyn ValueFunction, settings: &LookAheadSettings) -> Valuing<Self> {
        let mut factors = [1.0; MAX_MOVES as usize];
        for place in 1..usize::from(MAX_MOVES) {
            factors[place] = factors[place - 1] * settings.discount;
        }
        let length = usize::from(settings.moves.clamp(1, MAX_MOVES));
        Valuing::new(Self { tables, factors, length })
    }

    /// The value of the best sequence that starts with each legal move.
    fn values_from(&self, board: Board, place: usize, nodes: &mut u64) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            // In double precision, since small terms of a heuristic decide here.
            let mut value = self.factors[place] * self.tables.static_value(after);
            if place + 1 < self.length {
                value += self.best(after, place + 1, nodes);
            }
            Some(value)
        })
    }

    /// The value of the best sequence from its board `place` on. Without spawns a move is
    /// always legal, since the move before it left an empty cell.
    fn best(&self, board: Board, place: usize, nodes: &mut u64) -> f64 {
        let values = self.values_from(board, place, nodes).into_iter().flatten();
        values.fold(f64::NEG_INFINITY, f64::max)
    }
}

impl ValueMoves for LookAhead<'_> {
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        self.values_from(board, 0, nodes)
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        Some(self.tables.static_value(board))
    }
}
