//! Batches of games.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_programs::Players;
use tune2048_tuner::subject::Evaluate as _;

use crate::failure::{Failure, Result};
use crate::weights::PyWeights;
use crate::{interruptible, number};

/// The bytes of a game in the answer of [`play_games`].
const BYTES: usize = 24;

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
    let games = u64::from(number::games(games)?.get());
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
    Ok(PyByteArray::new_with(py, BYTES * results.len(), |bytes| {
        for (place, game) in bytes.chunks_exact_mut(BYTES).zip(&results) {
            place.copy_from_slice(&to_bytes(game));
        }
        Ok(())
    })?)
}

/// Starts the threads that play games, beside those of programs.
pub(crate) fn evaluator(threads: Option<i128>) -> Result<Players> {
    Ok(Players::new(number::threads(threads)?.map(NonZeroUsize::get))?)
}

pub(crate) fn to_bytes(game: &GameResult) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..8].copy_from_slice(&game.score.get().to_le_bytes());
    bytes[8..12].copy_from_slice(&game.largest_tile.to_le_bytes());
    bytes[12..16].copy_from_slice(&game.moves.to_le_bytes());
    bytes[16..].copy_from_slice(&game.nodes.to_le_bytes());
    bytes
}
