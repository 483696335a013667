//! Candidates in words, for those who point at them.

use std::fmt::Write;

use super::coordinates::has_ordered_matrix;
use super::data::ReportData;
use crate::view::words::page::{weight, whole};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_tuner::record::Trial;

/// Names the candidates of a campaign.
#[derive(Debug)]
pub(crate) struct CandidateWords {
    /// Index and name of each tuned weight.
    tuned: Vec<(usize, String)>,
}

impl CandidateWords {
    pub(crate) fn new(data: &ReportData) -> Self {
        let spec = &data.progress.spec;
        let tuned = spec.coordinate_names();
        let is_ordered = has_ordered_matrix(spec);
        let weights = spec.subject().parameters().iter().enumerate();
        let weights = weights.map(|(index, weight)| (index, weight.name.to_string()));
        let is_tuned =
            |(index, name): &(usize, String)| is_ordered && *index < CELLS || tuned.contains(name);
        Self { tuned: weights.filter(is_tuned).collect() }
    }

    /// Names a candidate: its trial, its generation, its mean score, and each tuned weight on a
    /// line.
    pub(crate) fn of(&self, trial: &Trial) -> String {
        let mut words = format!(
            "trial {}, generation {}: mean score {}",
            trial.trial,
            trial.generation,
            whole(trial.evaluation.mean_score)
        );
        for (index, name) in &self.tuned {
            if let Some(value) = trial.weights.get(*index) {
                let _ = write!(words, "\n{name} {}", weight(*value));
            }
        }
        words
    }
}
