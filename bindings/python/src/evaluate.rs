//! Batches of games, and games whose moves a function of Python makes.

use std::convert::Infallible;
use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameResult, GameSeed, LongGame, Move, Stream};
use tune2048_programs::Players;
use tune2048_tuner::subject::Evaluate as _;

use crate::failure::{Failure, Result};
use crate::weights::PyWeights;
use crate::{interruptible, number};

/// Plays games and returns their results: for each the score as a little-endian float of 8 bytes,
/// and the largest tile, the number of moves and the number of nodes as unsigned little-endian
/// integers of 4, 4 and 8 bytes.
/// Calls `on_progress` with the number of finished games.
#[pyfunction]
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    weights: &PyWeights,
    games: i128,
    seed: i128,
    first_game: i128,
    threads: Option<i128>,
    on_progress: Option<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyByteArray>> {
    let games = number::games(games)?;
    let seed = number::natural("seed", seed)?;
    let first_game = number::natural("first_game", first_game)?;
    let end = first_game.checked_add(games).ok_or_else(|| {
        Failure::unlike("first_game", first_game, "a number below 2^64 together with the games")
    })?;
    let seed = |game| GameSeed::new(seed, Stream::Evaluation, game);
    let seeds: Vec<GameSeed> = (first_game..end).map(seed).collect();
    let evaluator = evaluator(threads)?;
    let monitor = Monitor::default();
    let file = &weights.file;
    let work = |_: Sender<Infallible>| Ok(evaluator.play(&file.weights, &seeds, &monitor)?.results);
    let mut told = 0;
    let results = interruptible::run(py, &monitor, work, |_| {
        let played = monitor.games_played();
        match &on_progress {
            Some(callback) if played > told => {
                told = played;
                callback.call1((played,)).map(drop)
            }
            _ => Ok(()),
        }
    })?;
    Ok(to_bytes(py, &results))
}

/// Starts the threads that play games, beside those of programs.
pub(crate) fn evaluator(threads: Option<i128>) -> Result<Players> {
    Ok(Players::new(number::threads(threads)?)?)
}

/// The bytes of all results, as [`play_games`] returns them.
fn to_bytes<'py>(py: Python<'py>, results: &[GameResult]) -> Bound<'py, PyByteArray> {
    let mut bytes = Vec::new();
    for game in results {
        bytes.extend(game.score.get().to_le_bytes());
        bytes.extend(game.largest_tile.to_le_bytes());
        bytes.extend(game.moves.to_le_bytes());
        bytes.extend(game.nodes.to_le_bytes());
    }
    PyByteArray::new(py, &bytes)
}

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
        let (games, seed) = (number::games(games)?, number::natural("seed", seed)?);
        let results = vec![GameResult::default(); games as usize];
        Ok(Self { seed, games, next: 0, playing: Vec::new(), results })
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
        to_bytes(py, &self.results)
    }
}
