//! Words that Python puts together with its own.

use pyo3::prelude::*;
use tune2048_tuner::words;

/// Writes a number as all sentences do: without decimals, its thousands apart.
#[pyfunction]
pub(crate) fn grouped(number: f64) -> String {
    words::grouped(number)
}

/// Says after an interruption how many games, or units of another name, are saved, and where.
#[pyfunction]
pub(crate) fn interrupted(games: u64, unit: &str, place: &str) -> String {
    words::interrupted(games, unit, place)
}
