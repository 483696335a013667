//! The finalists of a search: the weights that take part in the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last one. Single candidates are
//! ranked by their shrinkage estimates. The starting weights always take part,
//! because a search may have found nothing better.

use crate::campaign::Campaign;
use crate::campaign::finals::shrinkage;
use crate::record::{Finalist, Trial};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_optimizer::{Distribution, boundary};

/// The share of the generations, counted from the last one, whose means are averaged.
const AVERAGED_SHARE: f64 = 0.25;

/// The finalists of a search, each with different weights: the starting
/// weights, then the means of distributions, then front runners.
pub(crate) fn of_search(campaign: &Campaign, distribution: Option<&Distribution>) -> Vec<Finalist> {
    let spec = &campaign.spec;
    let places = spec.selection.finalists as usize;
    let mut finalists = Vec::new();
    let mut join = |origin: &str, weights: Configuration| {
        let is_new = |finalist: &Finalist| finalist.weights != weights.values;
        if finalists.len() < places && finalists.iter().all(is_new) {
            let weights = spec.subject().with_values(weights.values);
            finalists.push(Finalist::new(origin, &weights));
        }
    };
    join("starting weights", campaign.start_weights());
    if let Some(distribution) = distribution {
        join("mean of the final distribution", spec.decode(&distribution.mean));
        let (mean, generations) = average(campaign, distribution);
        let origin = format!("average of the means of the last {generations} generations");
        join(&origin, spec.decode(&mean));
    }
    if let (Some(_), Some(row)) = (&spec.warm_start, campaign.journals.distributions.rows().first())
    {
        join("mean that the warm start took", spec.decode(&row.distribution.mean));
    }
    for trial in runners(spec, campaign.journals.trials.rows()) {
        let weights = spec.subject().with_values(trial.weights.clone());
        join(&format!("front runner, trial {}", trial.trial), weights);
    }
    finalists
}

/// The candidates in descending order of their shrinkage estimates.
pub(crate) fn runners<'t>(spec: &CampaignSpec, trials: &'t [Trial]) -> Vec<&'t Trial> {
    let estimates = shrinkage::estimates(spec, trials);
    let mut runners: Vec<(f64, &Trial)> = estimates.into_iter().zip(trials).collect();
    // The sort is stable: of equals, the earlier one comes first.
    runners.sort_by(|(a, trial), (b, other)| {
        b.total_cmp(a).then(other.objective.total_cmp(&trial.objective))
    });
    runners.into_iter().map(|(_, trial)| trial).collect()
}

/// The average of the last means, each clamped as for play, and their number.
fn average(campaign: &Campaign, last: &Distribution) -> (Vec<f64>, usize) {
    let rows = campaign.journals.distributions.rows();
    let begun = rows.iter().rposition(|row| row.restarted).unwrap_or(0);
    let mut means: Vec<&[f64]> =
        rows[begun..].iter().map(|row| row.distribution.mean.as_slice()).collect();
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
