//! Transfer of a distribution from one search space to another.
//!
//! Coordinates are matched by the names of their weights. If a range differs,
//! mean and covariance are mapped so that they describe the same weights. For a
//! weight that is now fixed, the distribution of the others is conditioned on
//! its value. A weight that is newly tuned, or that the other heuristic lacked,
//! has the spread of a search that begins; a weight of inner lines then starts
//! at the weight of all lines that it replaces.

use super::spec::CampaignSpec;
use crate::subject::Subject;
use tune2048_engine::heuristic::{HeuristicKind, rich_rows};
use tune2048_optimizer::{Distribution, SymmetricMatrix};

/// The largest distance, in standard deviations, between a fixed value and its
/// expected value that conditioning uses: a value far outside the distribution
/// says little about the other weights.
const MAX_SURPRISE: f64 = 2.0;

impl CampaignSpec {
    /// Transfers a distribution over another search space to this one, `widening`
    /// times wider, but in no direction wider than a search that begins.
    ///
    /// # Errors
    /// If the heuristics or the matrix layouts of the two spaces differ.
    pub fn transfer(
        &self,
        from: &Self,
        distribution: &Distribution,
        widening: f64,
    ) -> Result<Distribution, String> {
        self.check_alike(from)?;
        let step_size = self.optimizer.step_size();
        let (mean, covariance) = self.condition(from, distribution);
        let mut new_mean = self.start_after(from, &mean);
        // Of a coordinate with a counterpart: its place there, and what its deviations are multiplied by.
        let mut stretches = vec![None; new_mean.len()];
        let old_names = from.coordinate_names();
        let old_ranges: Vec<_> = from.search_space.ranges().collect();
        let coordinates = self.coordinate_names().into_iter().zip(self.search_space.ranges());
        for (at, (name, range)) in coordinates.enumerate() {
            let Some(place) = old_names.iter().position(|old| *old == name) else { continue };
            let (offset, slope) = match (old_ranges[place], range) {
                (Some(old), Some(new)) => new.line_from(old, mean[place].clamp(0.0, 1.0)),
                _ => (0.0, 1.0),
            };
            new_mean[at] = (offset + slope * mean[place]).clamp(0.0, 1.0);
            // The widening, limited so that the spread does not exceed the initial step size.
            let wide = widening * slope.abs() * covariance[place][place].sqrt();
            stretches[at] = Some((place, widening * slope * (step_size / wide).min(1.0)));
        }
        let entry = |i: usize, j: usize| match (stretches[i], stretches[j]) {
            (Some((a, stretch_a)), Some((b, stretch_b))) => {
                stretch_a * stretch_b * covariance[a][b] / (step_size * step_size)
            }
            _ if i == j => 1.0,
            _ => 0.0,
        };
        Ok(Distribution {
            mean: new_mean,
            step_size,
            covariance: SymmetricMatrix::of_lower(self.dimensions(), entry),
        })
    }

    fn check_alike(&self, from: &Self) -> Result<(), String> {
        let (own, its) = (self.subject(), from.subject());
        let is_rows = |subject: &Subject| subject.table_name() == HeuristicKind::Rows.name();
        if !(own.shares_heuristic(its) || is_rows(own) && is_rows(its)) {
            let describe = |subject: &Subject| {
                format!("{} with {} weights", subject.table_name(), subject.parameters().len())
            };
            return Err(format!("its heuristic is {}, expected {}", describe(its), describe(own)));
        }
        let names = its.parameters().iter().map(|spec| &spec.name);
        let lacking = names.filter(|name| own.index_of(name).is_none());
        let lacking: Vec<&str> = lacking.map(AsRef::as_ref).collect();
        if !lacking.is_empty() {
            let lacking = lacking.join(", ");
            return Err(format!("its heuristic has weights that this one lacks: {lacking}"));
        }
        if self.search_space.layout != from.search_space.layout {
            let problem = "its matrix has another layout or is fixed, expected the same layout";
            return Err(problem.to_owned());
        }
        Ok(())
    }

    /// Returns the starting point of the weights that the other space does not have.
    fn start_after(&self, from: &Self, mean: &[f64]) -> Vec<f64> {
        let learnt = from.decode(mean);
        let mut start = self.start_weights();
        for (spec, value) in start.subject.parameters().iter().zip(&mut start.values) {
            let lines = spec.name.strip_prefix(rich_rows::INNER);
            if learnt.get(&spec.name).is_none()
                && let Some(of_all) = lines.and_then(|name| learnt.get(name))
            {
                *value = of_all;
            }
        }
        self.encode(&start)
    }

    /// Returns mean and covariance in the old space, conditioned on the weights
    /// that are fixed in the new one.
    fn condition(&self, from: &Self, distribution: &Distribution) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut mean = distribution.mean.clone();
        let variance = distribution.step_size * distribution.step_size;
        let mut covariance = distribution.covariance.rows().to_vec();
        for entry in covariance.iter_mut().flatten() {
            *entry *= variance;
        }
        let names = self.coordinate_names();
        let here = self.start_weights();
        let there = from.start_weights();
        let values = there.iter().map(|(spec, value)| here.get(&spec.name).unwrap_or(value));
        let fixed = from.encode(&there.subject.with_values(values.collect()));
        for (place, name) in from.coordinate_names().iter().enumerate() {
            if names.contains(name) {
                continue;
            }
            // A normal distribution given one of its coordinates (Bishop 2006, 2.3.1).
            let deviation = covariance[place][place].sqrt();
            let surprise = (fixed[place] - mean[place])
                .clamp(-MAX_SURPRISE * deviation, MAX_SURPRISE * deviation);
            let row = covariance[place].clone();
            for i in (0..mean.len()).filter(|&i| i != place) {
                let gain = row[i] / row[place];
                mean[i] += gain * surprise;
                for (j, entry) in covariance[i].iter_mut().enumerate() {
                    *entry -= gain * row[j];
                }
            }
        }
        (mean, covariance)
    }
}
