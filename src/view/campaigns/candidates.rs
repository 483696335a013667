//! Candidates in words, for those who point at them.

use std::fmt::Write;

use super::coordinates::has_ordered_matrix;
use super::data::ReportData;
use crate::view::words::page::{score, weight_text};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_tuner::record::Trial;

/// Returns what names a candidate: its trial, its generation, its mean score, and each tuned weight
/// on a line.
pub(crate) fn candidate_words(data: &ReportData) -> impl Fn(&Trial) -> String {
    let spec = &data.progress.spec;
    let names = spec.coordinate_names();
    let is_ordered = has_ordered_matrix(spec);
    let weights = spec.subject().parameters().iter().map(|weight| weight.name.to_string());
    let is_tuned =
        |(index, name): &(usize, String)| is_ordered && *index < CELLS || names.contains(name);
    let tuned: Vec<(usize, String)> = weights.enumerate().filter(is_tuned).collect();
    move |trial| {
        let mean = score(trial.evaluation.mean_score);
        let mut words =
            format!("trial {}, generation {}: mean score {mean}", trial.trial, trial.generation);
        let weights = spec.subject().with_values(trial.weights.clone());
        for (index, name) in tuned.iter().filter(|(index, _)| *index < weights.values.len()) {
            let _ = write!(words, "\n{name} {}", weight_text(&weights, *index));
        }
        words
    }
}
