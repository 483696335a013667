//! What processes write, and how they end.

use std::time::Instant;

use tune2048_engine::evaluate::PlayedGame;
use tune2048_engine::{EvaluateError, Score};
use tune2048_tuner::subject::{CommandSettings, ProgramGame, RequiredMetrics};

use super::Run;
use super::slot::Task;
use crate::failure::Fault;
use crate::process::conversation::{End, Report};
use crate::protocol::answer::{Answer, ONLY_ANSWERS, check_greeting, last_line};
use crate::protocol::request::{Game, Request};

impl Run<'_> {
    /// Takes what a process has written.
    pub(super) fn take_report(&mut self, report: Report) -> Result<(), EvaluateError> {
        let mut numbers = self.slots.iter().map(|slot| slot.process.as_ref().map(|of| of.number));
        let Some(index) = numbers.position(|number| number == Some(report.process)) else {
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

    fn take_greeting(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let greeting = match (report.lines.first(), report.end) {
            (Some(line), _) => check_greeting(line, None),
            (None, end) => Err(self.ended(index, end, "before its greeting")),
        };
        if let Err(fault) = greeting {
            return self.fail(index, fault);
        }
        self.blame.starts = 0;
        self.slots[index].task = Task::Idle;
        Ok(())
    }

    fn take_last_line(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let Task::Play { request, began, .. } = &self.slots[index].task else {
            unreachable!("it plays");
        };
        let (game, seconds) = (request.games[0], began.elapsed().as_secs_f64());
        let process = self.slots[index].process.as_mut().expect("it plays");
        let played = match report.end {
            Some(End::Closed(_)) => match process.exit() {
                Some(status) if status.success() => {
                    let line = report.lines.last().map_or(&[][..], Vec::as_slice);
                    last_line(line, &self.settings.score)
                        .and_then(|game| result(game, self.settings))
                }
                status => Err(Fault::ended(status, &[], "without a score")),
            },
            end => Err(self.ended(index, end, "without a score")),
        };
        match played {
            Ok(played) => {
                let slot = &mut self.slots[index];
                slot.task = Task::Idle;
                let number = slot.process.take().map_or(0, |process| process.number);
                self.finish(index, game, played, seconds, number)
            }
            Err(fault) => self.fail(index, fault),
        }
    }

    fn take_answers(&mut self, index: usize, report: Report) -> Result<(), EvaluateError> {
        let now = Instant::now();
        let timeout = self.timeout();
        let Task::Play { reported, due, .. } = &mut self.slots[index].task else {
            unreachable!("it plays");
        };
        if !report.lines.is_empty() {
            *due = now + timeout;
        }
        let time = now - std::mem::replace(reported, now);
        let seconds = time.as_secs_f64() / report.lines.len().max(1) as f64;
        for line in &report.lines {
            let Task::Play { request, .. } = &mut self.slots[index].task else {
                unreachable!("it plays");
            };
            match answer(request, line, self.settings) {
                Ok((game, played)) => {
                    self.finish(index, game, played, seconds, report.process)?;
                }
                Err(fault) => return self.fail(index, fault),
            }
        }
        if let Some(end) = report.end {
            let fault = self.ended(index, Some(end), "before it had answered");
            return self.fail(index, fault);
        }
        let slot = &mut self.slots[index];
        if let Task::Play { request, began, .. } = &slot.task
            && request.is_complete()
        {
            self.queue.pace.record(request.games.len(), now - *began);
            slot.task = Task::Idle;
            self.blame.answered(slot.process.as_ref().map_or(0, |process| process.requests));
        }
        Ok(())
    }

    /// Why a process writes no further line.
    fn ended(&mut self, index: usize, end: Option<End>, when: &str) -> Fault {
        let process = self.slots[index].process.as_mut().expect("it ran");
        Fault::of_end(process, end, when, ONLY_ANSWERS)
    }

    /// Takes the result of a game.
    fn finish(
        &mut self,
        index: usize,
        game: Game,
        played: ProgramGame,
        seconds: f64,
        process: u64,
    ) -> Result<(), EvaluateError> {
        let result = played.result;
        if let Err(missing) = self.job.needs.check(&result) {
            return Err(self.failed(index, Some(game), missing, None, RequiredMetrics::ADVICE));
        }
        if game.is_repeat {
            let compared = self.queue.repeats.compare(game.index, result.score);
            compared.map_err(|first| self.not_deterministic(index, game, first, result))?;
            self.note_check();
            return Ok(());
        }
        self.queue.repeats.played(game.index, result.score, process);
        let trouble = self.blame.trouble(game, false);
        self.count(game, ProgramGame { trouble, ..played }, seconds);
        Ok(())
    }

    pub(super) fn count(&mut self, game: Game, played: ProgramGame, seconds: f64) {
        self.silence.end(Instant::now(), self.queue.pace.game_time());
        self.collector.add(PlayedGame { index: game.index, result: played, seconds });
        self.monitor.game_played();
    }
}

/// Takes a line as the answer for a game of a request. A game that failed stays open.
fn answer(
    request: &mut Request,
    line: &[u8],
    settings: &CommandSettings,
) -> Result<(Game, ProgramGame), Fault> {
    let answer = Answer::read(line, &settings.score)?;
    let game = request.open_game(answer.id, answer.seed)?;
    let played = answer.outcome.and_then(|game| result(game, settings));
    let played = played.map_err(|fault| Fault { seed: Some(game.seed), ..fault })?;
    request.close(game);
    Ok((game, played))
}

/// A game whose score is the share of a won one, where scores are results.
fn result(mut game: ProgramGame, settings: &CommandSettings) -> Result<ProgramGame, Fault> {
    let Some(won) = settings.won_score else { return Ok(game) };
    let score = game.result.score.get();
    if !(0.0..=won).contains(&score) {
        let name = &settings.score;
        let (unit, advice) = match settings.opponent {
            Some(_) => (
                "pair of games",
                "answer 0 for a lost game, half of it for a draw, and all for a won one, and for a pair of games \
                 their mean - or, for points ahead or behind, write `score-kind = \"margin\"`",
            ),
            None => (
                "game",
                "answer 0 for a lost game, half of it for a draw, and all for a won one - or leave out `score-kind`",
            ),
        };
        let what = format!("`{name}` is {score}, expected the result of a {unit}, from 0 to {won}");
        return Err(Fault::new(what, advice));
    }
    game.result.score = Score::new(score / won).expect("a share is finite");
    Ok(game)
}
