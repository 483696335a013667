//! The moves of a program on boards that somebody else plays.

use std::sync::mpsc;

use tune2048_engine::game::{LongGame, Move};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{Configuration, Job};

use super::boards::illegal;
use super::seat::Seat;
use super::{Players, Run};
use crate::protocol::request::Game;

/// A program with its weights that is asked for moves.
#[allow(missing_debug_implementations, reason = "a channel to a process says nothing")]
pub struct Mover<'r, 'a> {
    seat: Seat<'r, 'a>,
}

impl Mover<'_, '_> {
    /// The move of the program on the board of a game that is not over.
    ///
    /// # Errors
    /// If the program fails, or the move is illegal: with the board and a command that repeats it.
    pub fn choose(&mut self, game: &LongGame) -> Result<Move, EvaluateError> {
        let asked = Game { index: 0, seed: 0, is_repeat: false };
        self.seat.connection.prepare(false)?;
        self.seat.boards.clear();
        self.seat.set_up(asked, game.clone());
        let fault = match self.seat.ask_moves() {
            Ok(moves) if game.is_legal(moves[0]) => return Ok(moves[0]),
            Ok(moves) => illegal(game, moves[0]),
            Err(trouble) => trouble.fault()?,
        };
        Err(self.seat.failed(asked, fault.meaning("the program failed")))
    }
}

/// Asks the program of some weights for moves, if it is one that answers them; its process ends
/// afterwards. A stop of the monitor ends the wait for an answer.
///
/// # Errors
/// If the program cannot be started, or the error of the questions.
pub fn with_mover<T, E: From<EvaluateError>>(
    weights: &Configuration,
    monitor: &Monitor,
    questions: impl FnOnce(&mut Mover<'_, '_>) -> Result<T, E>,
) -> Option<Result<T, E>> {
    weights.subject.command().filter(|command| command.plays.is_some())?;
    let ask = || {
        let (job, players) = (Job::of(weights, Vec::new()), Players::new(Some(1))?);
        let run = Run::new(&players, &job, monitor)?;
        questions(&mut Mover { seat: Seat::new(&run, mpsc::channel().0) })
    };
    Some(ask())
}
