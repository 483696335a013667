//! Batches of games: candidates and seeds in, results out.
//!
//! A game is a pure function of player, weights and seed, and results are
//! delivered in the order of the job, so that neither the number of threads nor
//! the place where games are played changes anything but the time.

#[cfg(feature = "threads")]
mod batch;
mod beginning;
mod collector;
pub mod limits;
#[cfg(feature = "threads")]
mod parallel;
mod serial;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

pub use beginning::{Beginning, Beginnings};
pub use collector::{Collector, PlayedGame};
#[cfg(feature = "threads")]
pub use parallel::GameEvaluator;
pub use serial::SerialEvaluator;

use crate::game::{GameResult, GameSeed};
use crate::heuristic::Weights;
use crate::player::{PlayerSettings, SettingsError};

/// A batch of games: every candidate plays every seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The player that uses the weights.
    pub player: PlayerSettings,
    /// The weights of each candidate.
    pub candidates: Vec<Weights>,
    /// The seeds of the games that each candidate plays.
    pub seeds: Vec<GameSeed>,
    /// The part of each game that is played before the candidates take over. Results count what
    /// comes after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Beginning>,
}

impl Job {
    /// Checks that this process can play the games.
    fn check(&self) -> Result<(), EvaluateError> {
        self.player.check()?;
        let beginning = self.beginning.as_ref();
        let of_beginning = beginning.map(|begun| (&begun.player, &begun.weights));
        let of_candidates = self
            .candidates
            .iter()
            .map(|weights| (&self.player, weights));
        for (player, weights) in of_beginning.into_iter().chain(of_candidates) {
            player.with_weights(weights).check()?;
        }
        check_is_own(&self.player)?;
        beginning.map_or(Ok(()), |begun| check_is_own(&begun.player))
    }
}

/// Checks that a player plays its games in this process, move by move.
fn check_is_own(player: &PlayerSettings) -> Result<(), EvaluateError> {
    match player.command() {
        Some(program) => Err(EvaluateError::Failed(format!(
            "the games of `{}` are played by that program - give the job to an evaluator that \
             starts it",
            program.command_line()
        ))),
        None => Ok(()),
    }
}

/// The games of one candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateGames {
    /// The candidate's index in [`Job::candidates`].
    pub candidate: usize,
    /// One result per seed, in the order of [`Job::seeds`].
    pub results: Vec<GameResult>,
    /// Seconds spent in these games, summed over threads; 0 if the evaluator has no clock.
    pub seconds: f64,
    /// Extra numbers that a program reports of its games, by name: the values of the games that
    /// have one, in the order of [`Job::seeds`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extras: BTreeMap<String, Vec<f64>>,
}

/// The shared state of a running job: counts its games and stops it.
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

    /// What [`Self::request_stop`] sets, for work that looks at it by itself.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
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

/// An evaluator could not finish a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// [`Monitor::request_stop`] was called before the last candidate was delivered.
    #[error("interrupted")]
    Interrupted,
    /// A setting of the job's player is out of its range.
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

/// Plays the games of jobs; several threads may submit jobs at the same time.
pub trait Evaluate: Sync {
    /// The largest number of games that are played at the same time, at least 1.
    fn concurrent_games(&self) -> usize;

    /// Plays every candidate on every seed. Delivers the candidates in their
    /// order, each as soon as it and all before it are finished.
    ///
    /// # Errors
    /// [`EvaluateError::Settings`] if the player cannot be built,
    /// [`EvaluateError::Interrupted`] if a stop was requested before the last candidate was
    /// delivered, [`EvaluateError::Failed`] if the games cannot be played.
    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError>;

    /// Plays jobs one after the other, the games of later ones as soon as earlier ones leave cores
    /// free. Delivers the candidates of all jobs in order, each with the number of its job, and
    /// ends early when `deliver` breaks; games that were begun by then are abandoned.
    ///
    /// A job is asked for about as long ahead as cores need to have games; it may depend on what
    /// was delivered before.
    ///
    /// # Errors
    /// Those of [`Evaluate::evaluate`].
    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        evaluate_in_turn(self, jobs, monitor, deliver)
    }

    /// Plays a job of one candidate.
    ///
    /// # Errors
    /// Those of [`Evaluate::evaluate`].
    fn play(
        &self,
        player: &PlayerSettings,
        weights: &Weights,
        seeds: &[GameSeed],
        monitor: &Monitor,
    ) -> Result<CandidateGames, EvaluateError> {
        let job = Job {
            player: player.clone(),
            candidates: vec![weights.clone()],
            seeds: seeds.to_vec(),
            beginning: None,
        };
        let mut games = None;
        self.evaluate(&job, monitor, &mut |played| games = Some(played))?;
        games.ok_or(EvaluateError::Interrupted)
    }
}

/// Plays jobs one after the other, each to its end: an [`Evaluate::evaluate_stream`] that works
/// nothing ahead.
///
/// # Errors
/// Those of [`Evaluate::evaluate`].
pub fn evaluate_in_turn<E: Evaluate + ?Sized>(
    evaluator: &E,
    jobs: &mut dyn Iterator<Item = Job>,
    monitor: &Monitor,
    deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
) -> Result<(), EvaluateError> {
    for (number, job) in jobs.enumerate() {
        let mut flow = ControlFlow::Continue(());
        let outcome = evaluator.evaluate(&job, monitor, &mut |games| {
            if flow.is_continue() {
                flow = deliver(number, games);
            }
        });
        if flow.is_break() {
            break;
        }
        outcome?;
    }
    Ok(())
}
