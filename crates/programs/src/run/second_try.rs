//! What follows a failure: a second try, or the end of the job.

use std::time::Instant;

use tune2048_engine::{EvaluateError, GameResult, Score};
use tune2048_tuner::subject::ProgramGame;

use super::Run;
use super::blame::FirstTry;
use super::slot::Task;
use crate::failure::{Failure, Fault};
use crate::protocol::json_line::shown;
use crate::protocol::request::Game;

impl Run<'_> {
    /// Fails all processes that have not answered in time.
    pub(super) fn fail_late(&mut self) -> Result<(), EvaluateError> {
        let now = Instant::now();
        for index in 0..self.slots.len() {
            let task = &mut self.slots[index].task;
            if task.due().is_none_or(|due| *due > now) {
                continue;
            }
            let seconds = self.settings.timeout_seconds;
            let start_seconds = self.settings.start_timeout_seconds;
            let mut advice = "raise timeout-seconds in [player.command] if games take longer; flush \
                 standard output after each answer";
            let what = match &self.slots[index].task {
                Task::Play { request, .. } if request.games.len() > 1 => {
                    let games = request.games.len();
                    let answered = games - request.open_games().len();
                    format!(
                        "it answered {answered} of {games} games, and then none within {seconds} s"
                    )
                }
                Task::Play { .. } => format!("it did not answer within {seconds} s"),
                _ => {
                    advice = "write {\"protocol\": 1} as first line, before anything is read, and \
                         flush it; raise start-timeout-seconds in [player.command] if the program \
                         needs more time to start";
                    format!("it wrote no greeting within {start_seconds} s")
                }
            };
            self.fail(index, Fault::new(what, advice))?;
        }
        Ok(())
    }

    /// Fails all processes that need more memory than they may.
    pub(super) fn fail_large(&mut self) -> Result<(), EvaluateError> {
        for index in 0..self.slots.len() {
            let slot = &self.slots[index];
            let process = slot.process.as_ref().filter(|_| !matches!(slot.task, Task::Idle));
            let limit = self.settings.memory_limit;
            if let Some(fault) = process.and_then(|process| Fault::of_memory(process, limit)) {
                self.fail(index, fault)?;
            }
        }
        Ok(())
    }

    /// Ends the process of a slot after a fault, and sees to its games.
    pub(super) fn fail(&mut self, index: usize, fault: Fault) -> Result<(), EvaluateError> {
        let slot = &mut self.slots[index];
        let requests = slot.process.as_ref().map_or(0, |process| process.requests);
        let has_played_again = slot.began_with_retry && requests == 2;
        let Task::Play { request, began, .. } = std::mem::replace(&mut slot.task, Task::Idle)
        else {
            self.blame.starts += 1;
            if self.blame.starts > 1 {
                let summary = format!("the program fails when it starts: {}", fault.what);
                return Err(self.failed(index, None, summary, None, fault.advice));
            }
            self.slots[index].process = None;
            return Ok(());
        };
        let mut open = request.open_games();
        let has_answered = open.len() < request.games.len();
        let place = open.iter().position(|game| Some(game.seed) == fault.seed);
        let game = open.remove(place.unwrap_or(0));
        if has_played_again && !has_answered && self.blame.short_life() {
            let summary = format!("each process fails after its first request: {}", fault.what);
            return Err(self.failed(index, Some(game), summary, None, fault.advice));
        }
        open.into_iter().for_each(|game| self.queue.put_back(game));
        if let Some(earlier) = self.blame.games.get(&game) {
            let earlier = earlier.what.clone();
            let Some(score) = self.settings.failure_score else {
                let seed = game.seed;
                let what = &fault.what;
                let summary =
                    format!("the program failed twice in the game with seed {seed}: {what}");
                return Err(self.failed(index, Some(game), summary, Some(&earlier), fault.advice));
            };
            self.queue.repeats.give_up(game.index, game.is_repeat);
            self.note_check();
            if !game.is_repeat {
                let played = ProgramGame {
                    result: GameResult { score, ..GameResult::default() },
                    extras: Vec::new(),
                    trouble: self.blame.trouble(game, true),
                };
                self.count(game, played, began.elapsed().as_secs_f64());
            }
            self.slots[index].process = None;
        } else {
            let process = self.slots[index].process.take();
            let last_words = process.and_then(|process| process.kill().pop());
            let last_words = last_words.map(|line| shown(&line));
            self.blame.games.insert(game, FirstTry { what: fault.what, last_words });
            self.slots[index].again = Some(game);
        }
        Ok(())
    }

    /// The error that stops the job, with the last lines of a process, which is killed.
    pub(super) fn failed(
        &mut self,
        index: usize,
        game: Option<Game>,
        summary: String,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let slot = &mut self.slots[index];
        let (id, stderr) = match slot.process.take() {
            Some(process) => (process.requests, Some(process.kill())),
            None => (0, None),
        };
        let words = if self.is_once_per_game {
            std::mem::take(&mut slot.words)
        } else {
            self.program.words.clone()
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

    pub(super) fn not_deterministic(
        &mut self,
        index: usize,
        game: Game,
        first: Score,
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
}
