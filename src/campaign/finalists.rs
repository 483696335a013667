//! Who may be recommended: candidates for the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last; of single candidates those are
//! taken that lead when their luck is taken off. The starting weights are always
//! among them: a search may have found nothing.

use super::{Campaign, shrinkage};
use crate::checkpoint::Finalist;
use crate::heuristic::Weights;
use crate::optimizer::{Distribution, boundary};

/// The share of the generations whose means are averaged: the last ones.
const AVERAGED_SHARE: f64 = 0.25;

/// The finalists of a search, each with other weights: the starting weights,
/// then those that a distribution speaks for, then front runners.
pub(super) fn meet(campaign: &Campaign, distribution: Option<&Distribution>) -> Vec<Finalist> {
    let space = &campaign.space;
    let places = space.selection.finalists as usize;
    let mut finalists = Vec::new();
    let mut join = |origin: &str, weights: Weights| {
        let is_new = |finalist: &Finalist| finalist.weights != weights;
        if finalists.len() < places && finalists.iter().all(is_new) {
            finalists.push(Finalist::new(origin, &space.player, weights));
        }
    };
    join("starting weights", space.start_weights());
    if let Some(distribution) = distribution {
        join(
            "mean of the final distribution",
            space.decode(&distribution.mean),
        );
        let (mean, generations) = average(campaign, distribution);
        let origin = format!("average of the means of the last {generations} generations");
        join(&origin, space.decode(&mean));
    }
    if let (Some(_), Some(row)) = (&space.warm_start, campaign.distributions.first()) {
        join(
            "mean that the warm start took",
            space.decode(&row.distribution.mean),
        );
    }
    let estimates = shrinkage::estimates(&space.objective, &campaign.trials);
    let mut runners: Vec<_> = estimates.iter().zip(&campaign.trials).collect();
    // Stable: of equals, the earlier one runs in front.
    runners.sort_by(|(a, trial), (b, other)| {
        b.total_cmp(a)
            .then(other.objective.total_cmp(&trial.objective))
    });
    for (_, trial) in runners {
        let origin = format!("front runner, trial {}", trial.trial);
        join(&origin, space.decode(&trial.point));
    }
    finalists
}

/// The average of the last means, each as it would be played, and how many they are.
fn average(campaign: &Campaign, last: &Distribution) -> (Vec<f64>, usize) {
    let rows = &campaign.distributions;
    let begun = rows.iter().rposition(|row| row.restarted).unwrap_or(0);
    let mut means: Vec<&[f64]> = rows[begun..]
        .iter()
        .map(|row| row.distribution.mean.as_slice())
        .collect();
    if means.last() != Some(&last.mean.as_slice()) {
        means.push(&last.mean);
    }
    let count = (AVERAGED_SHARE * means.len() as f64).ceil() as usize;
    let means = &means[means.len() - count..];
    let mut sum = vec![0.0; last.mean.len()];
    for mean in means {
        for (sum, coordinate) in sum.iter_mut().zip(boundary::clamp(mean)) {
            *sum += coordinate;
        }
    }
    (sum.iter().map(|sum| sum / count as f64).collect(), count)
}
