//! Ablations.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::ablation::AblationRecord;
use tune2048_tuner::statistics::{Better, Effect};
use tune2048_tuner::studies::ablation::{Ablation, AblationSettings, differing};
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::start_name;

use crate::evaluate::evaluator;
use crate::failure::{self, Failure, Result};
use crate::weights::PyWeights;
use crate::{interruptible, number};

/// Plays the way from the weights of `start` to others, and returns its steps as JSON, which are
/// kept in the campaign of `folder`. Calls `on_progress` with the numbers of finished games and of
/// all.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the keywords of a call from Python")]
pub(crate) fn ablate(
    py: Python<'_>,
    weights: &PyWeights,
    start: &PyWeights,
    folder: PathBuf,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    on_progress: Option<Bound<'_, PyAny>>,
) -> Result<String> {
    let goal = &weights.file.weights;
    let start = goal.subject.playing_as(&start.file.weights, &goal.values).ok_or_else(|| {
        Failure::unlike("start", "weights of other parameters", "those of the same heuristic")
    })?;
    let evidence = Evidence::read(&weights.file);
    let settings = AblationSettings {
        seed: number::natural("seed", seed)?,
        games: u64::from(number::games(games)?.get()),
        effect: match evidence.as_ref().and_then(|found| found.difference) {
            Some(_) => Effect::Difference,
            None => Effect::Ratio,
        },
        better: evidence.map_or(Better::Higher, |found| found.better),
    };
    let total = settings.all_games(differing(&start, goal).len());
    let players = evaluator(threads)?;
    let monitor = Monitor::default();
    let work =
        |_: Sender<Infallible>| Ok(Ablation::play(&start, goal, settings, &players, &monitor)?);
    let found = interruptible::run(py, &monitor, work, |_| match &on_progress {
        Some(callback) => callback.call1((monitor.games_played(), total)).map(drop),
        None => Ok(()),
    })?;
    let record = AblationRecord {
        weights: folder.display().to_string(),
        against: start_name(&start).to_owned(),
        player: goal.subject.to_string(),
        seed: settings.seed,
        games: settings.games,
        found,
    };
    if let Err(error) = record.keep(&folder) {
        failure::warn(py, format!("not kept for the report: {error}"))?;
    }
    Ok(serde_json::json!(record.found.steps).to_string())
}
