//! A place at which one process after the other plays.

use std::fs::File;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tune2048_engine::EvaluateError;
use tune2048_engine::game::{GameResult, LongGame, Move};
use tune2048_tuner::subject::{GameFailure, RequiredMetrics};

use super::games::Next;
use super::{Ended, Referee, lines};
use crate::failure::{Failure, Fault};
use crate::process::Process;
use crate::process::conversation::{End, Event, Expected, MAX_LINE};
use crate::process::pool::Permit;
use crate::protocol::answer::check_greeting;
use crate::protocol::json_line::shown;
use crate::protocol::request::weights_object;
use crate::run::stderr_log;

/// The time between two looks at the monitor and the process.
const POLL: Duration = Duration::from_millis(50);

/// The pause of a process without games while others play.
const PAUSE: Duration = Duration::from_millis(2);

/// How much later than asked a wait ends only if this process was stopped meanwhile.
const STOPPED: Duration = Duration::from_secs(1);

/// The pause before a second attempt to start a program.
const BEFORE_SECOND_START: Duration = Duration::from_millis(50);

/// A game that a process plays.
struct Playing {
    index: usize,
    /// Its number in the process, once it has one.
    number: Option<u64>,
    game: LongGame,
    seconds: f64,
}

/// A place at which one process after the other plays.
pub(super) struct Seat<'r, 'a> {
    referee: &'r Referee<'a>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    process: Option<Process>,
    /// The candidate whose weights the process has.
    sent: Option<usize>,
    /// The candidate that is played.
    candidate: Option<usize>,
    games: Vec<Playing>,
    /// Whether the game is one that is played by itself.
    is_alone: bool,
    /// Whether the last process has failed when it started.
    has_failed_to_start: bool,
}

/// What ends a request.
enum Trouble {
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

impl<'r, 'a> Seat<'r, 'a> {
    pub(super) fn new(referee: &'r Referee<'a>) -> Self {
        let (sender, events) = mpsc::channel();
        Self {
            referee,
            sender,
            events,
            process: None,
            sent: None,
            candidate: None,
            games: Vec::new(),
            is_alone: false,
            has_failed_to_start: false,
        }
    }

    /// Plays games until none is left.
    pub(super) fn play(mut self, ended: &Sender<Ended>) -> Result<(), EvaluateError> {
        let _permit = self.permit()?;
        loop {
            self.check_stop()?;
            match self.take_games() {
                Next::Nothing => break,
                Next::Again(games) => self.play_again(&games)?,
                _ if self.games.is_empty() => thread::sleep(PAUSE),
                _ => self.move_on(ended)?,
            }
        }
        if let Some(process) = self.process.take() {
            self.referee.pool.put_back(&self.referee.program, process);
        }
        Ok(())
    }

    fn check_stop(&self) -> Result<(), EvaluateError> {
        if self.referee.is_stopped() { Err(EvaluateError::Interrupted) } else { Ok(()) }
    }

    /// Waits until fewer processes play than may.
    fn permit(&self) -> Result<Permit<'r>, EvaluateError> {
        loop {
            if let Some(permit) = self.referee.pool.permit(self.referee.processes, &self.sender) {
                return Ok(permit);
            }
            while self.events.recv_timeout(POLL).is_err() {
                self.check_stop()?;
            }
        }
    }

    /// Takes games up to the share of this seat; returns why no further ones.
    fn take_games(&mut self) -> Next {
        let referee = self.referee;
        let limit = referee.settings.games_per_process.unwrap_or(u64::MAX);
        if self.games.is_empty() {
            self.is_alone = false;
            let old = self.process.take_if(|process| process.games >= limit);
            old.into_iter().for_each(|old| referee.pool.dismiss(old));
        }
        let mut games = referee.games();
        let most = games.share(referee.boards_per_request());
        let played = self.process.as_ref().map_or(0, |process| process.games);
        let new =
            |games: &[Playing]| games.iter().filter(|game| game.number.is_none()).count() as u64;
        while !self.is_alone && self.games.len() < most && played + new(&self.games) < limit {
            let next = games.next(self.candidate, self.games.len());
            let (Next::Play(index) | Next::Alone(index)) = next else { return next };
            self.is_alone = matches!(next, Next::Alone(_));
            self.candidate = Some(games.candidate(index));
            self.sit_down(index);
        }
        Next::Wait
    }

