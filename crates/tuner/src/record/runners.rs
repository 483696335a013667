//! Shrinkage estimates of the candidates' true objective.
//!
//! The best of many noisy means is mostly luck. Pulling each mean towards the
//! mean of its generation by the share of the variance that is noise corrects
//! for that: the empirical Bayes estimate of Efron and Morris, "Data Analysis Using
//! Stein's Estimator and its Generalizations", JASA 70 (1975),
//! <https://doi.org/10.1080/01621459.1975.10479864>, as for the random effects
//! of an analysis of variance with groups of different size.

use super::Trial;
use crate::space::CampaignSpec;
use crate::statistics::{Evaluation, Objective, TILES, mean};

/// The typical coefficient of variation of a game's score; replaces the spread
/// of a batch that is too small or too uniform to have one.
pub(crate) const TYPICAL_VARIATION: f64 = 0.5;

/// Pulls values, each with the variance of its noise, towards their mean.
///
/// The variance between the true values is the excess of the sample variance
/// over the mean noise; without an excess all estimates equal the mean.
fn shrink(found: &[(f64, f64)]) -> Vec<f64> {
    let (values, noise): (Vec<f64>, Vec<f64>) = found.iter().copied().unzip();
    let center = mean(&values);
    let squares = values.iter().map(|value| (value - center).powi(2));
    let total = squares.sum::<f64>() / (values.len() as f64 - 1.0).max(1.0);
    let between = (total - mean(&noise)).max(0.0);
    let shrunk = |(value, noise): &(f64, f64)| {
        let kept = if between > 0.0 { between / (between + noise) } else { 0.0 };
        center + kept * (value - center)
    };
    found.iter().map(shrunk).collect()
}

/// The variance of a trial's objective over other games. Differences within a
/// generation vary less than that, because its candidates share their games.
fn noise(spec: &CampaignSpec, trial: &Trial) -> f64 {
    let Evaluation { games, mean_score, sd_score, .. } = trial.evaluation;
    let deviation = sd_score.unwrap_or(TYPICAL_VARIATION * mean_score.abs());
    let variance = match spec.objective {
        Objective::MeanScore => deviation.powi(2),
        // The variance of the median of a normal sample (Kenney and Keeping 1962).
        Objective::MedianScore => deviation.powi(2) * std::f64::consts::FRAC_PI_2,
        // The delta method: the slope of a logarithm is one over its argument.
        Objective::MeanLogScore => (deviation / mean_score.abs().max(1.0)).powi(2),
        Objective::TileShare(tile) => {
            let place = TILES.iter().position(|known| *known == tile);
            let share = place.map_or(trial.objective.abs(), |place| trial.evaluation.share(place));
            // Laplace's rule gives a share of 0 or 1 a variance above 0.
            let games = f64::from(games);
            let likely = (share * games + 1.0) / (games + 2.0);
            likely * (1.0 - likely)
        }
    };
    let cost = trial.evaluation.cost_per_move();
    spec.charged_variance(variance, trial.objective, cost) / f64::from(games)
}

/// A candidate that leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Runner {
    /// The number of its trial.
    pub(crate) trial: u64,
    /// Its weights.
    pub(crate) weights: Vec<f64>,
    /// The shrinkage estimate of its objective, and the objective itself.
    rank: [f64; 2],
}

/// The finalists that may have the weights of a front runner and come before it: the start and three means.
const OTHERS: usize = 4;

/// Adds the candidates of a generation to those with the highest shrinkage estimates, best first, each with other weights:
/// as many as a race may take.
pub(crate) fn add(runners: &mut Vec<Runner>, spec: &CampaignSpec, trials: &[Trial]) {
    let found = trials.iter().map(|trial| (trial.objective, noise(spec, trial)));
    let estimates = shrink(&found.collect::<Vec<_>>()).into_iter();
    runners.extend(estimates.zip(trials).map(|(estimate, trial)| Runner {
        trial: trial.trial,
        weights: trial.weights.clone(),
        rank: [estimate, trial.objective],
    }));
    // The sort is stable: of equals, the earlier one comes first.
    runners.sort_by(|a, b| b.rank[0].total_cmp(&a.rank[0]).then(b.rank[1].total_cmp(&a.rank[1])));
    let most = spec.selection.finalists as usize + OTHERS;
    let mut kept: Vec<Runner> = Vec::with_capacity(most);
    for runner in runners.drain(..) {
        if kept.len() < most && kept.iter().all(|other| other.weights != runner.weights) {
            kept.push(runner);
        }
    }
    *runners = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_noise_shrinks_to_the_mean_and_no_noise_not_at_all() {
        let values = [1.0, 2.0, 6.0];
        let with = |noise: f64| values.map(|value| (value, noise));
        assert_eq!(shrink(&with(1000.0)), [3.0; 3]);
        assert_eq!(shrink(&with(0.0)), values);
        assert_eq!(shrink(&[(5.0, 1.0)]), [5.0]);
    }

    /// The sample variance is 7 and the mean noise 3, so that the variance between is 4
    /// and the kept share 4/(4 + noise).
    #[test]
    fn a_sample_worked_out_by_hand() {
        let found = shrink(&[(1.0, 4.0), (2.0, 4.0), (6.0, 1.0)]);
        let expected = [3.0 - 2.0 * 0.5, 3.0 - 0.5, 3.0 + 3.0 * 0.8];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
        }
    }
}
