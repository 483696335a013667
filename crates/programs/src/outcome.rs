//! What processes write and how they end: results, failures and second tries.

use std::time::Instant;

use tune2048_engine::evaluate::PlayedGame;
use tune2048_engine::{EvaluateError, GameResult};

use crate::answer::{Answer, ONLY_ANSWERS, Played, check_greeting};
use crate::conversation::{End, MAX_LINE, Report};
use crate::failure::{Failure, Fault};
use crate::json_line::shown;
use crate::process::Process;
use crate::queue::Game;
use crate::request::Request;
use crate::run::Run;
use crate::slot::Task;

/// A fault, and the seed of the game that is to blame, if that is known.
type Blamed = (Fault, Option<u64>);

impl Run<'_> {
    /// Takes what a process has written.
    pub(crate) fn take_report(&mut self, report: Report) -> Result<(), EvaluateError> {
        let has_process = |slot: &_| crate::slot::Slot::has_process(slot, report.process);
        let Some(index) = self.slots.iter().position(has_process) else {
            // It was killed.
            return Ok(());
        };
        match self.slots[index].task {
            Task::Idle => Ok(()),
            Task::Start { .. } => self.take_greeting(index, report),
            Task::Play { .. } if self.is_once_per_game => self.take_last_line(index, report),
            Task::Play { .. } => self.take_answers(index, report),
        }
    }

    /// Fails all processes that have not answered in time.
    pub(crate) fn fail_late(&mut self) -> Result<(), EvaluateError> {
        let now = Instant::now();
        for index in 0..self.slots.len() {
            let task = &mut self.slots[index].task;
            if task.due().is_none_or(|due| *due > now) {
                continue;
            }
            let seconds = self.settings.timeout_seconds;
            let what = match &self.slots[index].task {
                Task::Play { request, .. } if request.games().len() > 1 => {
                    let games = request.games().len();
                    format!("it did not answer all {games} games within {games} times {seconds} s")
                }
                Task::Play { .. } => format!("it did not answer within {seconds} s"),
                _ => format!("it wrote no greeting within {seconds} s"),
            };
            let advice = "raise timeout-seconds in [player.command] if games take longer; flush \
                 standard output after the greeting and after each answer";
            self.fail(index, (Fault::new(what, advice), None))?;
        }
        Ok(())
    }

    fn take_greeting(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let greeting = match (report.lines.first(), report.end) {
            (Some(line), _) => check_greeting(line),
            (None, end) => Err(self.ended(index, end, "before its greeting")),
        };
        match greeting {
            Ok(()) => {
                self.blame.started();
                self.slots[index].task = Task::Idle;
                Ok(())
            }
            Err(fault) => self.fail(index, (fault, None)),
        }
    }

    fn take_last_line(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let game = |task: &Task| match task {
            Task::Play { request, began, .. } => (request.games()[0], began.elapsed()),
            _ => unreachable!("it plays"),
        };
        let (game, time) = game(&self.slots[index].task);
        let process = self.slots[index].process.as_mut().expect("it plays");
        let played = match report.end {
            Some(End::Closed(_)) => match process.exit() {
                Some(status) if status.success() => {
                    let line = report.lines.last().map_or(&[][..], Vec::as_slice);
                    Played::read(line, &self.settings.score)
                }
                status => Err(Fault::ended(status, &[], "without a game")),
            },
            end => Err(self.ended(index, end, "without a game")),
        };
        match played {
            Ok(played) => {
                let slot = &mut self.slots[index];
                slot.task = Task::Idle;
                let number = slot.process.take().map_or(0, |process| process.number);
                self.finish(index, game, played.result, time.as_secs_f64(), number)
            }
            Err(fault) => self.fail(index, (fault, None)),
        }
    }

    fn take_answers(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let now = Instant::now();
        let Task::Play { reported, .. } = &mut self.slots[index].task else {
            unreachable!("it plays");
        };
        let time = now - std::mem::replace(reported, now);
        let seconds = time.as_secs_f64() / report.lines.len().max(1) as f64;
        for line in &report.lines {
            let Task::Play { request, .. } = &mut self.slots[index].task else {
                unreachable!("it plays");
            };
            match answer(request, line, &self.settings.score) {
                Ok((game, played)) => {
                    self.finish(index, game, played.result, seconds, report.process)?;
                }
                Err(blamed) => return self.fail(index, blamed),
            }
        }
        if let Some(end) = report.end {
            let fault = self.ended(index, Some(end), "with unanswered games");
            return self.fail(index, (fault, None));
        }
        let slot = &mut self.slots[index];
        if let Task::Play { request, began, .. } = &slot.task
            && request.is_complete()
        {
            self.queue.pace.record(request.games().len(), now - *began);
            slot.task = Task::Idle;
            self.blame
                .answered(slot.process.as_ref().map_or(0, Process::requests));
        }
        Ok(())
    }

    /// Why a process writes no further line.
    fn ended(&mut self, index: usize, end: Option<End>, when: &str) -> Fault {
        let process = self.slots[index].process.as_mut().expect("it ran");
        match end {
            Some(End::TooLong(start)) => {
                let start = shown(&String::from_utf8_lossy(&start));
                let what = format!("it wrote a line of more than {MAX_LINE} bytes: {start}");
                Fault::new(what, ONLY_ANSWERS)
            }
            Some(End::Failed(error)) => {
                let what = format!("its standard output cannot be read: {error}");
                Fault::new(what, ONLY_ANSWERS)
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

    /// Takes the result of a game.
    fn finish(
        &mut self,
        index: usize,
        game: Game,
        result: GameResult,
        seconds: f64,
        process: u64,
    ) -> Result<(), EvaluateError> {
        if game.is_repeat {
            let compared = self.queue.repeats.compare(game.index, result.score);
            self.note_check();
            return compared.map_err(|first| self.not_deterministic(index, game, first, result));
        }
        self.queue.repeats.played(game.index, result.score, process);
        self.count(game, result, seconds);
        Ok(())
    }

    fn count(&mut self, game: Game, result: GameResult, seconds: f64) {
        self.collector.add(PlayedGame {
            index: game.index,
            result,
            seconds,
            extras: Vec::new(),
        });
        self.monitor.game_played();
    }

    fn not_deterministic(
        &mut self,
        index: usize,
        game: Game,
        first: u64,
        second: GameResult,
    ) -> EvaluateError {
        let advice = "take all random numbers from a generator that each game seeds with `seed`, \
             and carry nothing over from game to game; or set deterministic = false in \
             [player.command]";
        let (seed, second) = (game.seed, second.score);
        let summary = format!(
            "the program is not deterministic: with the same weights the game with seed {seed} \
             gave the score {first}, and {second} in another process"
        );
        self.failed(index, Some(game), summary, None, advice)
    }

    /// Ends the process of a slot after a fault, and sees to its games.
    fn fail(&mut self, index: usize, (fault, seed): Blamed) -> Result<(), EvaluateError> {
        let slot = &mut self.slots[index];
        let (requests, began_with_retry) = (
            slot.process.as_ref().map_or(0, Process::requests),
            slot.began_with_retry,
        );
        let Task::Play { request, began, .. } = std::mem::replace(&mut slot.task, Task::Idle)
        else {
            if self.blame.start() {
                let summary = format!("the program fails when it starts: {}", fault.what);
                return Err(self.failed(index, None, summary, None, fault.advice));
            }
            self.slots[index].process = None;
            return Ok(());
        };
        let mut open = request.open_games();
        let place = open.iter().position(|game| Some(game.seed) == seed);
        let game = open.remove(place.unwrap_or(0));
        if self.blame.process(requests, began_with_retry) {
            let summary = format!("the program fails after each game: {}", fault.what);
            return Err(self.failed(index, Some(game), summary, None, fault.advice));
        }
        open.into_iter().for_each(|game| self.queue.put_back(game));
        if let Some(earlier) = self.blame.game(game, &fault).map(str::to_owned) {
            let Some(score) = self.settings.failure_score else {
                let seed = game.seed;
                let summary = format!("the game with seed {seed} failed twice: {}", fault.what);
                return Err(self.failed(index, Some(game), summary, Some(&earlier), fault.advice));
            };
            self.queue.repeats.give_up(game.index, game.is_repeat);
            self.note_check();
            if !game.is_repeat {
                let result = GameResult {
                    score,
                    ..GameResult::default()
                };
                self.count(game, result, began.elapsed().as_secs_f64());
            }
        } else {
            self.slots[index].again = Some(game);
        }
        self.slots[index].process = None;
        Ok(())
    }

    /// The error that stops the job, with the last lines of a process, which is killed.
    fn failed(
        &mut self,
        index: usize,
        game: Option<Game>,
        summary: String,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let slot = &mut self.slots[index];
        let (id, stderr) = match slot.process.take() {
            Some(process) => (process.requests(), Some(process.kill())),
            None => (0, None),
        };
        let words = if self.is_once_per_game {
            std::mem::take(&mut slot.words)
        } else {
            self.program.words().to_vec()
        };
        let game = game.filter(|_| !self.is_once_per_game);
        let request = game.map(|game| self.line(id, &[game]));
        let failure = Failure {
            summary,
            program: &self.program,
            words: &words,
            request,
            earlier,
            stderr: stderr.as_deref(),
            advice,
        };
        EvaluateError::Failed(failure.to_string())
    }
}

/// Takes a line as the answer for a game of a request. A game that failed stays open.
fn answer(request: &mut Request, line: &[u8], score: &str) -> Result<(Game, Played), Blamed> {
    let answer = Answer::read(line, score).map_err(|fault| (fault, None))?;
    let game = request.open_game(answer.id, answer.seed);
    let game = game.map_err(|fault| (fault, None))?;
    let played = answer.outcome.map_err(|fault| (fault, Some(game.seed)))?;
    request.close(game);
    Ok((game, played))
}
