//! Batches of games.

use std::convert::Infallible;
use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tune2048_engine::evaluate::{Evaluate as _, GameEvaluator, Monitor, limits};
use tune2048_engine::game::{GameResult, GameSeed, Stream};

use crate::failure::Failure;
use crate::interruptible;
use crate::weights::PyWeights;

/// The bytes of a game in the answer of [`play_games`].
const BYTES: usize = 24;

/// Plays games and returns their results: for each the score, the largest tile, the number of
/// moves and the number of nodes as unsigned little-endian integers of 8, 4, 4 and 8 bytes.
/// Calls `on_progress` with the number of finished games.
#[pyfunction]
#[pyo3(signature = (weights, games, seed, first_game, threads, on_progress))]
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    weights: &PyWeights,
    games: u32,
    seed: u64,
    first_game: u64,
    threads: Option<usize>,
    on_progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let games = limits::games(games).map_err(|expected| unlike("games", games, &expected))?;
    let last = first_game.checked_add(u64::from(games.get()));
    let last = last.ok_or_else(|| {
        let expected = "a game below 2^64 with all that follow";
        Failure::unlike("first_game", first_game, expected)
    })?;
    let seed = |game| GameSeed::new(seed, Stream::Evaluation, game);
    let seeds: Vec<GameSeed> = (first_game..last).map(seed).collect();
    let evaluator = evaluator(threads)?;
    let monitor = Monitor::default();
    let file = &weights.file;
    let work = |_: Sender<Infallible>| {
        let played = evaluator.play(&file.player, &file.weights, &seeds, &monitor);
        Ok(played.map_err(Failure::from)?.results)
    };
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
    if let Some(callback) = on_progress.filter(|_| told < monitor.games_played()) {
        callback.call1((monitor.games_played(),))?;
    }
    PyByteArray::new_with(py, BYTES * results.len(), |bytes| {
        for (place, game) in bytes.chunks_exact_mut(BYTES).zip(&results) {
            place.copy_from_slice(&to_bytes(game));
        }
        Ok(())
    })
}

/// Starts the threads that play games.
pub(crate) fn evaluator(threads: Option<usize>) -> Result<GameEvaluator, Failure> {
    if let Some(threads) = threads {
        limits::threads(threads).map_err(|expected| unlike("threads", threads, &expected))?;
    }
    Ok(GameEvaluator::new(threads)?)
}

/// An error whose text says already what is expected.
fn unlike(name: &str, found: impl std::fmt::Display, expected: &str) -> Failure {
    Failure::BadInput(format!("{name}: found {found}, {expected}"))
}

fn to_bytes(game: &GameResult) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..8].copy_from_slice(&game.score.to_le_bytes());
    bytes[8..12].copy_from_slice(&game.largest_tile.to_le_bytes());
    bytes[12..16].copy_from_slice(&game.moves.to_le_bytes());
    bytes[16..].copy_from_slice(&game.nodes.to_le_bytes());
    bytes
}
