//! Games whose moves a function of Python makes.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use tune2048_engine::game::{GameResult, GameSeed, LongGame, Move, Stream};

use crate::evaluate;
use crate::failure::{Failure, Result};
use crate::number;

/// Games of which some are played at a time, the first ones first.
#[pyclass(name = "Referee", module = "tune2048._native")]
pub(crate) struct PyReferee {
    seed: u64,
    games: u64,
    /// The next game that begins.
    next: u64,
    playing: Vec<(u64, LongGame)>,
    results: Vec<GameResult>,
}

#[pymethods]
impl PyReferee {
    #[new]
    fn new(games: i128, seed: i128) -> Result<Self> {
        let games = number::games(games)?.get();
        let (seed, results) =
            (number::natural("seed", seed)?, vec![GameResult::default(); games as usize]);
        Ok(Self { seed, games: games.into(), next: 0, playing: Vec::new(), results })
    }

    /// The ranks of the boards that wait for moves, sixteen bytes each, of at most so many games.
    fn boards<'py>(&mut self, py: Python<'py>, most: usize) -> Bound<'py, PyBytes> {
        while self.playing.len() < most && self.next < self.games {
            let seed = GameSeed::new(self.seed, Stream::Evaluation, self.next);
            self.playing.push((self.next, LongGame::new(seed)));
            self.next += 1;
        }
        let ranks: Vec<u8> = self.playing.iter().flat_map(|(_, game)| game.ranks()).collect();
        PyBytes::new(py, &ranks)
    }

    /// Makes a move on each board, by its number in the order up, down, left, right.
    fn make(&mut self, moves: &[u8]) -> Result<()> {
        for ((index, game), &number) in self.playing.iter_mut().zip(moves) {
            let direction = Move::ALL.get(usize::from(number));
            if direction.is_none_or(|&direction| !game.make(direction)) {
                let found =
                    direction.map_or(number.to_string(), |found| format!("{:?}", found.name()));
                let board = game.text();
                return Err(Failure::bad_input(format!(
                    "move: found {found} on the board {} of game {index}, expected a move that changes it",
                    String::from_utf8_lossy(&board)
                )));
            }
            self.results[*index as usize] = game.result();
        }
        self.playing.retain(|(_, game)| !game.is_over());
        Ok(())
    }

    /// The results of all games, as `play_games` writes them.
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let bytes: Vec<u8> = self.results.iter().flat_map(evaluate::to_bytes).collect();
        PyByteArray::new(py, &bytes)
    }
}
