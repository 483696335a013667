//! One process after the other, and what is said with it.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use tune2048_engine::EvaluateError;
use tune2048_engine::game::{LongGame, Move};
use tune2048_tuner::words::counted;

use super::{Referee, lines};
use crate::failure::{Failure, Fault};
use crate::process::Process;
use crate::process::conversation::{Event, Expected};
use crate::process::pool::Permit;
use crate::protocol::answer::check_greeting;
use crate::protocol::request::weights_object;
use crate::run::stderr_log;

/// The time between two looks at the monitor and the process.
const POLL: Duration = Duration::from_millis(50);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// A game that a process plays.
pub(super) struct Playing {
    pub(super) index: usize,
    /// Its number in the process, once it has one.
    pub(super) number: Option<u64>,
    pub(super) game: LongGame,
    pub(super) seconds: f64,
}

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
    referee: &'r Referee<'a>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    process: Option<Process>,
    /// The candidate whose weights the process has.
    sent: Option<usize>,
    /// Whether the last process has failed when it started.
    has_failed_to_start: bool,
    /// The number of boards that wait for moves.
    boards: usize,
    /// When the memory of the process was looked at.
    looked: Instant,
}

impl<'r, 'a> Connection<'r, 'a> {
    pub(super) fn new(referee: &'r Referee<'a>) -> Self {
        let (sender, events) = mpsc::channel();
        Self {
            referee,
            sender,
            events,
            process: None,
            sent: None,
            has_failed_to_start: false,
            boards: 0,
            looked: Instant::now(),
        }
    }

