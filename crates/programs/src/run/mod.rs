//! A running job: each seat is a thread that gives games to one process after the other.

mod boards;
mod connection;
mod games;
pub(crate) mod mover;
mod pace;
mod repeats;
mod seat;
mod silence;
mod whole_games;

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, GameFailure, Job, ProgramGame};

use self::games::Games;
use self::pace::Pace;
use self::seat::Seat;
pub(crate) use self::silence::SilenceNote;
use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::protocol::request::Game;

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
}

/// The state that all seats share.
struct State<'a> {
    games: Games<'a>,
    pace: Pace,
    /// How games failed for the first time.
    first_tries: HashMap<Game, String>,
    /// The processes in a row that played a game again without failure, and then nothing more.
    short_lives: u32,
    /// When a process has answered last; none once the silence was told.
    silent_since: Option<Instant>,
    /// Why no one goes on.
    failure: Option<EvaluateError>,
}

impl State<'_> {
    /// What went wrong in a game, if anything did.
    fn trouble(&self, game: Game, has_failed: bool) -> Option<GameFailure> {
        let cause = self.first_tries.get(&game)?;
        Some(GameFailure { cause: format!("seed {}, {cause}", game.seed), has_failed })
    }
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
            first_tries: HashMap::new(),
            short_lives: 0,
            silent_since: Some(Instant::now()),
            failure: None,
        };
        Self { job, settings, program, pool, processes, monitor, note, state: Mutex::new(state) }
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
        let (sender, ended) = mpsc::channel();
        let has_delivered_all = thread::scope(|scope| {
            for _ in 0..self.processes.min(self.job.candidates.len() * self.job.seeds.len()) {
                let sender = sender.clone();
                let play = move || {
                    Seat::new(self, sender).play().unwrap_or_else(|error| self.fail(error));
                };
                let seat = thread::Builder::new().name("games of a program".to_owned());
                if let Err(error) = seat.spawn_scoped(scope, play) {
                    self.fail(EvaluateError::threads(error));
                }
            }
            drop(sender);
            self.collect(&ended, deliver)
        });
        match self.state().failure.take() {
            Some(error) if error != EvaluateError::Interrupted || !has_delivered_all => Err(error),
            _ => Ok(()),
        }
    }

    /// Ends the job. One failure interrupts the others.
    fn fail(&self, error: EvaluateError) {
        let failure = &mut self.state().failure;
        if failure.as_ref().is_none_or(|known| *known == EvaluateError::Interrupted) {
            *failure = Some(error);
        }
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
        if self.monitor.stop_requested() || self.state().failure.is_some() {
            return Err(EvaluateError::Interrupted);
        }
        Ok(())
    }
}
