//! Who plays next: gives games to processes, and starts them.

use std::time::{Duration, Instant};

use tune2048_engine::EvaluateError;

use super::Run;
use super::queue::Next;
use super::slot::{Slot, Task};
use crate::failure::Failure;
use crate::process::Process;
use crate::process::conversation::Expected;
use crate::protocol::request::{Game, Request, line, weights_object};

impl Run<'_> {
    /// Gives games to all slots, opens those that are of use, and closes the others.
    pub(super) fn assign(&mut self) -> Result<(), EvaluateError> {
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
            let process = self.pool.take(&self.program, None);
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
        let is_alone = self.slots.iter().all(|slot| matches!(slot.task, Task::Idle));
        let slot = &mut self.slots[index];
        let limit = self.settings.games_per_process.unwrap_or(u64::MAX);
        if let Some(old) = slot.process.take_if(|process| process.games >= limit) {
            self.pool.dismiss(old);
        }
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
            None => match self.queue.next(slot.process.as_ref().map(|p| p.number), is_alone) {
                Next::Play(games) => games,
                Next::Leave => {
                    if let Some(process) = slot.process.take() {
                        slot.process = self.pool.take(&self.program, Some(process.number));
                        self.pool.put_back(&self.program, process);
                    }
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
        let process = self.spawn(&self.program.words, true)?;
        process.order(Vec::new(), Expected::Lines(1), &self.sender);
        let due = Instant::now() + Duration::from_secs_f64(self.settings.start_timeout_seconds);
        let slot = &mut self.slots[index];
        slot.process = Some(process);
        slot.began_with_retry = false;
        slot.task = Task::Start { due };
        Ok(())
    }

    /// Starts the program with other arguments.
    fn spawn(&self, words: &[String], has_input: bool) -> Result<Process, EvaluateError> {
        let mut command = self.program.command(words[1..].iter().map(String::as_str));
        let process = self.pool.start(&mut command, has_input, self.stderr_log.as_ref());
        process.map_err(|error| Failure::of_start(&self.program, words, &error))
    }

    /// Sends games to the process of a slot, or starts one for them.
    fn send(&mut self, index: usize, games: Vec<Game>) -> Result<(), EvaluateError> {
        let began = Instant::now();
        let due = began + self.timeout();
        let (input, id, expected) = if self.is_once_per_game {
            let words = self.words_of(index, games[0])?;
            self.slots[index].process = Some(self.spawn(&words, false)?);
            self.slots[index].words = words;
            (Vec::new(), 0, Expected::LastLine)
        } else {
            let process = self.slots[index].process.as_mut().expect("it has greeted");
            process.requests += 1;
            process.games += games.len() as u64;
            let id = process.requests;
            (self.line(id, &games).into_bytes(), id, Expected::Lines(games.len()))
        };
        let slot = &mut self.slots[index];
        slot.process.as_ref().expect("it runs").order(input, expected, &self.sender);
        slot.task = Task::Play { request: Request::new(id, games), due, began, reported: began };
        Ok(())
    }

    /// The program and its arguments for a game, if it is started for each.
    fn words_of(&mut self, index: usize, game: Game) -> Result<Vec<String>, EvaluateError> {
        let candidate = self.candidate(game);
        let weights = &self.job.candidate(candidate);
        let file = &mut self.slots[index].weights_file;
        file.arguments(&self.program.words, game.seed, candidate, weights).map_err(|error| {
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

    /// The line that asks for games of a candidate.
    pub(super) fn line(&self, id: u64, games: &[Game]) -> String {
        let weights = weights_object(&self.job.candidate(self.candidate(games[0])));
        line(id, &weights, self.settings, games)
    }

    /// The time that a game may take.
    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.settings.timeout_seconds)
    }
}