    fn sit_down(&mut self, index: usize) {
        let seeds = &self.referee.job.seeds;
        let game = LongGame::new(seeds[index % seeds.len()]);
        self.games.push(Playing { index, number: None, game, seconds: 0.0 });
    }

    /// Makes a move in each game.
    fn move_on(&mut self, ended: &Sender<Ended>) -> Result<(), EvaluateError> {
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(Trouble::End(error)) => return Err(error),
            Err(Trouble::Fault(fault)) => return self.fail(fault, ended),
        };
        for place in (0..self.games.len()).rev() {
            let playing = &mut self.games[place];
            if !playing.game.make(moves[place]) {
                let playing = self.games.swap_remove(place);
                let fault = illegal(&playing.game, moves[place]);
                self.fail_game(playing, fault, ended)?;
            } else if playing.game.is_over() {
                let Playing { index, game, seconds, .. } = self.games.swap_remove(place);
                let result = game.result();
                if let Err(missing) = self.referee.job.needs.check(&result) {
                    return Err(self.failed(&game, missing, None, RequiredMetrics::ADVICE));
                }
                let trouble = {
                    let mut games = self.referee.games();
                    games.end(index, Some(result));
                    games.first_tries.get(&index).cloned()
                };
                let trouble = trouble.map(|cause| GameFailure { cause, has_failed: false });
                // Without a receiver, the caller has panicked.
                let _ = ended.send(Ended { index, result, seconds, trouble });
            }
        }
        Ok(())
    }

    /// Plays games for a second time, in a fresh process. One that fails then is not compared.
    fn play_again(&mut self, indices: &[usize]) -> Result<(), EvaluateError> {
        // The idle ones have played here, too.
        while let Some(old) = self.process.take().or_else(|| self.idle_process()) {
            self.referee.pool.dismiss(old);
        }
        let together = self.compare(indices)?;
        let mut compared = usize::from(together);
        if !together && indices.len() > 1 {
            for &index in indices {
                compared += usize::from(self.compare(&[index])?);
            }
        }
        self.referee.games().set_checked();
        if compared > 0 {
            self.referee.pool.set_checked(&self.referee.program);
        }
        Ok(())
    }

    /// Plays games together, and compares them; returns whether they came to their ends.
    fn compare(&mut self, indices: &[usize]) -> Result<bool, EvaluateError> {
        self.candidate = indices.first().map(|&index| self.referee.games().candidate(index));
        indices.iter().for_each(|&index| self.sit_down(index));
        while !self.games.is_empty() {
            self.check_stop()?;
            let moves = match self.moves() {
                Ok(moves) => moves,
                Err(Trouble::End(error)) => return Err(error),
                Err(Trouble::Fault(_)) => {
                    self.games.clear();
                    self.process = None;
                    return Ok(false);
                }
            };
            for place in (0..self.games.len()).rev() {
                let playing = &mut self.games[place];
                let is_legal = playing.game.make(moves[place]);
                if !is_legal || playing.game.is_over() {
                    let Playing { index, game, .. } = self.games.swap_remove(place);
                    self.check_equal(index, &game)?;
                }
            }
        }
        Ok(!indices.is_empty())
    }

    fn check_equal(&mut self, index: usize, game: &LongGame) -> Result<(), EvaluateError> {
        let second = game.result();
        let Some(first) = self.referee.games().differing(index, second) else { return Ok(()) };
        let summary = format!(
            "the program is not deterministic: with the same weights the same spawns led to {} \
             points in {} moves, and to {} in {} in another process",
            first.score, first.moves, second.score, second.moves
        );
        let advice = "let a move depend on nothing but weights and board, not on a clock or on \
                      other games; or set deterministic = false in [player.command]";
        Err(self.failed(game, summary, None, advice))
    }

    /// Asks for a move in each game.
    fn moves(&mut self) -> Result<Vec<Move>, Trouble> {
        self.prepare()?;
        let process = self.process.as_mut().expect("it is prepared");
        let id = process.requests;
        process.requests += 1;
        let games = self.games.iter_mut().map(|playing| {
            let number = *playing.number.get_or_insert_with(|| {
                process.games += 1;
                process.games - 1
            });
            (number, &playing.game)
        });
        let line = lines::boards_line(id, games);
        let began = Instant::now();
        let answer = self.ask(line, self.timeout(), "it has not answered")?;
        let moves = lines::read_moves(&answer, id, self.games.len())?;
        let seconds = began.elapsed().as_secs_f64() / self.games.len() as f64;
        self.games.iter_mut().for_each(|playing| playing.seconds += seconds);
        Ok(moves)
    }

    /// Starts a process if there is none, and sends the weights of the candidate unless it has them.
    fn prepare(&mut self) -> Result<(), Trouble> {
        let candidate = self.candidate.expect("it has games");
        if self.process.is_none() {
            self.sent = None;
            self.process = self.idle_process();
        }
        while self.process.is_none() {
            match self.start() {
                Err(Trouble::Fault(fault)) if self.has_failed_to_start => {
                    let summary = format!("the program fails when it starts: {}", fault.what);
                    return Err(self.start_failed(summary, fault.advice).into());
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

    fn idle_process(&self) -> Option<Process> {
        self.referee.pool.take(&self.referee.program, None)
    }

    fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.referee.settings.timeout_seconds)
    }

    /// Starts a process and reads its greeting.
    fn start(&mut self) -> Result<(), Trouble> {
        let Referee { settings, program, pool, .. } = self.referee;
        let log = stderr_log(settings)?;
        let start = || {
            let log = log.as_ref().map(File::try_clone).transpose()?;
            let words = program.words[1..].iter().map(String::as_str);
            pool.start(&mut program.command(words), true, log)
        };
        let process = start().or_else(|_| {
            thread::sleep(BEFORE_SECOND_START);
            start()
        });
        self.process = Some(process.map_err(|error| {
            let (place, advice) = program.start_problem(&error);
            self.start_failed(format!("cannot start the program: {place}"), advice)
        })?);
        let time = Duration::from_secs_f64(settings.start_timeout_seconds);
        let greeting = self.ask(String::new(), time, "it wrote no greeting")?;
        check_greeting(&greeting, settings.plays)?;
        self.has_failed_to_start = false;
        Ok(())
    }

    /// Writes a line and reads the next one.
    fn ask(&mut self, line: String, time: Duration, late: &str) -> Result<Vec<u8>, Trouble> {
        let Self { referee, sender, events, process, games, .. } = self;
        let process = process.as_mut().expect("it runs");
        process.order(line.into_bytes(), Expected::Lines(1), sender);
        let began = Instant::now();
        let (mut due, mut note) = (began + time, began + referee.note.after);
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
                    (None, end) => Err(ended(process, end).into()),
                };
            }
            if referee.is_stopped() {
                return Err(EvaluateError::Interrupted.into());
            }
            process.note_exit();
            let now = Instant::now();
            if let Some(limit) = referee.settings.memory_limit
                && let Some(memory) = process.memory().filter(|&memory| memory > limit)
            {
                let what = format!("it needed {memory} megabytes of memory, more than {limit}");
                let advice = "free what games leave behind, raise memory-limit in \
                              [player.command], or set games-per-process";
                return Err(Fault::new(what, advice).into());
            }
            if now > due {
                let what = format!("{late} within {} s", time.as_secs_f64());
                let advice = "flush standard output after each line; raise timeout-seconds or \
                              start-timeout-seconds in [player.command] if the program needs more time";
                return Err(Fault::new(what, advice).into());
            }
            if now > note {
                note = now + (now - began);
                (referee.note.say)(&format!(
                    "note: the program has not answered for {:.0} s, with {} boards: does it flush \
                     standard output after each line, and answer before its input ends?",
                    (now - began).as_secs_f64(),
                    games.len()
                ));
            }
        }
    }

    /// Ends the process after a fault, and sees to its games: one is to blame, of several nobody
    /// knows which.
    fn fail(&mut self, fault: Fault, ended: &Sender<Ended>) -> Result<(), EvaluateError> {
        if self.games.len() == 1 {
            let playing = self.games.remove(0);
            self.fail_game(playing, fault, ended)?;
        } else {
            self.referee.games().put_back(self.games.drain(..).map(|playing| playing.index));
        }
        self.process = None;
        Ok(())
    }

    /// A game that failed is played once more, by itself; after that it has the score of failures, or
    /// ends the job.
    fn fail_game(
        &mut self,
        playing: Playing,
        fault: Fault,
        ended: &Sender<Ended>,
    ) -> Result<(), EvaluateError> {
        let Playing { index, game, seconds, .. } = playing;
        let earlier = {
            let mut games = self.referee.games();
            let earlier = games.first_tries.get(&index).cloned();
            if earlier.is_none() {
                games.first_tries.insert(index, fault.what.clone());
                games.put_back([index]);
            }
            earlier
        };
        let Some(cause) = earlier else { return Ok(()) };
        let Some(score) = self.referee.settings.failure_score else {
            let moves = game.result().moves;
            let summary =
                format!("the program failed twice in a game, after {moves} moves: {}", fault.what);
            return Err(self.failed(&game, summary, Some(&cause), fault.advice));
        };
        self.referee.games().end(index, None);
        let result = GameResult { score, ..GameResult::default() };
        let trouble = Some(GameFailure { cause, has_failed: true });
        // Without a receiver, the caller has panicked.
        let _ = ended.send(Ended { index, result, seconds, trouble });
        Ok(())
    }

    /// The error that stops the job at the board of a game, with what repeats it.
    fn failed(
        &mut self,
        game: &LongGame,
        summary: String,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let candidate = self.candidate.expect("it has a game");
        let weights = weights_object(&self.referee.job.candidate(candidate));
        let lines =
            [lines::weights_line(0, &weights), lines::boards_line(1, [(0, game)].into_iter())];
        self.error(summary, Some(lines.concat()), earlier, advice)
    }

    fn start_failed(&mut self, summary: String, advice: &str) -> EvaluateError {
        self.error(summary, None, None, advice)
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

/// The fault of a move that changes nothing.
fn illegal(game: &LongGame, direction: Move) -> Fault {
    let text = game.text();
    let board = String::from_utf8_lossy(&text);
    let advice = "answer a move that changes the board; the command below repeats the request";
    Fault::new(format!("its move `{direction}` is illegal on the board {board}"), advice)
}

/// Why a process writes no further line.
fn ended(process: &mut Process, end: Option<End>) -> Fault {
    let when = "before it had answered";
    match end {
        Some(End::TooLong(start)) => {
            let start = shown(&String::from_utf8_lossy(&start));
            let what = format!("it wrote a line of more than {MAX_LINE} bytes: {start}");
            Fault::new(what, lines::ADVICE)
        }
        Some(End::Failed(error)) => {
            Fault::new(format!("its standard output cannot be read: {error}"), lines::ADVICE)
        }
        Some(End::Closed(rest)) => Fault::ended(process.exit(), &rest, when),
        Some(End::NotRead) | None => match process.exit() {
            None => {
                let what = "it closed its standard input".to_owned();
                Fault::new(what, "read requests until the end of standard input")
            }
            status => Fault::ended(status, &[], when),
        },
    }
}
