//! Batches of games: players and seeds in, results out.
//!
//! A game is a pure function of player, weights and seed, and results are
//! delivered in the order of the batch, so that neither the number of threads nor
//! the place where games are played changes anything but the time.

mod collector;
pub mod limits;
mod opening;
mod parallel;
mod running;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

pub use collector::{Collector, PlayedGame, deliver_in_order};
pub use opening::Opening;
use opening::Openings;
pub use parallel::GameEvaluator;

use crate::game::{GameResult, GameSeed};
use crate::heuristic::Weights;
use crate::player::{PlayerSettings, SettingsError};

/// A player with its weights: all that its moves depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardPlayer {
    /// The way in which moves are chosen.
    pub settings: PlayerSettings,
    /// The weights of its heuristic.
    pub weights: Weights,
}

/// Games of some players: each plays every seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The players, each with its weights.
    pub players: Vec<BoardPlayer>,
    /// The seeds of the games that each of them plays.
    pub seeds: Vec<GameSeed>,
    /// The part of each game that is played before the players take over. Results count what
    /// comes after it.
    pub beginning: Option<Opening>,
}

impl Batch {
    /// Checks the settings of all players.
    fn check(&self) -> Result<(), SettingsError> {
        let beginning = self.beginning.as_ref().map(|begun| &begun.player);
        let mut players = beginning.into_iter().chain(&self.players);
        players.try_for_each(|player| player.settings.check())
    }
}

/// The games of one player of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerGames<R = GameResult> {
    /// The player's index in [`Batch::players`].
    pub player: usize,
    /// One result per seed, in the order of [`Batch::seeds`].
    pub results: Vec<R>,
    /// Seconds spent in these games, summed over threads.
    pub seconds: f64,
}

/// The shared state of running games: counts and stops them.
#[derive(Debug, Default)]
pub struct Monitor {
    stop: AtomicBool,
    games: AtomicU64,
}

impl Monitor {
    /// Requests an early end: games in progress are abandoned.
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an early end was requested.
    pub fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts a finished game.
    pub fn game_played(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of finished games.
    pub fn games_played(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }
}

/// Why games could not be played to their end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// [`Monitor::request_stop`] was called before the last games were delivered.
    #[error("interrupted")]
    Interrupted,
    /// A setting of a player is out of its range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The games cannot be played, for example because no thread can be started.
    #[error("{0}")]
    Failed(String),
}

impl EvaluateError {
    /// The error of threads that the system denies, with what to do.
    pub fn threads(cause: impl std::fmt::Display) -> Self {
        Self::Failed(format!(
            "cannot start threads: {cause} - give fewer with --threads, end other programs, or \
             allow the process more threads and memory (ulimit -u, ulimit -v)"
        ))
    }
}
