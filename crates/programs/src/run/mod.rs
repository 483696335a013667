//! What plays any subject on this machine. A running job of a program has seats: threads that give games to one process
//! after the other.

mod boards;
mod connection;
mod games;
mod pace;
mod repeats;
mod seat;
mod whole_games;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::{EvaluateError, GameEvaluator, Monitor};
use tune2048_tuner::subject::{
    CandidateGames, CommandSettings, Deliver, Evaluate, GameFailure, Job, Jobs, Played,
    ProgramGame, one_by_one,
};

use self::games::Games;
use self::pace::Pace;
use self::seat::Seat;
use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::protocol::request::Game;

/// The silence of a program after which a note is due, unless another one is given.
const SILENCE: Duration = Duration::from_secs(20);

/// How much longer than a mean game it may last.
const LONG_GAME: u32 = 10;

/// Plays the games of any subject on this machine: those of this library on threads, those of
/// programs in processes.
///
/// Programs are started with their first games and stay alive between jobs. Dropping the players closes
/// their standard input, and kills those that do not exit within a second.
#[allow(missing_debug_implementations, reason = "processes and a function say nothing")]
pub struct Players {
    threads: Option<usize>,
    boards: GameEvaluator,
    pool: Pool,
    /// The silence of a program after which a note is due, and who takes it.
    silence: Duration,
    say: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Players {
    /// Starts `threads` threads, one per core if `None`; at most as many processes of a program play at
    /// the same time. With settings that name a number of processes, the smaller number counts; in place
    /// of `None` that of the settings.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn new(threads: Option<usize>) -> Result<Self, EvaluateError> {
        let boards = GameEvaluator::new(threads)?;
        let (pool, say) = (Pool::default(), Arc::new(|_: &str| {}));
        Ok(Self { threads, boards, pool, silence: SILENCE, say })
    }

    /// Says which game of a program is being played after a silence, of 20 seconds if no other is given.
    #[must_use]
    pub fn noting_silence(
        self,
        after: Option<Duration>,
        say: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Self {
        Self { silence: after.unwrap_or(SILENCE), say, ..self }
    }
}

impl Evaluate for Players {
    fn concurrent_games(&self) -> usize {
        self.boards.threads()
    }

    /// Plays the jobs of programs in turn, and ahead those between them.
    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        let mut jobs = jobs.enumerate().peekable();
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue()
            && let Some((first, job)) = jobs.peek()
        {
            let (first, is_program) = (*first, job.subject.is_program());
            let next = || Some(jobs.next_if(|(_, job)| job.subject.is_program() == is_program)?.1);
            let mut alike = std::iter::from_fn(next);
            let mut deliver = |number, games| {
                flow = deliver(first + number, games);
                flow
            };
            match is_program {
                true => one_by_one(&mut alike, &mut deliver, |job, deliver| {
                    Run::new(self, job, monitor)?.play(deliver)
                })?,
                false => self.boards.evaluate_stream(&mut alike, monitor, &mut deliver)?,
            }
        }
        Ok(())
    }
}

/// A running job.
struct Run<'a> {
    players: &'a Players,
    job: &'a Job,
    settings: &'a CommandSettings,
    program: Arc<Program>,
    processes: usize,
    monitor: &'a Monitor,
    state: Mutex<State<'a>>,
}

/// The state that all seats share.
struct State<'a> {
    games: Games<'a>,
    pace: Pace,
    /// How games failed for the first time.
    first_tries: HashMap<Game, String>,
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
    /// A job of a program with one opponent.
    fn new(
        players: &'a Players,
        job: &'a Job,
        monitor: &'a Monitor,
    ) -> Result<Self, EvaluateError> {
        job.check()?;
        let settings = job.subject.command().expect("a program plays");
        let program = Arc::new(Program::new(settings)?);
        let wanted = settings.processes.map(|processes| processes as usize);
        let given = wanted.into_iter().chain(players.threads).min();
        let processes = given.unwrap_or_else(|| players.boards.threads()).max(1);
        let is_checked = !settings.deterministic || players.pool.is_checked(&program);
        let fixed = settings.games_per_request.map(|games| games as usize);
        let fixed = if settings.is_started_for_each_game() { Some(1) } else { fixed };
        let state = State {
            games: Games::new(job, settings.deterministic, is_checked),
            pace: Pace::new(fixed, processes),
            first_tries: HashMap::new(),
            silent_since: Some(Instant::now()),
            failure: None,
        };
        let state = Mutex::new(state);
        Ok(Self { players, job, settings, program, processes, monitor, state })
    }

    /// Plays all games, and delivers the candidates in their order: none before the program was
    /// found to be deterministic.
    ///
    /// # Errors
    /// If the games cannot be played, or a stop was requested.
    fn play(&self, deliver: &mut dyn FnMut(CandidateGames)) -> Played {
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

    fn check_stop(&self) -> Played {
        if self.monitor.stop_requested() || self.state().failure.is_some() {
            return Err(EvaluateError::Interrupted);
        }
        Ok(())
    }

    /// Says once which game is being played, since a process was asked, if no process answers for long.
    fn note_silence(&self, game: Game, asked: Instant) {
        let silence = {
            let mut state = self.state();
            let Some(since) = state.silent_since else { return };
            let silence = since.max(asked).elapsed();
            if silence < self.players.silence.max(LONG_GAME * state.pace.game_time()) {
                return;
            }
            state.silent_since = None;
            silence
        };
        let (seeds, candidates) = (self.job.seeds.len(), self.job.candidates.len());
        (self.players.say)(&format!(
            "note: the program has not answered for {:.0} s; game {} of {seeds} of candidate {} of \
             {candidates} is being played, with seed {}: does the program flush standard output \
             after each line, and answer before its input ends?",
            silence.as_secs_f64(),
            game.index % seeds + 1,
            game.index / seeds + 1,
            game.seed
        ));
    }
}
