//! Pure Monte Carlo: the first move whose random playouts score most.
//!
//! The player has no heuristic. It plays on from every legal first move to the end of the
//! game at random, many times. The value of the move is the mean of the points.
//!
//! With k forced moves, every sequence of k directions has the full number of playouts, and
//! the value of a first move is that of its best sequence. A forced move that spawns have
//! made illegal is replaced by a random one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::setting::{SettingsError, in_range};
use crate::game::{Board, GameSeed, Move, MoveTables, Session};

/// The largest number of playouts.
const MAX_PLAYOUTS: u32 = 1_000_000;

/// The largest number of forced moves.
const MAX_FORCED_MOVES: u8 = 5;

/// Settings of a Monte Carlo player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MonteCarloSettings {
    /// Random playouts for each first move, or for each sequence of forced moves.
    #[schemars(range(min = 1, max = MAX_PLAYOUTS))]
    pub playouts: u32,
    /// How many first moves are tried in every sequence before chance takes over.
    #[schemars(range(min = 1, max = MAX_FORCED_MOVES))]
    pub forced_moves: u8,
    /// The seed of the playouts; with the board it decides the move.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
}

impl Default for MonteCarloSettings {
    /// 100 playouts after one forced move, seed 0.
    fn default() -> Self {
        Self { playouts: 100, forced_moves: 1, seed: 0 }
    }
}

impl MonteCarloSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        in_range("playouts", self.playouts, 1..=MAX_PLAYOUTS)?;
        in_range("forced-moves", self.forced_moves, 1..=MAX_FORCED_MOVES)
    }

    /// The mean of the points of the rest of the game for each move, with the move's own. The nodes
    /// are the random moves.
    pub(super) fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        let mut game = Session::from_board(board, GameSeed::of_position(self.seed, board));
        let tables = MoveTables::get();
        Move::ALL.map(|direction| {
            let after = tables.legal(board, direction)?;
            let points = f64::from(tables.points(board, direction));
            Some(points + self.best_mean(after, &mut game, nodes))
        })
    }

    /// The mean of the points after an afterstate, for the best sequence of forced moves.
    fn best_mean(&self, after: Board, game: &mut Session, random_moves: &mut u64) -> f64 {
        let length = u32::from(self.forced_moves) - 1;
        let sequences = 0..4_u32.pow(length);
        let means = sequences.map(|sequence| {
            let mut points = 0;
            for _ in 0..self.playouts {
                game.restart(after);
                for place in 0..length {
                    let direction = Move::ALL[(sequence >> (2 * place) & 3) as usize];
                    if !game.make(direction) {
                        game.make_random();
                    }
                }
                while game.make_random() {}
                points += game.score();
                *random_moves += u64::from(game.moves());
            }
            points as f64 / f64::from(self.playouts)
        });
        means.fold(0.0, f64::max)
    }
}
