//! Candidates in words, for those who point at them.

use std::fmt::Write;

use super::data::ReportData;
use super::matrix;
use super::number::{weight, whole};
use tune2048_tuner::checkpoint::Trial;

/// Names a candidate: its trial, its generation, its mean score, and each tuned weight on a line.
pub(super) fn words(data: &ReportData, trial: &Trial) -> String {
    let mut words = format!(
        "trial {}, generation {}: mean score {}",
        trial.trial,
        trial.generation,
        whole(trial.evaluation.mean_score)
    );
    let spec = &data.progress.spec;
    let tuned = spec.coordinate_names();
    let names = spec.heuristic().weights();
    for (index, (named, value)) in names.iter().zip(&trial.weights).enumerate() {
        let is_ordered = index < matrix::CELLS && matrix::is_ordered(data);
        if is_ordered || tuned.iter().any(|name| named.name == *name) {
            let _ = write!(words, "\n{} {}", named.name, weight(*value));
        }
    }
    words
}
