//! One process after the other, and what is said with it.

use std::process::Stdio;
use std::time::{Duration, Instant};

use tune2048_engine::EvaluateError;
use tune2048_tuner::words::quoted;

use super::Run;
use crate::failure::Fault;
use crate::process::Process;
use crate::process::pipes::Line;
use crate::process::pool::Permit;
use crate::protocol::answer::{ONLY_ANSWERS, check_greeting};
use crate::protocol::request::Game;

/// The time between two looks at the monitor.
const POLL: Duration = Duration::from_millis(50);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// The number of characters that are shown of a request.
const SHOWN_REQUEST: usize = 2000;

/// What ends a request.
pub(super) enum Trouble {
    /// The process has failed.
    Fault(Fault),
    /// The job ends.
    End(EvaluateError),
}

impl Trouble {
    /// The fault of the process, unless the job ends.
    pub(super) fn fault(self) -> Result<Fault, EvaluateError> {
        match self {
            Self::Fault(fault) => Ok(fault),
            Self::End(error) => Err(error),
        }
    }
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
    pub(super) process: Option<Process>,
    // Given back after the end of the process.
    permit: Option<Permit<'r>>,
    /// The program and arguments of the process.
    words: Vec<String>,
    /// Since when the process owes a line.
    asked: Instant,
    /// The game that is named if the process is silent.
    pub(super) played: Option<Game>,
}

impl<'r, 'a> Connection<'r, 'a> {
    pub(super) fn new(run: &'r Run<'a>) -> Self {
        Self {
            run,
            process: None,
            permit: None,
            words: run.program.words.clone(),
            asked: Instant::now(),
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
            self.run.check_stop()?;
            self.permit = self.run.players.pool.permit(self.run.processes, POLL);
        }
        if self.run.settings.is_started_for_each_game() {
            return Ok(());
        }
        if self.process.is_none() && !is_fresh {
            self.process = self.run.players.pool.take(&self.run.program, None);
        }
        let mut has_failed = false;
        while self.process.is_none() {
            let Err(trouble) = self.start() else { break };
            let fault = trouble.fault()?;
            if has_failed {
                return Err(self.error(fault.meaning("the program fails when it starts"), None));
            }
            has_failed = true;
            self.process = None;
        }
        Ok(())
    }

    /// Sees to another process than one of a number.
    pub(super) fn replace(&mut self, number: u64) -> Result<(), EvaluateError> {
        if let Some(process) = self.process.take_if(|process| process.number == number) {
            self.process = self.run.players.pool.take(&self.run.program, Some(number));
            self.run.players.pool.put_back(&self.run.program, process);
        }
        self.prepare(true)
    }

    /// Starts a process and reads its greeting.
    fn start(&mut self) -> Result<(), Trouble> {
        self.spawn(self.run.program.words.clone())?;
        self.played = None;
        let settings = self.run.settings;
        let advice = "write {\"protocol\": 1} as first line, before anything is read, and flush it; \
             raise start-timeout-seconds in [player.command] if the program needs more time to start";
        let late = "it wrote no greeting";
        let greeting = self.receive(settings.start_timeout_seconds, late, advice)?;
        let of_end = |end| Fault::of_end(self.running(), end, "before its greeting", ONLY_ANSWERS);
        Ok(check_greeting(&greeting.map_err(of_end)?, settings.plays)?)
    }

    /// Starts a program with its arguments.
    pub(super) fn spawn(&mut self, words: Vec<String>) -> Result<(), EvaluateError> {
        self.words = words;
        let program = &self.run.program;
        let mut command = program.command(&self.words[1..]);
        if self.run.settings.is_started_for_each_game() {
            command.stdin(Stdio::null());
        }
        let started = self.run.players.pool.start(&mut command);
        let started = started.map_err(|error| self.error(program.start_problem(&error), None))?;
        self.process = Some(started);
        self.asked = Instant::now();
        Ok(())
    }

    /// Kills the process, and returns the last lines of its standard error.
    pub(super) fn kill(&mut self) -> Option<Vec<String>> {
        self.process.take().map(Process::kill)
    }

    /// Leaves the process to another job, which may then play.
    pub(super) fn put_back(&mut self) {
        if let Some(process) = self.process.take() {
            self.run.players.pool.put_back(&self.run.program, process);
        }
        self.permit = None;
    }

    /// Writes a line that the process answers.
    pub(super) fn write(&mut self, line: String) {
        self.running().write(line);
        self.asked = Instant::now();
    }

    /// Reads the next line of an answer; `late` is what is said of one that comes too late, `only` the
    /// advice about what to write.
    pub(super) fn read(&mut self, late: &str, only: &'static str) -> Result<Vec<u8>, Trouble> {
        let line = self.receive_answer(late)?;
        // The next line has as much time.
        self.asked = Instant::now();
        let when = "before it had answered";
        Ok(line.map_err(|end| Fault::of_end(self.running(), end, when, only))?)
    }

    /// Waits for a line as long as a game may take.
    pub(super) fn receive_answer(&mut self, late: &str) -> Result<Line, Trouble> {
        let advice = "raise timeout-seconds in [player.command] if games take longer; flush standard output \
             after each answer";
        self.receive(self.run.settings.timeout_seconds, late, advice)
    }

    /// Waits for a line until so long after the process was asked.
    fn receive(&mut self, seconds: f64, late: &str, advice: &'static str) -> Result<Line, Trouble> {
        let Self { run, process, played, asked, .. } = self;
        let process = process.as_mut().expect("it was started");
        loop {
            let poll = Instant::now() + POLL;
            if let Some(line) = process.line(POLL) {
                run.state().silent_since = Some(Instant::now());
                return Ok(line);
            }
            if poll.elapsed() > STOPPED {
                // This process was stopped, and the program may have been as well.
                *asked += poll.elapsed();
            }
            run.check_stop()?;
            if asked.elapsed() > Duration::from_secs_f64(seconds) {
                return Err(Fault::new(format!("{late} within {seconds} s"), advice).into());
            }
            played.iter().for_each(|game| run.note_silence(*game, *asked));
        }
    }

    /// The error that stops the job, with the last lines of the process, which is killed.
    pub(super) fn error(&mut self, fault: Fault, request: Option<String>) -> EvaluateError {
        let stderr = self.kill();
        let program = &self.run.program;
        let (line, folder) = (program.command_line(&self.words), &program.folder);
        let mut lines = vec![fault.what, format!("  program: {line}")];
        lines.push(format!("  folder: {}", folder.display()));
        let mut by_hand = format!("cd {} && ", quoted(folder));
        if let Some(request) = request.as_deref().map(str::trim_end) {
            match request.char_indices().nth(SHOWN_REQUEST) {
                None => {
                    lines.push(format!("  request: {request}"));
                    by_hand += &format!("echo {} | ", quoted(request));
                }
                Some((end, _)) => lines.push(format!("  request: {} ...", &request[..end])),
            }
        }
        match stderr.as_deref() {
            None => {}
            Some([]) => lines.push("  standard error: empty".to_owned()),
            Some(last) => {
                lines.push("  last lines of standard error:".to_owned());
                lines.extend(last.iter().map(|line| format!("    {line}")));
            }
        }
        lines.push(format!("  by hand: {by_hand}{line}"));
        lines.push(format!("  what to do: {}", fault.advice));
        EvaluateError::Failed(lines.join("\n"))
    }
}
