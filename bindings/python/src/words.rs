//! Words that Python puts together with its own.

use std::path::PathBuf;

use pyo3::prelude::*;
use tune2048_tuner::record::Folder;
use tune2048_tuner::words;

/// Writes a number as all sentences do: without decimals, its thousands apart.
#[pyfunction]
pub(crate) fn grouped(number: f64) -> String {
    words::grouped(number)
}

/// Says after an interruption how many games, or pairs, a campaign's record has, and where.
#[pyfunction]
pub(crate) fn interrupted(folder: PathBuf) -> String {
    let (games, unit) = Folder::at(&folder)
        .read(false)
        .map_or((0, "game"), |state| (state.game_counts().all(), state.spec.subject().unit()));
    words::interrupted(games, unit, folder.display())
}
