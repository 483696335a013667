//! The record of a campaign.

use std::path::Path;

use pyo3::prelude::*;
use serde_json::{Value, json};
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::record::file_names::LOOKS;
use tune2048_tuner::record::{FinalsLog, Folder, Look};
use tune2048_tuner::space::Objective;
use tune2048_tuner::statistics::{self, Better};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::source::campaign_folder;
use tune2048_tuner::words::{self, start_name};

use crate::failure::{Failure, Result};

/// Reads and checks the files of a campaign, and returns what their tables do not say, as JSON.
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, folder: &str) -> Result<String> {
    let folder = campaign_folder(folder).map_err(Failure::BadInput)?;
    Ok(py.detach(|| record(&folder))?.to_string())
}

fn record(path: &Path) -> Result<Value> {
    let progress = Progress::read(path)?;
    let folder = Folder::open(path)?;
    let spec = &progress.spec;
    // These are read to be checked.
    folder.read_table::<Look>(LOOKS, &())?;
    FinalsLog::read(&folder, spec.subject())?;
    let evidence = progress.evidence.as_ref();
    let reliability = (0..progress.generations).map(|number| progress.reliability_at(number));
    let start = progress.start_weights();
    let tuned = progress.best.as_ref().map(|file| &file.weights);
    let point = |weights: &Configuration| {
        let fits = weights.subject.has_parameters_of(spec.subject());
        let names = spec.coordinate_names().into_iter();
        let named = |(name, value): (String, f64)| (name, json!(value));
        fits.then(|| Value::Object(names.zip(spec.encode(weights)).map(named).collect()))
    };
    let values = |weights: &Configuration| {
        let named = weights.iter().enumerate();
        let value = |index| json!(weights.value(index));
        let named = named.map(|(index, (spec, _))| (spec.name.to_string(), value(index)));
        Value::Object(named.collect())
    };
    Ok(json!({
        "folder": path,
        "name": spec.name,
        "seed": spec.seed,
        "heuristic": spec.subject().table_name(),
        "player": spec.subject().to_string(),
        "optimizer": spec.optimizer.name(),
        "minimizes": spec.better == Better::Lower,
        "scores_count": spec.objective == Objective::MeanScore && spec.cost_per_move.is_none(),
        "ranges": spec.ranges(),
        "finished": progress.finished,
        "games": progress.games,
        "elapsed_seconds": progress.elapsed_seconds,
        "coordinates": spec.coordinate_names(),
        "reliability": reliability.collect::<Vec<_>>(),
        "start": values(&start),
        "start_point": point(&start),
        "tuned": tuned.map(values),
        "tuned_point": tuned.and_then(point),
        "verdict": match evidence {
            Some(evidence) => evidence.result(start_name(&start)).trim_end().to_owned(),
            None => unfinished(&progress),
        },
        "evidence": evidence.map(Evidence::to_json),
        "pilot": progress.pilot,
    }))
}

/// What there is to say of a campaign without a validation.
fn unfinished(progress: &Progress) -> String {
    let state = if progress.finished { "finished, without a validation" } else { "not finished" };
    let games = words::grouped(progress.games as f64);
    format!("Campaign {}: {state}, {games} games.", progress.spec.name)
}

/// Returns Student's confidence interval of the mean of numbers, or None for fewer than two.
#[pyfunction]
#[pyo3(signature = (numbers, confidence = 0.95))]
pub(crate) fn mean_interval(numbers: Vec<f64>, confidence: f64) -> Result<Option<(f64, f64)>> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(Failure::unlike("confidence", confidence, "a number between 0 and 1"));
    }
    Ok(statistics::mean_interval_at(&numbers, confidence).map(|found| (found.low, found.high)))
}
