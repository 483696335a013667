//! A running job: hands games to processes, and waits for what they write.
//!
//! One thread decides everything; other threads only forward what programs write.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tune2048_engine::evaluate::Collector;
use tune2048_engine::player::CommandSettings;
use tune2048_engine::{CandidateGames, EvaluateError, Job, Monitor};

use crate::blame::Blame;
use crate::conversation::{Event, Expected, Order};
use crate::failure::Failure;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::process::Process;
use crate::program::Program;
use crate::queue::{Game, Next, Queue};
use crate::repeats::Repeats;
use crate::request::{Request, line, weights_object};
use crate::slot::{Slot, Task};

/// The time between two looks at the monitor.
const POLL: Duration = Duration::from_millis(50);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// The pause before a second attempt to start a program.
const BEFORE_SECOND_START: Duration = Duration::from_millis(50);

/// A running job.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) job: &'a Job,
    pub(crate) settings: &'a CommandSettings,
    pub(crate) program: Arc<Program>,
    pub(crate) is_once_per_game: bool,
    pub(crate) queue: Queue<'a>,
    pub(crate) collector: Collector,
    pub(crate) blame: Blame,
    pub(crate) slots: Vec<Slot<'a>>,
    pub(crate) monitor: &'a Monitor,
    pool: &'a Pool,
    processes: usize,
    waits_for_permit: bool,
    /// The candidate whose weights were sent last, and their text.
    weights: Option<(usize, String)>,
    sender: Sender<Event>,
    events: Receiver<Event>,
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
    ) -> Self {
        let program = Arc::new(program);
        let is_once_per_game = settings.is_started_for_each_game();
        let fixed = settings.games_per_request.map(|games| games as usize);
        let fixed = if is_once_per_game { Some(1) } else { fixed };
        let is_compared = settings.deterministic && !pool.is_checked(&program);
        let games = job.candidates.len() * job.seeds.len();
        let repeats = Repeats::new(if is_compared { games } else { 0 });
        let (sender, events) = mpsc::channel();
        Self {
            job,
            settings,
            program,
            is_once_per_game,
            queue: Queue::new(job, Pace::new(fixed, processes), repeats),
            collector: Collector::new(job),
            blame: Blame::default(),
            slots: Vec::new(),
            monitor,
            pool,
            processes,
            waits_for_permit: false,
            weights: None,
            sender,
            events,
        }
    }

    /// Plays all games and sends the candidates in their order.
    pub(crate) fn play(mut self, finished: &Sender<CandidateGames>) -> Result<(), EvaluateError> {
        let outcome = self.play_all(finished);
        // After a failure, all processes end before the first of them is waited for.
        for process in self
            .slots
            .iter_mut()
            .filter_map(|slot| slot.process.as_mut())
        {
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
            let sent = finished.send(games);
            sent.map_err(|_| EvaluateError::Interrupted)?;
        }
        Ok(())
    }

    /// Gives games to all slots, opens those that are of use, and closes the others.
    fn assign(&mut self) -> Result<(), EvaluateError> {
        let mut index = 0;
        while index < self.slots.len() {
            if matches!(self.slots[index].task, Task::Idle) && !self.occupy(index)? {
                self.close(index);
            } else {
                index += 1;
            }
        }
        while !self.waits_for_permit && self.slots.len() < self.processes {
            let starts = |slot: &&Slot<'_>| matches!(slot.task, Task::Start { .. });
            if self.queue.left() <= self.slots.iter().filter(starts).count() {
                break;
            }
            let Some(permit) = self.pool.permit(self.processes, &self.sender) else {
                self.waits_for_permit = true;
                break;
            };
            let process = self.pool.take(&self.program);
            self.slots.push(Slot::new(permit, process));
            if !self.occupy(self.slots.len() - 1)? {
                self.close(self.slots.len() - 1);
                break;
            }
        }
        self.waits_for_permit &= self.queue.left() > 0;
        Ok(())
    }

    fn close(&mut self, index: usize) {
        let mut slot = self.slots.swap_remove(index);
        if let Some(process) = slot.process.take() {
            self.pool.put_back(&self.program, process);
        }
    }

    /// Gives an idle slot something to do; returns whether there was anything.
    fn occupy(&mut self, index: usize) -> Result<bool, EvaluateError> {
        let slot = &mut self.slots[index];
        if slot.process.is_none() && !self.is_once_per_game {
            let is_of_use = slot.again.is_some() || self.queue.left() > 0;
            if is_of_use {
                self.start(index)?;
            }
            return Ok(is_of_use);
        }
        slot.began_with_retry |= slot.again.is_some();
        let games = match slot.again.take() {
            Some(game) => vec![game],
            None => match self.queue.next(slot.process.as_ref().map(|p| p.number)) {
                Next::Play(games) => games,
                Next::Leave => {
                    slot.process
                        .take()
                        .into_iter()
                        .for_each(|process| self.pool.dismiss(process));
                    return self.occupy(index);
                }
                Next::Nothing => return Ok(false),
            },
        };
        self.send(index, games)?;
        Ok(true)
    }

    /// Starts a process, whose greeting is then awaited.
    fn start(&mut self, index: usize) -> Result<(), EvaluateError> {
        let words = self.program.words().to_vec();
        let process = self.spawn(&words, true)?;
        process.order(Order {
            input: Vec::new(),
            expected: Expected::Lines(1),
            reports: self.sender.clone(),
        });
        let due = Instant::now() + self.timeout(1);
        let slot = &mut self.slots[index];
        slot.process = Some(process);
        slot.began_with_retry = false;
        slot.task = Task::Start { due };
        Ok(())
    }

    /// Starts the program with other arguments.
    fn spawn(&self, words: &[String], has_input: bool) -> Result<Process, EvaluateError> {
        let arguments = || words[1..].iter().map(String::as_str);
        let start = || {
            self.pool
                .start(&mut self.program.command(arguments()), has_input)
        };
        let process = start().or_else(|_| {
            thread::sleep(BEFORE_SECOND_START);
            start()
        });
        process.map_err(|error: io::Error| {
            let (place, advice) = self.program.start_problem(&error);
            let failure = Failure {
                summary: format!("cannot start the program: {place}"),
                program: &self.program,
                words,
                request: None,
                earlier: None,
                stderr: None,
                advice: &advice,
            };
            EvaluateError::Failed(failure.to_string())
        })
    }

    /// Sends games to the process of a slot, or starts one for them.
    fn send(&mut self, index: usize, games: Vec<Game>) -> Result<(), EvaluateError> {
        let began = Instant::now();
        let due = began + self.timeout(games.len());
        let (input, id, expected) = if self.is_once_per_game {
            let words = self.words_of(index, games[0])?;
            self.slots[index].process = Some(self.spawn(&words, false)?);
            self.slots[index].words = words;
            (Vec::new(), 0, Expected::LastLine)
        } else {
            self.select_weights(games[0]);
            let process = self.slots[index].process.as_mut();
            let id = process.expect("it has greeted").next_request();
            let input = line(id, self.weights_text(), &games).into_bytes();
            (input, id, Expected::Lines(games.len()))
        };
        let slot = &mut self.slots[index];
        slot.process.as_ref().expect("it runs").order(Order {
            input,
            expected,
            reports: self.sender.clone(),
        });
        slot.task = Task::Play {
            request: Request::new(id, games),
            due,
            began,
            reported: began,
        };
        Ok(())
    }

    /// The program and its arguments for a game, if it is started for each.
    fn words_of(&mut self, index: usize, game: Game) -> Result<Vec<String>, EvaluateError> {
        let candidate = self.candidate(game);
        let weights = &self.job.candidates[candidate];
        let file = &mut self.slots[index].weights_file;
        file.arguments(self.program.words(), game.seed, candidate, weights)
            .map_err(|error| {
                EvaluateError::Failed(format!(
                    "cannot write the weights of {{weights-file}} into the folder {}: {error} - \
                     set the variable TMPDIR to a folder with space",
                    std::env::temp_dir().display()
                ))
            })
    }

    fn candidate(&self, game: Game) -> usize {
        game.index / self.job.seeds.len()
    }

    fn select_weights(&mut self, game: Game) {
        let candidate = self.candidate(game);
        if self.weights.as_ref().is_none_or(|(of, _)| *of != candidate) {
            let text = weights_object(&self.job.candidates[candidate]);
            self.weights = Some((candidate, text));
        }
    }

    fn weights_text(&self) -> &str {
        self.weights.as_ref().map_or("{}", |(_, text)| text)
    }

    /// The line that asks for games.
    pub(crate) fn line(&mut self, id: u64, games: &[Game]) -> String {
        self.select_weights(games[0]);
        line(id, self.weights_text(), games)
    }

    /// The time that a number of games may take.
    pub(crate) fn timeout(&self, games: usize) -> Duration {
        Duration::from_secs_f64(self.settings.timeout_seconds * games as f64)
    }

    /// Waits for processes and takes what they write.
    fn wait(&mut self) -> Result<(), EvaluateError> {
        let tasks = self.slots.iter_mut();
        let dues = tasks.filter_map(|slot| slot.task.due().copied());
        let poll = Instant::now() + POLL;
        let end = dues.fold(poll, Instant::min);
        match self
            .events
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            Ok(event) => {
                self.take_event(event)?;
                while let Ok(event) = self.events.try_recv() {
                    self.take_event(event)?;
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let late = end.elapsed();
                if late > STOPPED {
                    let dues = self.slots.iter_mut().filter_map(|slot| slot.task.due());
                    dues.for_each(|due| *due += late);
                }
            }
        }
        self.fail_late()
    }

    fn take_event(&mut self, event: Event) -> Result<(), EvaluateError> {
        match event {
            Event::Vacancy => {
                self.waits_for_permit = false;
                Ok(())
            }
            Event::Report(report) => self.take_report(report),
        }
    }

    /// Notes that the program is deterministic, once all repeated games have been compared.
    pub(crate) fn note_check(&self) {
        if self.settings.deterministic && !self.queue.repeats.is_open() {
            self.pool.set_checked(&self.program);
        }
    }
}
