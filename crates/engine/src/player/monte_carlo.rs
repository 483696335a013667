//! Pure Monte Carlo: the first move whose random playouts end best.
//!
//! No heuristic. Every legal first move is played on to the end of the game at
//! random, so many times, and is worth the mean of the points made.
//!
//! More than the first move can be forced: with k forced moves, every sequence
//! of k directions is tried, each with the full number of playouts, and a first
//! move is worth the best of the sequences that it begins. A forced move that
//! the spawns before it have made illegal gives way to a random one.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnalysingPlayer, first_best};
use crate::game::{Board, GameSeed, Move, MoveTables, Player, Playout, SpawnSource};

/// Settings of a Monte Carlo player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(deny_unknown_fields)]
pub struct MonteCarloSettings {
    /// Random playouts per first move; per sequence of forced moves if these are more than one.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub playouts: u32,
    /// How many first moves are tried in every sequence before chance takes over: 1 to 5.
    #[schemars(range(min = 1, max = 5))]
    pub forced_moves: u8,
    /// The seed of its chance: with the board it decides the move.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
}

impl Default for MonteCarloSettings {
    /// 100 playouts after the first move, seed 0.
    fn default() -> Self {
        Self {
            playouts: 100,
            forced_moves: 1,
            seed: 0,
        }
    }
}

/// Such as `monte-carlo 100 playouts`.
impl fmt::Display for MonteCarloSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.playouts == 1 { "" } else { "s" };
        write!(formatter, "monte-carlo {} playout{plural}", self.playouts)?;
        if self.forced_moves > 1 {
            write!(formatter, ", {} forced moves", self.forced_moves)?;
        }
        Ok(())
    }
}

/// A player that tries each first move by random playouts.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    settings: MonteCarloSettings,
    random_moves: u64,
}

impl MonteCarlo {
    /// A player with these settings.
    pub fn new(settings: &MonteCarloSettings) -> Self {
        Self {
            settings: *settings,
            random_moves: 0,
        }
    }

    /// The mean points still to come with each legal first move.
    fn means(&mut self, board: Board) -> [Option<f64>; 4] {
        let mut source = SpawnSource::new(GameSeed::of_position(self.settings.seed, board));
        let tables = MoveTables::get();
        Move::ALL.map(|direction| {
            let after = tables.apply(board, direction);
            (after != board).then(|| {
                let points = f64::from(tables.points(board, direction));
                points + self.best_mean(after, &mut source)
            })
        })
    }

    /// The mean points from an afterstate on, after the best sequence of forced moves.
    fn best_mean(&mut self, after: Board, source: &mut SpawnSource) -> f64 {
        let length = u32::from(self.settings.forced_moves) - 1;
        let sequences = 0..4_u32.pow(length);
        let means = sequences.map(|sequence| {
            let mut points = 0;
            for _ in 0..self.settings.playouts {
                let mut playout = Playout::new(after, source);
                for place in 0..length {
                    let direction = Move::ALL[(sequence >> (2 * place) & 3) as usize];
                    if !playout.make(direction) {
                        playout.make_random();
                    }
                }
                playout.finish();
                points += playout.points();
                self.random_moves += playout.moves();
            }
            points as f64 / f64::from(self.settings.playouts)
        });
        means.fold(0.0, f64::max)
    }
}

impl Player for MonteCarlo {
    fn start_game(&mut self) {
        self.random_moves = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.means(board))
    }

    /// The moves of all playouts.
    fn nodes(&self) -> u64 {
        self.random_moves
    }
}

impl AnalysingPlayer for MonteCarlo {
    /// The mean points still to come with each move, its own among them.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.means(board)
    }

    fn static_value(&self, _: Board) -> Option<f64> {
        None
    }

    fn depth_for(&self, _: Board) -> Option<u32> {
        None
    }
}
