//! The finalists of a search: the weights that take part in the final race.
//!
//! With noise, a mean over many candidates beats any one of them, and a mean
//! over several generations may beat the last one. Single candidates are
//! ranked by their shrinkage estimates. The starting weights always take part,
//! because a search may have found nothing better.

use crate::campaign::finals::shrinkage;
use crate::campaign::{Campaign, SpecHistory};
use crate::record::{DistributionRow, Finalist, Trial, of_generations};
use crate::subject::{Configuration, PlayerTable};
use tune2048_optimizer::{Distribution, boundary};

/// The share of the generations, counted from the last one, whose means are averaged.
const AVERAGED_SHARE: f64 = 0.25;

/// The finalists of a search, each with different weights: the starting
/// weights, then the means of distributions, then front runners.
pub(crate) fn of_search(campaign: &Campaign, distribution: Option<&Distribution>) -> Vec<Finalist> {
    let spec = &campaign.active.spec;
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
        let taken = campaign.active.history.first().decode(&row.distribution.mean);
        if spec.holds(&taken) {
            join("mean that the warm start took", taken);
        }
    }
    if let Some(carried) = campaign.carried_weights() {
        join("what the last change carried over", carried);
    }
    let trials = campaign.journals.trials.rows();
    let history = &campaign.active.history;
    for trial in history.runners(trials, u32::MAX, &spec.untuned_player()) {
        let weights = spec.subject().with_values(trial.weights.clone());
        if spec.holds(&weights) {
            join(&format!("front runner, trial {}", trial.trial), weights);
        }
    }
    finalists
}

impl SpecHistory {
    /// The best weights by present knowledge: the mean of the last recorded
    /// distribution, without distributions the front runner, without trials the
    /// starting weights.
    pub(crate) fn guess(&self, rows: &[DistributionRow], trials: &[Trial]) -> Configuration {
        if let Some(row) = rows.last() {
            return self.spec(row.generation).decode(&row.distribution.mean);
        }
        let front_runner = self.front_runner(trials, u32::MAX);
        front_runner.unwrap_or_else(|| self.latest().start_weights())
    }

    /// The candidate with the highest shrinkage estimate of the generations before
    /// `before`, among the generations that the player of the last one has played.
    pub(crate) fn front_runner(&self, trials: &[Trial], before: u32) -> Option<Configuration> {
        let played = of_generations(trials, 0..before);
        let spec = self.spec(played.last()?.generation);
        let runners = self.runners(played, before, &spec.untuned_player());
        let values = runners.first()?.weights.clone();
        Some(spec.subject().with_values(values))
    }

    /// The candidates that a player has played, in descending order of their
    /// shrinkage estimates. Scores of different players cannot be compared.
    fn runners<'t>(
        &self,
        trials: &'t [Trial],
        before: u32,
        player: &PlayerTable,
    ) -> Vec<&'t Trial> {
        let mut runners: Vec<(f64, &Trial)> = Vec::new();
        for (stage, end) in self.spans() {
            if stage.spec.untuned_player() == *player {
                let played = of_generations(trials, stage.first_generation..end.min(before));
                let estimates = shrinkage::estimates(&stage.spec, played);
                runners.extend(estimates.into_iter().zip(played));
            }
        }
        // The sort is stable: of equals, the earlier one comes first.
        runners.sort_by(|(a, trial), (b, other)| {
            b.total_cmp(a).then(other.objective.total_cmp(&trial.objective))
        });
        runners.into_iter().map(|(_, trial)| trial).collect()
    }
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
