//! One process after the other, and what is said with it.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use tune2048_engine::EvaluateError;

use super::Run;
use crate::failure::{Failure, Fault};
use crate::process::Process;
use crate::process::conversation::{Event, Expected, Report};
use crate::process::pool::Permit;
use crate::protocol::answer::{ONLY_ANSWERS, check_greeting};
use crate::protocol::request::Game;

/// The time between two looks at the monitor.
const POLL: Duration = Duration::from_millis(50);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// What ends a request.
pub(super) enum Trouble {
    /// The process has failed.
    Fault(Fault),
    /// The job ends.
    End(EvaluateError),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<EvaluateError> for Trouble {
    fn from(error: EvaluateError) -> Self {
        Self::End(error)
    }
}

/// One process after the other.
pub(super) struct Connection<'r, 'a> {
    run: &'r Run<'a>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    pub(super) process: Option<Process>,
    // Given back after the end of the process.
    permit: Option<Permit<'r>>,
    /// The program and arguments of the process.
    words: Vec<String>,
    /// Whether the last process has failed when it started.
    has_failed_to_start: bool,
    /// The game that is named if the process is silent.
    pub(super) played: Option<Game>,
}

impl<'r, 'a> Connection<'r, 'a> {
    pub(super) fn new(run: &'r Run<'a>) -> Self {
        let (sender, events) = mpsc::channel();
        Self {
            run,
            sender,
            events,
            process: None,
            permit: None,
            words: run.program.words.clone(),
            has_failed_to_start: false,
            played: None,
        }
    }

    /// The process, which runs.
    pub(super) fn running(&mut self) -> &mut Process {
        self.process.as_mut().expect("it was started")
    }

    /// Waits until fewer processes play than may, and sees to a process that may play: a fresh one if
    /// it is asked for, else one that is idle if there is one. A program that is started for each game
    /// has none yet.
    pub(super) fn prepare(&mut self, is_fresh: bool) -> Result<(), EvaluateError> {
        while self.permit.is_none() {
            self.permit = self.run.pool.permit(self.run.processes, &self.sender);
            while self.permit.is_none() && self.events.recv_timeout(POLL).is_err() {
                self.run.check_stop()?;
            }
        }
        if self.games_left() == 0 {
            self.process.take().into_iter().for_each(|old| self.run.pool.dismiss(old));
        }
        if self.run.settings.is_started_for_each_game() {
            return Ok(());
        }
        if self.process.is_none() && !is_fresh {
            self.process = self.run.pool.take(&self.run.program, None);
        }
        while self.process.is_none() {
            match self.start() {
                Err(Trouble::End(error)) => return Err(error),
                Err(Trouble::Fault(fault)) if self.has_failed_to_start => {
                    let summary = format!("the program fails when it starts: {}", fault.what);
                    return Err(self.error(summary, None, None, fault.advice));
                }
                outcome => {
                    self.has_failed_to_start = outcome.is_err();
                    self.process.take_if(|_| outcome.is_err());
                }
            }
        }
        Ok(())
    }

    /// How many games the process may begin before a fresh one replaces it.
    pub(super) fn games_left(&self) -> u64 {
        let limit = self.run.settings.games_per_process.unwrap_or(u64::MAX);
        limit - self.process.as_ref().map_or(0, |process| process.games).min(limit)
    }

    /// Starts a process and reads its greeting.
    fn start(&mut self) -> Result<(), Trouble> {
        self.spawn(self.run.program.words.clone(), true)?;
        self.played = None;
        self.order(String::new(), Expected::Lines(1));
        let settings = self.run.settings;
        let advice = "write {\"protocol\": 1} as first line, before anything is read, and flush it; \
             raise start-timeout-seconds in [player.command] if the program needs more time to start";
        let late = "it wrote no greeting";
        let report = self.receive(settings.start_timeout_seconds, late, advice)?;
        let greeting = self.first_line(report, "before its greeting", ONLY_ANSWERS)?;
        Ok(check_greeting(&greeting, settings.plays)?)
    }

