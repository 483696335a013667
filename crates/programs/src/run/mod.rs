//! A running job: hands games to processes, and waits for what they write.
//!
//! One thread decides everything; other threads only forward what programs write.

mod assign;
mod blame;
mod outcome;
mod pace;
mod queue;
mod repeats;
mod second_try;
mod silence;
mod slot;

use std::fs::{File, OpenOptions};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use tune2048_engine::evaluate::Collector;
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Job, ProgramGame};

use self::blame::FailurePolicy;
use self::pace::Pace;
use self::queue::Queue;
use self::repeats::DeterminismCheck;
use self::silence::Silence;
pub(crate) use self::silence::SilenceNote;
use self::slot::{Slot, Task};
use crate::process::Process;
use crate::process::conversation::Event;
use crate::process::pool::Pool;
use crate::process::program::Program;

/// The time between two looks at the monitor.
const POLL: Duration = Duration::from_millis(50);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// Opens the file for the standard error of programs.
pub(crate) fn stderr_log(settings: &CommandSettings) -> Result<Option<File>, EvaluateError> {
    let open = |path: &String| {
        OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
            EvaluateError::Failed(format!(
                "cannot open the file {path} of `stderr-log`: {error} - make its folder, or name \
                 another file"
            ))
        })
    };
    settings.stderr_log.as_ref().map(open).transpose()
}

/// A running job.
pub(crate) struct Run<'a> {
    job: &'a Job,
    settings: &'a CommandSettings,
    program: Arc<Program>,
    is_once_per_game: bool,
    queue: Queue<'a>,
    collector: Collector<ProgramGame>,
    blame: FailurePolicy,
    slots: Vec<Slot<'a>>,
    monitor: &'a Monitor,
    pool: &'a Pool,
    processes: usize,
    waits_for_permit: bool,
    silence: Silence<'a>,
    stderr_log: Option<File>,
    /// When the processes were looked at.
    looked: Instant,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl<'a> Run<'a> {
    /// A job for a number of processes of a program.
    ///
    /// # Errors
    /// If the file for their standard error cannot be opened.
    pub(crate) fn new(
        job: &'a Job,
        settings: &'a CommandSettings,
        pool: &'a Pool,
        program: Program,
        processes: usize,
        monitor: &'a Monitor,
        note: &'a SilenceNote,
    ) -> Result<Self, EvaluateError> {
        let program = Arc::new(program);
        let is_once_per_game = settings.is_started_for_each_game();
        let fixed = settings.games_per_request.map(|games| games as usize);
        let fixed = if is_once_per_game { Some(1) } else { fixed };
        let most = settings.games_per_process.map_or(usize::MAX, |games| games as usize);
        let is_compared = settings.deterministic && !pool.is_checked(&program);
        let games = job.candidates.len() * job.seeds.len();
        let first = if is_compared { games } else { 0 };
        let repeats = DeterminismCheck::new(
            first,
            settings.deterministic.then(|| DeterminismCheck::salt(job)),
        );
        let (sender, events) = mpsc::channel();
        Ok(Self {
            job,
            settings,
            program,
            is_once_per_game,
            queue: Queue::new(job, Pace::new(fixed, processes, most), repeats),
            collector: Collector::new(job.candidates.len(), job.seeds.len()),
            blame: FailurePolicy::default(),
            slots: Vec::new(),
            monitor,
            pool,
            processes,
            waits_for_permit: false,
            silence: Silence::new(note),
            stderr_log: stderr_log(settings)?,
            looked: Instant::now(),
            sender,
            events,
        })
    }

    /// Plays all games and sends the candidates in their order.
    pub(crate) fn play(mut self, finished: &Sender<CandidateGames>) -> Result<(), EvaluateError> {
        let outcome = self.play_all(finished);
        // After a failure, all processes end before the first of them is waited for.
        for process in self.slots.iter_mut().filter_map(|slot| slot.process.as_mut()) {
            process.signal();
        }
        outcome
    }

    fn play_all(&mut self, finished: &Sender<CandidateGames>) -> Result<(), EvaluateError> {
        loop {
            self.deliver(finished)?;
            if self.monitor.stop_requested() && !self.collector.has_delivered_all() {
                return Err(EvaluateError::Interrupted);
            }
            self.assign()?;
            if self.slots.is_empty() && !self.waits_for_permit {
                // Nothing is left and nothing is played.
                return Ok(());
            }
            self.wait()?;
        }
    }

    /// Sends the candidates that are finished, none before the program is found deterministic.
    fn deliver(&mut self, finished: &Sender<CandidateGames>) -> Result<(), EvaluateError> {
        if self.queue.repeats.is_open() {
            return Ok(());
        }
        while let Some(games) = self.collector.next_finished() {
            // Without a receiver, the caller has panicked.
            let sent = finished.send(games.into());
            sent.map_err(|_| EvaluateError::Interrupted)?;
        }
        Ok(())
    }

    /// Waits for processes and takes what they write.
    fn wait(&mut self) -> Result<(), EvaluateError> {
        let tasks = self.slots.iter_mut();
        let dues = tasks.filter_map(|slot| slot.task.due().copied());
        let poll = Instant::now() + POLL;
        let end = dues.fold(poll, Instant::min);
        let time = end.saturating_duration_since(Instant::now());
        let mut next = self.events.recv_timeout(time).ok();
        let late = end.elapsed();
        if late > STOPPED {
            // Programs may have been stopped as well, and their answers are still to be read.
            let dues = self.slots.iter_mut().filter_map(|slot| slot.task.due());
            dues.for_each(|due| *due += late);
        }
        while let Some(event) = next {
            match event {
                Event::Vacancy => self.waits_for_permit = false,
                Event::Report(report) => self.take_report(report)?,
            }
            next = self.events.try_recv().ok();
        }
        self.look()?;
        self.fail_late()
    }

    /// Finds programs that have exited or need too much memory, and says so if none answers for long.
    fn look(&mut self) -> Result<(), EvaluateError> {
        if self.looked.elapsed() < POLL {
            return Ok(());
        }
        self.looked = Instant::now();
        for slot in &mut self.slots {
            if !matches!(slot.task, Task::Idle) {
                slot.process.iter_mut().for_each(Process::note_exit);
            }
        }
        let playing = self.slots.iter().filter_map(|slot| match &slot.task {
            Task::Play { request, reported, .. } => Some((*reported, request)),
            _ => None,
        });
        if let Some((_, request)) = playing.min_by_key(|(reported, _)| *reported) {
            self.silence.look(self.looked, request, self.job);
        }
        self.fail_large()
    }

    /// Notes that the program is deterministic, once all repeated games have their first scores.
    fn note_check(&self) {
        if self.queue.repeats.are_equal() {
            self.pool.set_checked(&self.program);
        }
    }
}
