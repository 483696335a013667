//! Games in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tune2048_engine::game::{GameSeed, Session, Stream};

use crate::board::{PyBoard, read_move};
use crate::failure::{Failure, Result};
use crate::number;
use tune2048_tuner::words::counted;

/// A game in progress, for players of your own.
///
/// ``Game(seed, game)`` is the game number ``game`` of ``evaluate`` with this seed: the same spawns
/// follow the same number of moves.
#[pyclass(name = "Game", module = "tune2048", frozen)]
pub(crate) struct PyGame(Mutex<Session>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (seed = 1, game = 0))]
    fn new(seed: i128, game: i128) -> Result<Self> {
        let (seed, game) = (number::natural("seed", seed)?, number::natural("game", game)?);
        let seed = GameSeed::new(seed, Stream::Evaluation, game);
        Ok(Self(Mutex::new(Session::new(seed))))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.session().board())
    }

    /// The points so far.
    #[getter]
    fn score(&self) -> u64 {
        self.session().score()
    }

    /// The number of moves so far.
    #[getter]
    fn moves(&self) -> u32 {
        self.session().moves()
    }

    /// The largest tile so far; 65536 for every tile beyond 32768.
    #[getter]
    fn largest_tile(&self) -> u32 {
        self.session().largest_tile()
    }

    /// Makes a move and the spawn after it, and returns the new board.
    ///
    /// Raises BadInputError if the move is illegal.
    fn play(&self, direction: &str) -> Result<PyBoard> {
        let direction = read_move(direction)?;
        let mut session = self.session();
        let board = session.board();
        if session.make(direction) {
            return Ok(PyBoard(session.board()));
        }
        let expected = format!("a legal move on {board}");
        Err(Failure::unlike("direction", format!("{:?}", direction.name()), &expected))
    }

    fn __repr__(&self) -> String {
        let session = self.session();
        let (board, score) = (session.board(), session.score());
        format!("<Game: board {board}, score {score}, {}>", counted(session.moves(), "move"))
    }
}

impl PyGame {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
