//! Programs that play whole games: requests for scores, and starts for each game.

use std::collections::VecDeque;
use std::time::Instant;

use tune2048_engine::EvaluateError;
use tune2048_tuner::subject::ProgramGame;

use super::connection::Trouble;
use super::seat::Seat;
use crate::failure::Fault;
use crate::process::pipes::End;
use crate::protocol::answer::{ONLY_ANSWERS, last_line, take_answer};
use crate::protocol::once_per_game::start_words;
use crate::protocol::request::{Game, line, weights_object};

impl Seat<'_, '_> {
    /// Asks for games of a candidate, and takes the answers.
    pub(super) fn play_whole(&mut self, games: Vec<Game>) -> Result<(), EvaluateError> {
        let (began, count) = (Instant::now(), games.len());
        let process = self.connection.running();
        process.requests += 1;
        let requests = process.requests;
        let line = self.request_line(requests, &games);
        self.connection.write(line);
        let mut open = VecDeque::from(games);
        if let Err(trouble) = self.take_answers(requests, &mut open) {
            return self.settle(trouble.fault()?, open.into());
        }
        self.run.state().pace.record(count, began.elapsed());
        Ok(())
    }

    fn take_answers(&mut self, id: u64, open: &mut VecDeque<Game>) -> Result<(), Trouble> {
        let count = open.len();
        let mut began = Instant::now();
        for answered in 0..count {
            self.connection.played = open.front().copied();
            let late = match count {
                1 => "it did not answer".to_owned(),
                _ => format!("it answered {answered} of {count} games, and then none"),
            };
            let line = self.connection.read(&late, ONLY_ANSWERS)?;
            let (game, played) = take_answer(&line, id, open, self.run.settings)?;
            self.finish(game, played, began.elapsed().as_secs_f64())?;
            began = Instant::now();
        }
        Ok(())
    }

    /// The line that asks for games of a candidate.
    pub(super) fn request_line(&self, id: u64, games: &[Game]) -> String {
        line(id, &weights_object(&self.weights()), self.run.settings, games)
    }

    /// Starts the program for a game, and takes its last line.
    pub(super) fn play_once(&mut self, game: Game) -> Result<(), EvaluateError> {
        let began = Instant::now();
        let start = start_words(&self.run.program.words, game.seed, &self.weights());
        let (words, _files) = start.map_err(|error| {
            EvaluateError::Failed(format!(
                "cannot write the weights of {{weights-file}} into the folder {}: {error} - \
                     set the variable TMPDIR to a folder with space",
                std::env::temp_dir().display()
            ))
        })?;
        self.connection.spawn(words)?;
        self.connection.played = Some(game);
        match self.take_last_line() {
            Ok(played) => {
                let seconds = began.elapsed();
                self.run.state().pace.record(1, seconds);
                self.finish(game, played, seconds.as_secs_f64())?;
                self.connection.process = None;
                Ok(())
            }
            Err(trouble) => self.settle(trouble.fault()?, vec![game]),
        }
    }

    fn take_last_line(&mut self) -> Result<ProgramGame, Trouble> {
        let when = "without a score";
        let mut last = Vec::new();
        let mut keep = |line: Vec<u8>| {
            if !line.trim_ascii().is_empty() {
                last = line;
            }
        };
        loop {
            match self.connection.receive_answer("it did not answer")? {
                Ok(line) => keep(line),
                Err(End::Closed(rest)) => break keep(rest),
                Err(end) => {
                    let process = self.connection.running();
                    return Err(Fault::of_end(process, end, when, ONLY_ANSWERS).into());
                }
            }
        }
        match self.connection.running().exit() {
            Some(status) if status.success() => Ok(last_line(&last, self.run.settings)?),
            status => Err(Fault::ended(status, &[], when).into()),
        }
    }
}
