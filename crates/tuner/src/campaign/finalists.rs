//! Who may be recommended: candidates for the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last; of single candidates those are
//! taken that lead when their luck is taken off. The starting weights are always
//! among them: a search may have found nothing.

use super::spec_history::SpecHistory;
use super::{Campaign, shrinkage};
use crate::checkpoint::{Finalist, Trial};
use crate::spec::CampaignSpec;
use tune2048_engine::heuristic::Weights;
use tune2048_engine::player::PlayerSettings;
use tune2048_optimizer::{Distribution, boundary};

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
    join("starting weights", campaign.start_weights());
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
        let taken = campaign.stages.first().decode(&row.distribution.mean);
        if space.holds(&taken) {
            join("mean that the warm start took", taken);
        }
    }
    if let Some(carried) = campaign.carried_weights() {
        join("what the last change carried over", carried);
    }
    let (stages, trials) = (&campaign.stages, campaign.trials.as_slice());
    for trial in runners(stages, trials, u32::MAX, space.player) {
        let weights = weights_of(trial, space);
        if space.holds(&weights) {
            join(&format!("front runner, trial {}", trial.trial), weights);
        }
    }
    finalists
}

/// The candidate of the generations before this one that is likely to be worth
/// most with the player of the last of them, if there is any.
pub(super) fn front_runner(stages: &SpecHistory, trials: &[Trial], before: u32) -> Option<Weights> {
    let played = &trials[..trials.partition_point(|trial| trial.generation < before)];
    let space = stages.space(played.last()?.generation);
    let runners = runners(stages, played, before, space.player);
    runners.first().map(|trial| weights_of(trial, space))
}

fn weights_of(trial: &Trial, space: &CampaignSpec) -> Weights {
    Weights {
        heuristic: space.heuristic().clone(),
        values: trial.weights.clone(),
    }
}

/// The candidates that a player played with, in front those that are likely to
/// be worth most: scores of different players do not compare.
fn runners<'t>(
    stages: &SpecHistory,
    trials: &'t [Trial],
    before: u32,
    player: PlayerSettings,
) -> Vec<&'t Trial> {
    let place = |generation| trials.partition_point(|trial| trial.generation < generation);
    let mut runners: Vec<(f64, &Trial)> = Vec::new();
    for (stage, end) in stages.spans() {
        let span = place(stage.first_generation)..place(end.min(before));
        if stage.space.player == player && !span.is_empty() {
            let estimates = shrinkage::estimates(&stage.space.objective, &trials[span.clone()]);
            runners.extend(estimates.into_iter().zip(&trials[span]));
        }
    }
    // Stable: of equals, the earlier one runs in front.
    runners.sort_by(|(a, trial), (b, other)| {
        b.total_cmp(a)
            .then(other.objective.total_cmp(&trial.objective))
    });
    runners.into_iter().map(|(_, trial)| trial).collect()
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