    /// Waits until fewer processes play than may.
    pub(super) fn permit(&self) -> Result<Permit<'r>, EvaluateError> {
        loop {
            if let Some(permit) = self.referee.pool.permit(self.referee.processes, &self.sender) {
                return Ok(permit);
            }
            while self.events.recv_timeout(POLL).is_err() {
                self.referee.check_stop()?;
            }
        }
    }

    /// How many games the process may begin before a fresh one replaces it.
    pub(super) fn games_left(&self) -> u64 {
        let limit = self.referee.settings.games_per_process.unwrap_or(u64::MAX);
        limit - self.process.as_ref().map_or(0, |process| process.games).min(limit)
    }

    /// Ends the process, and lets it leave.
    pub(super) fn dismiss(&mut self) {
        self.process.take().into_iter().for_each(|old| self.referee.pool.dismiss(old));
    }

    /// Ends the process, and those that wait for games.
    pub(super) fn dismiss_all(&mut self) {
        while self.process.is_some() {
            self.dismiss();
            self.process = self.idle_process();
        }
    }

    /// Kills the process.
    pub(super) fn kill(&mut self) {
        self.process = None;
    }

    /// Leaves the process to another job.
    pub(super) fn put_back(&mut self) {
        if let Some(process) = self.process.take() {
            self.referee.pool.put_back(&self.referee.program, process);
        }
    }

    fn idle_process(&self) -> Option<Process> {
        self.referee.pool.take(&self.referee.program, None)
    }

    /// Asks for a move in each game of a candidate.
    pub(super) fn moves(
        &mut self,
        candidate: usize,
        games: &mut [Playing],
    ) -> Result<Vec<Move>, Trouble> {
        self.boards = games.len();
        self.prepare(candidate)?;
        let process = self.process.as_mut().expect("it is prepared");
        let id = process.requests;
        process.requests += 1;
        let numbered = games.iter_mut().map(|playing| {
            let number = *playing.number.get_or_insert_with(|| {
                process.games += 1;
                process.games - 1
            });
            (number, &playing.game)
        });
        let line = lines::boards_line(id, numbered);
        let began = Instant::now();
        let answer = self.ask(line, self.timeout(), "it has not answered")?;
        let moves = lines::read_moves(&answer, id, games.len())?;
        let seconds = began.elapsed().as_secs_f64() / games.len() as f64;
        games.iter_mut().for_each(|playing| playing.seconds += seconds);
        Ok(moves)
    }

    /// Starts a process if there is none, and sends the weights of a candidate unless it has them.
    fn prepare(&mut self, candidate: usize) -> Result<(), Trouble> {
        if self.process.is_none() {
            self.sent = None;
            self.process = self.idle_process();
        }
        while self.process.is_none() {
            match self.start() {
                Err(Trouble::Fault(fault)) if self.has_failed_to_start => {
                    let summary = format!("the program fails when it starts: {}", fault.what);
                    return Err(self.error(summary, None, None, fault.advice).into());
                }
                Err(Trouble::Fault(_)) => {
                    self.has_failed_to_start = true;
                    self.process = None;
                }
                outcome => outcome?,
            }
        }
        if self.sent == Some(candidate) {
            return Ok(());
        }
        let process = self.process.as_mut().expect("it was started");
        let id = process.requests;
        process.requests += 1;
        let weights = weights_object(&self.referee.job.candidate(candidate));
        let line = lines::weights_line(id, &weights);
        let answer = self.ask(line, self.timeout(), "it has not answered its weights")?;
        lines::read_ready(&answer, id)?;
        self.sent = Some(candidate);
        Ok(())
    }

    fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.referee.settings.timeout_seconds)
    }

    /// Starts a process and reads its greeting.
    fn start(&mut self) -> Result<(), Trouble> {
        let Referee { settings, program, pool, .. } = self.referee;
        let log = stderr_log(settings)?;
        let mut command = program.command(program.words[1..].iter().map(String::as_str));
        let process = pool.start(&mut command, true, log.as_ref());
        let of_start = |error| Failure::of_start(program, &program.words, &error);
        self.process = Some(process.map_err(of_start)?);
        let time = Duration::from_secs_f64(settings.start_timeout_seconds);
        let greeting = self.ask(String::new(), time, "it wrote no greeting")?;
        check_greeting(&greeting, settings.plays)?;
        self.has_failed_to_start = false;
        Ok(())
    }

    /// Writes a line and reads the next one.
    fn ask(&mut self, line: String, time: Duration, late: &str) -> Result<Vec<u8>, Trouble> {
        let Self { referee, sender, events, process, boards, looked, .. } = self;
        let process = process.as_mut().expect("it runs");
        let check_memory = |process: &Process| {
            Fault::of_memory(process, referee.settings.memory_limit).map_or(Ok(()), Err)
        };
        let began = Instant::now();
        if began.duration_since(*looked) > POLL {
            // A program that always answers sooner than the next poll is looked at as well.
            *looked = began;
            check_memory(process)?;
        }
        let (mut due, mut note) = (began + time, began + referee.note.after);
        process.order(line.into_bytes(), Expected::Lines(1), sender);
        loop {
            let poll = Instant::now() + POLL;
            let event = events.recv_timeout(POLL);
            if poll.elapsed() > STOPPED {
                // This process was stopped, and the program may have been as well.
                due += poll.elapsed();
            }
            if let Ok(Event::Report(mut report)) = event {
                if report.process != process.number {
                    continue;
                }
                return match (report.lines.pop(), report.end) {
                    (Some(line), _) => Ok(line),
                    (None, end) => {
                        let when = "before it had answered";
                        Err(Fault::of_end(process, end, when, lines::ADVICE).into())
                    }
                };
            }
            referee.check_stop()?;
            process.note_exit();
            check_memory(process)?;
            let now = Instant::now();
            if now > due {
                let what = format!("{late} within {} s", time.as_secs_f64());
                let advice = "flush standard output after each line; raise timeout-seconds or \
                              start-timeout-seconds in [player.command] if the program needs more time";
                return Err(Fault::new(what, advice).into());
            }
            if now > note {
                note = now + (now - began);
                (referee.note.say)(&format!(
                    "note: the program has not answered for {:.0} s, with {}: does it flush \
                     standard output after each line, and answer before its input ends?",
                    (now - began).as_secs_f64(),
                    counted(*boards, "board")
                ));
            }
        }
    }

    /// The error that stops the job at the board of a candidate's game, with what repeats it.
    pub(super) fn failed(
        &mut self,
        candidate: usize,
        game: &LongGame,
        summary: String,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let weights = weights_object(&self.referee.job.candidate(candidate));
        let boards = lines::boards_line(1, [(0, game)].into_iter());
        let request = lines::weights_line(0, &weights) + &boards;
        self.error(summary, Some(request), earlier, advice)
    }

    fn error(
        &mut self,
        summary: String,
        request: Option<String>,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let stderr = self.process.take().map(Process::kill);
        let program = &self.referee.program;
        let stderr = stderr.as_deref();
        let failure =
            Failure { summary, program, words: &program.words, request, earlier, stderr, advice };
        EvaluateError::Failed(failure.to_string())
    }
}
