//! Games of 2048 whose boards are held here: a program answers moves, and knows no seed, rule or
//! score.

mod connection;
mod games;
pub(crate) mod lines;
pub(crate) mod mover;
mod seat;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::{EvaluateError, GameResult, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, GameFailure, Job, ProgramGame};

use self::games::Games;
use self::seat::Seat;
use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::run::SilenceNote;

/// A job whose games are refereed.
pub(crate) struct Referee<'a> {
    job: &'a Job,
    settings: &'a CommandSettings,
    program: Arc<Program>,
    pool: &'a Pool,
    processes: usize,
    monitor: &'a Monitor,
    note: &'a SilenceNote,
    games: Mutex<Games<'a>>,
    /// Whether the job has failed, so that no one goes on.
    has_failed: AtomicBool,
}

/// The end of a game.
struct Ended {
    index: usize,
    result: GameResult,
    /// Seconds that the program took for its moves.
    seconds: f64,
    trouble: Option<GameFailure>,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(
        job: &'a Job,
        settings: &'a CommandSettings,
        pool: &'a Pool,
        program: Program,
        processes: usize,
        monitor: &'a Monitor,
        note: &'a SilenceNote,
    ) -> Self {
        let program = Arc::new(program);
        let is_checked = !settings.deterministic || pool.is_checked(&program);
        Self {
            job,
            settings,
            program,
            pool,
            processes,
            monitor,
            note,
            games: Mutex::new(Games::new(job, processes, !is_checked)),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Plays all games, and delivers the candidates in their order: none before the program was
    /// found to be deterministic.
    ///
    /// # Errors
    /// If the games cannot be played, or a stop was requested.
    pub(crate) fn play(
        &self,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        thread::scope(|scope| {
            let (ended, games) = mpsc::channel::<Ended>();
            let mut seats = Vec::new();
            for _ in 0..self.processes {
                let ended = ended.clone();
                let seat = thread::Builder::new().name("games of a program".to_owned());
                let seat = seat.spawn_scoped(scope, move || {
                    let outcome = Seat::new(self).play(&ended);
                    self.has_failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
                    outcome
                });
                seats.push(seat.map_err(|error| {
                    self.has_failed.store(true, Ordering::Relaxed);
                    EvaluateError::threads(error)
                })?);
            }
            drop(ended);
            self.collect(&games, deliver);
            let join = |seat: thread::ScopedJoinHandle<'_, _>| {
                seat.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            let outcomes: Vec<Result<(), EvaluateError>> = seats.into_iter().map(join).collect();
            // One failure interrupts the others.
            let is_cause =
                |outcome: &Result<_, _>| matches!(outcome, Err(EvaluateError::Failed(_)));
            let cause = outcomes.iter().position(is_cause).unwrap_or(0);
            outcomes.into_iter().nth(cause).unwrap_or(Ok(()))
        })
    }

    fn collect(&self, games: &mpsc::Receiver<Ended>, deliver: &mut dyn FnMut(CandidateGames)) {
        let seeds = self.job.seeds.len();
        let mut collector = Collector::new(self.job.candidates.len(), seeds);
        let mut deliver_checked = |collector: &mut Collector<ProgramGame>| {
            if self.games().is_checked() {
                std::iter::from_fn(|| collector.next_finished())
                    .for_each(|games| deliver(games.into()));
            }
        };
        for Ended { index, result, seconds, trouble } in games {
            let result = ProgramGame { result, extras: Vec::new(), trouble };
            collector.add(PlayedGame { index, result, seconds });
            self.monitor.game_played();
            deliver_checked(&mut collector);
        }
        // The check may have ended after the last game.
        if !self.is_stopped() {
            deliver_checked(&mut collector);
        }
    }

    fn games(&self) -> MutexGuard<'_, Games<'a>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.monitor.stop_requested() || self.has_failed.load(Ordering::Relaxed)
    }

    fn check_stop(&self) -> Result<(), EvaluateError> {
        if self.is_stopped() { Err(EvaluateError::Interrupted) } else { Ok(()) }
    }

    /// The largest number of boards of a request.
    fn boards_per_request(&self) -> usize {
        self.settings.boards_per_request.map_or(BOARDS_PER_REQUEST, |boards| boards as usize)
    }
}

/// The largest number of boards of a request without a setting.
const BOARDS_PER_REQUEST: usize = 64;
