//! What a candidate is likely to be worth, its luck taken off.
//!
//! The best of many noisy means is mostly luck. Pulling each mean towards that
//! of its generation by the share of the spread that is noise takes the luck
//! off: the empirical Bayes estimate of Efron and Morris, "Data Analysis Using
//! Stein's Estimator and its Generalizations", JASA 70 (1975),
//! <https://doi.org/10.1080/01621459.1975.10479864>, as for the random effects
//! of an analysis of variance with groups of different size.

use crate::checkpoint::Trial;
use crate::scores::{Evaluation, TILES};
use crate::spec::Objective;
use crate::statistics::mean;

/// One game's score varies by about half its mean: stands in for a standard
/// deviation that a single game does not show.
const TYPICAL_VARIATION: f64 = 0.5;

/// The shrunken estimate of each trial's objective, in the order of the trials.
pub(super) fn estimates(objective: &Objective, trials: &[Trial]) -> Vec<f64> {
    trials
        .chunk_by(|a, b| a.generation == b.generation)
        .flat_map(|generation| {
            let found: Vec<(f64, f64)> = generation
                .iter()
                .map(|trial| (trial.objective, noise(objective, trial)))
                .collect();
            shrink(&found)
        })
        .collect()
}

/// Pulls values towards their mean; each comes with the variance of its noise.
///
/// The variance between the true values is what the values vary more than
/// their noise does; where they do not, all of them are worth the mean.
fn shrink(found: &[(f64, f64)]) -> Vec<f64> {
    let values: Vec<f64> = found.iter().map(|(value, _)| *value).collect();
    let noise: Vec<f64> = found.iter().map(|(_, noise)| *noise).collect();
    let center = mean(&values);
    let squares = values.iter().map(|value| (value - center).powi(2));
    let total = squares.sum::<f64>() / (values.len() as f64 - 1.0).max(1.0);
    let between = (total - mean(&noise)).max(0.0);
    found
        .iter()
        .map(|(value, noise)| {
            let kept = if between > 0.0 {
                between / (between + noise)
            } else {
                0.0
            };
            center + kept * (value - center)
        })
        .collect()
}

/// The variance of a trial's objective over other games. That candidates of a
/// generation share their games makes their differences surer than this says.
fn noise(objective: &Objective, trial: &Trial) -> f64 {
    let Evaluation {
        games,
        mean_score,
        sd_score,
        ..
    } = trial.evaluation;
    let deviation = sd_score.unwrap_or(TYPICAL_VARIATION * mean_score);
    let variance = match *objective {
        Objective::MeanScore => deviation.powi(2),
        // That of a normal sample's median (Kenney and Keeping 1962).
        Objective::MedianScore => deviation.powi(2) * std::f64::consts::FRAC_PI_2,
        // The delta method: a logarithm's slope is one over its argument.
        Objective::MeanLogScore => (deviation / mean_score.max(1.0)).powi(2),
        Objective::TileShare(tile) => {
            let place = TILES.iter().position(|known| *known == tile);
            let share = place.map_or(trial.objective, |place| trial.evaluation.share(place));
            // Laplace's rule keeps a share of 0 or 1 from looking sure.
            let games = f64::from(games);
            let likely = (share * games + 1.0) / (games + 2.0);
            likely * (1.0 - likely)
        }
    };
    variance / f64::from(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_noise_is_worth_its_mean_and_no_noise_nothing_less() {
        let values = [1.0, 2.0, 6.0];
        let with = |noise: f64| values.map(|value| (value, noise));
        assert_eq!(shrink(&with(1000.0)), [3.0; 3]);
        assert_eq!(shrink(&with(0.0)), values);
        assert_eq!(shrink(&[(5.0, 1.0)]), [5.0]);
    }

    /// Their variance is 7, the mean noise 3: 4 between, of which 4/(4 + noise) is kept.
    #[test]
    fn a_sample_worked_out_by_hand() {
        let found = shrink(&[(1.0, 4.0), (2.0, 4.0), (6.0, 1.0)]);
        let expected = [3.0 - 2.0 * 0.5, 3.0 - 0.5, 3.0 + 3.0 * 0.8];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
        }
    }
}
