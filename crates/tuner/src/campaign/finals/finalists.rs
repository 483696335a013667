//! The finalists of a search: the weights that take part in the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last one. Single candidates are
//! ranked by their shrinkage estimates. The starting weights always take part,
//! because a search may have found nothing better.

use crate::record::CampaignState;
use crate::subject::Configuration;
use tune2048_files::number_text::counted;
use tune2048_optimizer::{Distribution, boundary};

/// The share of the generations, counted from the last one, whose means are averaged.
const AVERAGED_SHARE: f64 = 0.25;

/// The finalists of a search with their origins, each with different weights: the starting
/// weights, then the means of distributions, then front runners.
pub(super) fn of_search(
    state: &CampaignState,
    distribution: Option<&Distribution>,
) -> Vec<(String, Configuration)> {
    let spec = &state.spec;
    let places = spec.selection.finalists as usize;
    let mut finalists: Vec<(String, Configuration)> = Vec::new();
    let mut join = |origin: &str, values: Vec<f64>| {
        if finalists.len() < places && finalists.iter().all(|(_, other)| other.values != values) {
            finalists.push((origin.to_owned(), spec.subject().with_values(values)));
        }
    };
    join("starting weights", state.start_weights().values);
    if let Some(distribution) = distribution {
        join("mean of the final distribution", spec.decode(&distribution.mean).values);
        let (mean, generations) = average(&state.means, &distribution.mean);
        let origin =
            format!("average of the means of the last {}", counted(generations, "generation"));
        join(&origin, spec.decode(&mean).values);
    }
    if let Some(taken) = state.warm_start.as_ref().filter(|_| spec.warm_start.is_some()) {
        join("mean that the warm start took", spec.decode(taken).values);
    }
    for runner in state.front_runners() {
        join(&format!("front runner, trial {}", runner.trial), runner.weights);
    }
    finalists
}

/// The average of the last means, each clamped as for play, and their number.
fn average(means: &[Vec<f64>], last: &[f64]) -> (Vec<f64>, usize) {
    let is_new = means.last().is_none_or(|mean| mean != last);
    let all = means.iter().map(Vec::as_slice).chain(is_new.then_some(last));
    let known = means.len() + usize::from(is_new);
    let count = (AVERAGED_SHARE * known as f64).ceil() as usize;
    let mut sum = vec![0.0; last.len()];
    for mean in all.skip(known - count) {
        for (sum, coordinate) in sum.iter_mut().zip(boundary::clamp(mean)) {
            *sum += coordinate;
        }
    }
    (sum.iter().map(|sum| sum / count as f64).collect(), count)
}
