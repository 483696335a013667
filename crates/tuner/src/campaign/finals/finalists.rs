//! The finalists of a search: the weights that take part in the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last one. Single candidates are
//! ranked by their shrinkage estimates. The starting weights always take part,
//! because a search may have found nothing better.

use crate::campaign::open::Campaign;
use crate::record::Finalist;
use crate::record::error::Result;
use crate::subject::Configuration;
use tune2048_files::number_text::counted;
use tune2048_optimizer::{Distribution, boundary};

/// The share of the generations, counted from the last one, whose means are averaged.
const AVERAGED_SHARE: f64 = 0.25;

/// The finalists of a search, each with different weights: the starting
/// weights, then the means of distributions, then front runners.
///
/// # Errors
/// If the record cannot be read.
pub(super) fn of_search(
    campaign: &Campaign,
    distribution: Option<&Distribution>,
) -> Result<Vec<Finalist>> {
    let (state, spec) = (&campaign.state, &campaign.state.spec);
    let places = spec.selection.finalists as usize;
    let mut finalists = Vec::new();
    let mut join = |origin: &str, weights: Configuration| {
        let is_new = |finalist: &Finalist| finalist.weights != weights.values;
        if finalists.len() < places && finalists.iter().all(is_new) {
            let weights = spec.subject().with_values(weights.values);
            finalists.push(Finalist::new(origin, &weights));
        }
    };
    join("starting weights", state.start_weights());
    if let Some(distribution) = distribution {
        join("mean of the final distribution", spec.decode(&distribution.mean));
        let (mean, generations) = average(campaign, distribution)?;
        let origin =
            format!("average of the means of the last {}", counted(generations, "generation"));
        join(&origin, spec.decode(&mean));
    }
    if let Some(taken) = state.warm_start.as_ref().filter(|_| spec.warm_start.is_some()) {
        join("mean that the warm start took", spec.decode(taken));
    }
    for runner in state.front_runners().iter() {
        let weights = spec.subject().with_values(runner.weights.clone());
        join(&format!("front runner, trial {}", runner.trial), weights);
    }
    Ok(finalists)
}

/// The average of the last means, each clamped as for play, and their number.
fn average(campaign: &Campaign, last: &Distribution) -> Result<(Vec<f64>, usize)> {
    let (state, folder) = (&campaign.state, &campaign.recorder.folder);
    let is_new = state.source.as_ref().is_none_or(|source| source.distribution.mean != last.mean);
    let all = state.sources + usize::from(is_new);
    let count = (AVERAGED_SHARE * all as f64).ceil() as usize;
    let mut means = folder.last_means(all - count)?;
    means.extend(is_new.then(|| last.mean.clone()));
    let mut sum = vec![0.0; last.mean.len()];
    for mean in means {
        for (sum, coordinate) in sum.iter_mut().zip(boundary::clamp(&mean)) {
            *sum += coordinate;
        }
    }
    Ok((sum.iter().map(|sum| sum / count as f64).collect(), count))
}
