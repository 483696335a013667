//! The moves of a program on boards that somebody else plays.

use tune2048_engine::game::{LongGame, Move};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{Configuration, Job};

use super::Referee;
use super::connection::{Connection, Playing, Trouble};
use super::seat::illegal;
use crate::failure::Fault;
use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::run::SilenceNote;

/// A program with its weights that is asked for moves.
#[allow(missing_debug_implementations, reason = "a channel to a process says nothing")]
pub struct Mover<'r, 'a> {
    connection: Connection<'r, 'a>,
}

impl Mover<'_, '_> {
    /// The move of the program on the board of a game that is not over.
    ///
    /// # Errors
    /// If the program fails, or the move is illegal: with the board and a command that repeats it.
    pub fn choose(&mut self, game: &LongGame) -> Result<Move, EvaluateError> {
        let (game, number) = (game.clone(), None);
        let mut asked = [Playing { index: 0, number, game, seconds: 0.0 }];
        let answered = self.connection.moves(0, &mut asked);
        let [Playing { game, .. }] = asked;
        let fault = match answered {
            Ok(moves) if game.is_legal(moves[0]) => return Ok(moves[0]),
            Ok(moves) => illegal(&game, moves[0]),
            Err(Trouble::Fault(fault)) => fault,
            Err(Trouble::End(error)) => return Err(error),
        };
        let Fault { what, advice, .. } = fault;
        let summary = format!("the program failed: {what}");
        Err(self.connection.failed(0, &game, summary, None, advice))
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
    let settings = weights.subject.command().filter(|command| command.plays.is_some())?;
    let ask = || {
        let job = Job::of(weights, Vec::new());
        job.check()?;
        let program = Program::new(settings)?;
        let (pool, note) = (Pool::default(), SilenceNote::default());
        let referee = Referee::new(&job, settings, &pool, program, 1, monitor, &note);
        questions(&mut Mover { connection: Connection::new(&referee) })
    };
    Some(ask())
}