    /// Starts a program with its arguments.
    pub(super) fn spawn(
        &mut self,
        words: Vec<String>,
        has_input: bool,
    ) -> Result<(), EvaluateError> {
        let program = &self.run.program;
        let mut command = program.command(words[1..].iter().map(String::as_str));
        let process = self.run.pool.start(&mut command, has_input);
        let of_start = |error| Failure::of_start(program, &words, &error);
        self.process = Some(process.map_err(of_start)?);
        self.words = words;
        Ok(())
    }

    /// Kills the process, and returns the last lines of its standard error.
    pub(super) fn kill(&mut self) -> Option<Vec<String>> {
        self.process.take().map(Process::kill)
    }

    /// Leaves the process to another job, which may then play.
    pub(super) fn put_back(&mut self) {
        if let Some(process) = self.process.take() {
            self.run.pool.put_back(&self.run.program, process);
        }
        self.permit = None;
    }

    /// Takes another process if one is idle, else none, and puts back this one.
    pub(super) fn change(&mut self) {
        if let Some(process) = self.process.take() {
            self.process = self.run.pool.take(&self.run.program, Some(process.number));
            self.run.pool.put_back(&self.run.program, process);
        }
    }

    /// Writes a line or nothing, for which the process is expected to write something.
    pub(super) fn order(&mut self, line: String, expected: Expected) {
        let Self { process, sender, .. } = self;
        process.as_ref().expect("it was started").order(line.into_bytes(), expected, sender);
    }

    /// Writes a line and reads the next one; `only` is the advice about what to write.
    pub(super) fn ask(
        &mut self,
        line: String,
        late: &str,
        only: &'static str,
    ) -> Result<Vec<u8>, Trouble> {
        self.order(line, Expected::Lines(1));
        let report = self.answer(late)?;
        self.first_line(report, "before it had answered", only)
    }

    fn first_line(
        &mut self,
        report: Report,
        when: &str,
        only: &'static str,
    ) -> Result<Vec<u8>, Trouble> {
        let Report { lines, end, .. } = report;
        let line = lines.into_iter().next();
        line.ok_or_else(|| Fault::of_end(self.running(), end, when, only).into())
    }

    /// Waits for an answer as long as it may take; `late` is what is said of one that comes too late.
    pub(super) fn answer(&mut self, late: &str) -> Result<Report, Trouble> {
        let advice = "raise timeout-seconds in [player.command] if games take longer; flush standard output \
             after each answer";
        self.receive(self.run.settings.timeout_seconds, late, advice)
    }

    /// Waits for what the process writes.
    fn receive(
        &mut self,
        seconds: f64,
        late: &str,
        advice: &'static str,
    ) -> Result<Report, Trouble> {
        let Self { run, events, process, played, .. } = self;
        let process = process.as_mut().expect("it was started");
        let began = Instant::now();
        let mut due = began + Duration::from_secs_f64(seconds);
        loop {
            let poll = Instant::now() + POLL;
            match events.recv_timeout(POLL) {
                Ok(Event::Report(report)) if report.process == process.number => {
                    run.note_answer();
                    return Ok(report);
                }
                // A report of a process that was killed.
                Ok(_) => continue,
                Err(_) => {}
            }
            if poll.elapsed() > STOPPED {
                // This process was stopped, and the program may have been as well.
                due += poll.elapsed();
            }
            run.check_stop()?;
            process.note_exit();
            if Instant::now() > due {
                return Err(Fault::new(format!("{late} within {seconds} s"), advice).into());
            }
            played.iter().for_each(|game| run.note_silence(*game, began));
        }
    }

    /// The error that stops the job, with the last lines of the process, which is killed.
    pub(super) fn error(
        &mut self,
        summary: String,
        request: Option<String>,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let stderr = self.kill();
        let (program, words, stderr) = (&*self.run.program, &*self.words, stderr.as_deref());
        let failure = Failure { summary, program, words, request, earlier, stderr, advice };
        EvaluateError::Failed(failure.to_string())
    }
}
