//! Tuned weights that stand at a bound of their range, and warnings about a search space.

use super::range::Range;
use super::search_space::SearchSpace;
use super::spec::CampaignSpec;
use crate::subject::{Configuration, Encoding};
use tune2048_engine::player::SearchSetting;
use tune2048_files::number_text::{counted, grouped};
use tune2048_files::toml_errors::number;

/// The part of a range, beside either bound, within which a weight counts as standing at the bound.
const NEAR: f64 = 0.005;

/// A tuned weight that stands within 0.5 % of its range at one of its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightAtBound {
    /// The index of the weight among the parameters.
    pub index: usize,
    /// The name of the weight.
    pub name: String,
    /// The bound at which the weight stands: `lower bound` or `upper bound`.
    pub bound: &'static str,
    /// The value of the bound.
    pub value: f64,
}

impl SearchSpace {
    fn at_bound(&self, index: usize, range: &Range, value: f64) -> Option<WeightAtBound> {
        let subject = &self.start.subject;
        if matches!(subject.parameter(index).encoding, Encoding::Choice(_)) {
            // Nothing lies beyond a list.
            return None;
        }
        let coordinate = range.encode(value);
        // The ends of a range of integers have coordinates inside of the cube.
        let is_lower = value <= range.low || coordinate <= NEAR;
        if !is_lower && value < range.high && coordinate < 1.0 - NEAR {
            return None;
        }
        let value = if is_lower { range.low } else { range.high };
        let is_limit = |setting: &SearchSetting| {
            value <= *setting.limits.start() || *setting.limits.end() <= value
        };
        if self.search_setting(index).is_some_and(is_limit) || range.integer && value == 0.0 {
            // No search has values beyond its limits, and counts have another sign there.
            return None;
        }
        Some(WeightAtBound {
            index,
            name: subject.parameters()[index].name.to_string(),
            bound: if is_lower { "lower bound" } else { "upper bound" },
            value,
        })
    }
}

impl CampaignSpec {
    /// Returns the tuned weights that stand at a bound of their range. The coordinates of an
    /// ordered matrix have no ranges of their own, and weights of another heuristic none here.
    pub fn at_bounds(&self, weights: &Configuration) -> Vec<WeightAtBound> {
        if !weights.subject.has_parameters_of(self.subject()) {
            return Vec::new();
        }
        let space = &self.search_space;
        let tuned = space.tuned.iter();
        tuned.filter_map(|(at, range)| space.at_bound(*at, range, weights.values[*at])).collect()
    }

    /// Returns warnings about settings that are valid but hardly meant: a start at a bound,
    /// more games after the search than in it, and too few generations.
    pub fn warnings(&self) -> Vec<String> {
        let start = self.start_weights();
        let mut warnings = Vec::new();
        for WeightAtBound { name, bound, value, .. } in self.at_bounds(&start) {
            warnings.push(format!(
                "{name} starts at the {bound} of its range, {}: nothing beyond it is tried - move \
                 the start, or widen the range",
                number(value)
            ));
        }
        self.warn_of_constraints(&mut warnings);
        let after = self.games_after_search();
        if let Some((_, search)) = self.search_games().filter(|(_, most)| after > *most) {
            warnings.push(format!(
                "race and validation play {}, more than the search, which plays at most {}: \
                 lower selection.games or validation.games, or raise the budget",
                counted(after, "game"),
                grouped(search as f64)
            ));
        }
        warnings
    }
}
