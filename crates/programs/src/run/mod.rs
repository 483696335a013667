//! A running job: each seat is a thread that gives games to one process after the other.

mod blame;
mod boards;
mod connection;
mod games;
pub(crate) mod mover;
mod pace;
mod repeats;
mod seat;
mod silence;
mod whole_games;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Job, ProgramGame};

use self::blame::FailurePolicy;
use self::games::Games;
use self::pace::Pace;
use self::seat::Seat;
pub(crate) use self::silence::SilenceNote;
use crate::process::pool::Pool;
use crate::process::program::Program;

/// A running job.
pub(crate) struct Run<'a> {
    job: &'a Job,
    settings: &'a CommandSettings,
    program: Arc<Program>,
    pool: &'a Pool,
    processes: usize,
    monitor: &'a Monitor,
    note: &'a SilenceNote,
    state: Mutex<State<'a>>,
    /// Whether the job has failed, so that no one goes on.
    has_failed: AtomicBool,
}

/// The state that all seats share.
struct State<'a> {
    games: Games<'a>,
    pace: Pace,
    blame: FailurePolicy,
    /// When a process has answered last; none once the silence was told.
    silent_since: Option<Instant>,
}

impl<'a> Run<'a> {
    /// A job for a number of processes of a program.
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
        let fixed = settings.games_per_request.map(|games| games as usize);
        let fixed = if settings.is_started_for_each_game() { Some(1) } else { fixed };
        let state = State {
            games: Games::new(job, settings.deterministic, is_checked),
            pace: Pace::new(fixed, processes),
            blame: FailurePolicy::default(),
            silent_since: Some(Instant::now()),
        };
        let (state, has_failed) = (Mutex::new(state), AtomicBool::new(false));
        Self { job, settings, program, pool, processes, monitor, note, state, has_failed }
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
            let (sender, ended) = mpsc::channel();
            let mut seats = Vec::new();
            for _ in 0..self.processes.min(self.job.candidates.len() * self.job.seeds.len()) {
                let sender = sender.clone();
                let seat = thread::Builder::new().name("games of a program".to_owned());
                let seat = seat.spawn_scoped(scope, move || {
                    let outcome = Seat::new(self, sender).play();
                    self.has_failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
                    outcome
                });
                seats.push(seat.map_err(|error| {
                    self.has_failed.store(true, Ordering::Relaxed);
                    EvaluateError::threads(error)
                })?);
            }
            drop(sender);
            let has_delivered_all = self.collect(&ended, deliver);
            let outcomes = seats
                .into_iter()
                .map(|seat| seat.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            let mut errors: Vec<_> = outcomes.filter_map(Result::err).collect();
            // One failure interrupts the others.
            let cause = errors.iter().position(|error| *error != EvaluateError::Interrupted);
            match cause {
                Some(cause) => Err(errors.swap_remove(cause)),
                None if errors.is_empty() || has_delivered_all => Ok(()),
                None => Err(EvaluateError::Interrupted),
            }
        })
    }

    /// Delivers the candidates whose games have ended; returns whether these are all.
    fn collect(
        &self,
        ended: &Receiver<PlayedGame<ProgramGame>>,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> bool {
        let mut collector = Collector::new(self.job.candidates.len(), self.job.seeds.len());
        let mut deliver_checked = |collector: &mut Collector<ProgramGame>| {
            if !self.state().games.repeats.is_open() {
                std::iter::from_fn(|| collector.next_finished())
                    .for_each(|games| deliver(games.into()));
            }
        };
        for game in ended {
            collector.add(game);
            deliver_checked(&mut collector);
        }
        // The check may have ended after the last game.
        deliver_checked(&mut collector);
        collector.has_delivered_all()
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_stop(&self) -> Result<(), EvaluateError> {
        if self.monitor.stop_requested() || self.has_failed.load(Ordering::Relaxed) {
            return Err(EvaluateError::Interrupted);
        }
        Ok(())
    }
}
