//! The record of a campaign, and words that Python puts together with its own.

use std::path::Path;

use pyo3::prelude::*;
use serde_json::{Value, json};
use tune2048_tuner::record::source::campaign_folder;
use tune2048_tuner::record::{Finalist, Folder};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Objective;
use tune2048_tuner::statistics::{self, Better};
use tune2048_tuner::studies::ablation::Ablation;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::{self, start_name};

use crate::failure::{Failure, Result, in_python};

/// Reads and checks the files of a campaign, and returns what their tables do not say, as JSON.
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, folder: &str) -> Result<String> {
    let folder = campaign_folder(folder).map_err(Failure::bad_input)?;
    Ok(py.detach(|| record(&folder))?.to_string())
}

fn record(path: &Path) -> Result<Value> {
    let folder = Folder::at(path);
    let progress = folder.read(true)?;
    let state = folder.run_state(&progress);
    let spec = &progress.spec;
    let evidence = progress.evidence();
    let reliability = progress.complete.iter().map(|generation| generation.reliability);
    let start = progress.start_weights();
    let tuned = progress.recommended();
    let point = |weights: &Configuration| {
        let fits = weights.subject.has_parameters_of(spec.subject());
        let names = spec.coordinate_names().into_iter();
        let named = |(name, value): (String, f64)| (name, json!(value));
        fits.then(|| Value::Object(names.zip(spec.encode(weights)).map(named).collect()))
    };
    let values = |weights: &Configuration| {
        Value::Object(weights.named().map(|(name, value)| (name, json!(value))).collect())
    };
    let ablation = Ablation::of(&progress).map(|ablation| ablation.steps);
    Ok(json!({
        "folder": path,
        "ablation": ablation,
        "name": spec.name,
        "seed": spec.seed,
        "heuristic": spec.subject().table_name(),
        "player": spec.subject().to_string(),
        "optimizer": spec.optimizer.name(),
        "minimizes": spec.better == Better::Lower,
        "scores_count": spec.objective == Objective::MeanScore && spec.cost_per_move.is_none(),
        "ranges": spec.ranges(),
        "state": state,
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
            Some(evidence) => in_python(evidence.short_result(start_name(&start)).trim_end()),
            None => {
                let games = words::counted(progress.games, "game");
                format!("Campaign {}: {}, {games}.", spec.name, state.name())
            }
        },
        "evidence": evidence.map(Evidence::to_json),
        "pilot": progress.pilot,
        "distributions": progress.sources,
        "restarted": progress.sources.iter().map(|source| source.is_restart).collect::<Vec<_>>(),
        "finalists": progress.finals.finalists.iter().map(|found| finalist(spec, found)).collect::<Vec<_>>(),
        "looks": progress.finals.looks,
    }))
}

/// A finalist, a column for each weight.
fn finalist(spec: &CampaignSpec, found: &Finalist) -> Value {
    let Finalist { finalist, origin, player, weights } = found;
    let mut row = json!({ "finalist": finalist, "origin": origin, "player": player.to_string() });
    let weights = spec.subject().with_values(weights.clone());
    for (name, value) in weights.named() {
        row[format!("weight.{name}")] = json!(value);
    }
    row
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

/// Writes a number as all sentences do: without decimals, its thousands apart.
#[pyfunction]
pub(crate) fn grouped(number: f64) -> String {
    words::grouped(number)
}
