//! A place at which games are played, by one process after the other.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use tune2048_engine::EvaluateError;
use tune2048_engine::game::{GameResult, LongGame, Move};
use tune2048_tuner::subject::{GameFailure, RequiredMetrics};
use tune2048_tuner::words::counted;

use super::connection::{Connection, Playing, Trouble};
use super::games::Next;
use super::{Ended, Referee};
use crate::failure::Fault;

/// The pause of a process without games while others play.
const PAUSE: Duration = Duration::from_millis(2);

/// A place at which games are played.
pub(super) struct Seat<'r, 'a> {
    referee: &'r Referee<'a>,
    connection: Connection<'r, 'a>,
    /// The candidate that is played.
    candidate: Option<usize>,
    games: Vec<Playing>,
    /// Whether the game is one that is played by itself.
    is_alone: bool,
}

impl<'r, 'a> Seat<'r, 'a> {
    pub(super) fn new(referee: &'r Referee<'a>) -> Self {
        let connection = Connection::new(referee);
        Self { referee, connection, candidate: None, games: Vec::new(), is_alone: false }
    }

    /// Plays games until none is left.
    pub(super) fn play(mut self, ended: &Sender<Ended>) -> Result<(), EvaluateError> {
        let mut permit = None;
        loop {
            self.referee.check_stop()?;
            let next = self.take_games();
            if matches!(next, Next::Nothing) {
                break;
            }
            if self.games.is_empty() && !matches!(next, Next::Again(_)) {
                // Meanwhile another job may play.
                permit = None;
                thread::sleep(PAUSE);
                continue;
            }
            if permit.is_none() {
                permit = Some(self.connection.permit()?);
            }
            match next {
                Next::Again(games) => self.play_again(&games)?,
                _ => self.move_on(ended)?,
            }
        }
        self.connection.put_back();
        Ok(())
    }

    /// Takes games up to the share of this seat; returns why no further ones.
    fn take_games(&mut self) -> Next {
        let referee = self.referee;
        if self.games.is_empty() {
            self.is_alone = false;
            if self.connection.games_left() == 0 {
                self.connection.dismiss();
            }
        }
        let mut games = referee.games();
        let most = games.share(referee.boards_per_request());
        let is_new = |playing: &&Playing| playing.number.is_none();
        let new = self.games.iter().filter(is_new).count() as u64;
        let mut left = self.connection.games_left().saturating_sub(new);
        while !self.is_alone && self.games.len() < most && left > 0 {
            let next = games.next(self.candidate, self.games.len());
            let (Next::Play(index) | Next::Alone(index)) = next else { return next };
            self.is_alone = matches!(next, Next::Alone(_));
            self.candidate = Some(games.candidate(index));
            self.sit_down(index);
            left -= 1;
        }
        Next::Wait
    }

    fn sit_down(&mut self, index: usize) {
        let seeds = &self.referee.job.seeds;
        let game = LongGame::new(seeds[index % seeds.len()]);
        self.games.push(Playing { index, number: None, game, seconds: 0.0 });
    }

    /// Asks for a move in each game.
    fn moves(&mut self) -> Result<Vec<Move>, Trouble> {
        let candidate = self.candidate.expect("it has games");
        self.connection.moves(candidate, &mut self.games)
    }

    /// The error that stops the job at the board of a game.
    fn failed(
        &mut self,
        game: &LongGame,
        summary: String,
        earlier: Option<&str>,
        advice: &str,
    ) -> EvaluateError {
        let candidate = self.candidate.expect("it has a game");
        self.connection.failed(candidate, game, summary, earlier, advice)
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
        self.connection.dismiss_all();
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
            self.referee.check_stop()?;
            let moves = match self.moves() {
                Ok(moves) => moves,
                Err(Trouble::End(error)) => return Err(error),
                Err(Trouble::Fault(_)) => {
                    self.games.clear();
                    self.connection.kill();
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

    /// Ends the process after a fault, and sees to its games: one is to blame, of several nobody
    /// knows which.
    fn fail(&mut self, fault: Fault, ended: &Sender<Ended>) -> Result<(), EvaluateError> {
        if self.games.len() == 1 {
            let playing = self.games.remove(0);
            self.fail_game(playing, fault, ended)?;
        } else {
            self.referee.games().put_back(self.games.drain(..).map(|playing| playing.index));
        }
        self.connection.kill();
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
            let moves = counted(game.result().moves, "move");
            let summary =
                format!("the program failed twice in a game, after {moves}: {}", fault.what);
            return Err(self.failed(&game, summary, Some(&cause), fault.advice));
        };
        self.referee.games().end(index, None);
        let result = GameResult { score, ..GameResult::default() };
        let trouble = Some(GameFailure { cause, has_failed: true });
        // Without a receiver, the caller has panicked.
        let _ = ended.send(Ended { index, result, seconds, trouble });
        Ok(())
    }
}

/// The fault of a move that changes nothing.
pub(super) fn illegal(game: &LongGame, direction: Move) -> Fault {
    let text = game.text();
    let board = String::from_utf8_lossy(&text);
    let advice = "answer a move that changes the board; the command below repeats the request";
    Fault::new(format!("its move `{direction}` is illegal on the board {board}"), advice)
}
