//! Shrinkage estimates of the candidates' true objective.
//!
//! The best of many noisy means is mostly luck. Pulling each mean towards the
//! mean of its generation by the share of the variance that is noise corrects
//! for that: the empirical Bayes estimate of Efron and Morris, "Data Analysis Using
//! Stein's Estimator and its Generalizations", JASA 70 (1975),
//! <https://doi.org/10.1080/01621459.1975.10479864>, as for the random effects
//! of an analysis of variance with groups of different size.

use crate::campaign::search::objective::Goal;
use crate::record::Trial;
use crate::space::Objective;
use crate::statistics::mean;
use crate::statistics::scores::{Evaluation, TILES};

/// The typical coefficient of variation of a game's score; replaces the standard
/// deviation of a single game.
const TYPICAL_VARIATION: f64 = 0.5;

/// Returns the shrunken estimate of each trial's objective, in the order of the trials.
pub(crate) fn estimates(goal: &Goal, trials: &[Trial]) -> Vec<f64> {
    trials
        .chunk_by(|a, b| a.generation == b.generation)
        .flat_map(|generation| {
            let found: Vec<(f64, f64)> =
                generation.iter().map(|trial| (trial.objective, noise(goal, trial))).collect();
            shrink(&found)
        })
        .collect()
}

/// Pulls values, each with the variance of its noise, towards their mean.
///
/// The variance between the true values is the excess of the sample variance
/// over the mean noise; without an excess all estimates equal the mean.
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
            let kept = if between > 0.0 { between / (between + noise) } else { 0.0 };
            center + kept * (value - center)
        })
        .collect()
}

/// The variance of a trial's objective over other games. Differences within a
/// generation vary less than that, because its candidates share their games.
fn noise(goal: &Goal, trial: &Trial) -> f64 {
    let Evaluation { games, mean_score, sd_score, .. } = trial.evaluation;
    let deviation = sd_score.unwrap_or(TYPICAL_VARIATION * mean_score.abs());
    let variance = match goal.objective {
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
    goal.charged_variance(variance, trial.objective, cost) / f64::from(games)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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

    /// A search of 60 generations of 12 candidates with 24 games of coefficient of variation
    /// 0.5. The level rises from 0.6 to 1 within the first half; truths spread around it, and a
    /// share of the candidates is broken: worth a tenth of the others. Returns the true values of
    /// the front runners, one with the estimates of this module and one with those of sound
    /// candidates alone.
    fn front_runners(random: &mut Xoshiro256PlusPlus, spread: f64, broken: f64) -> [f64; 2] {
        let mut best = [(f64::MIN, 0.0); 2];
        for generation in 0..60 {
            let level = 0.6 + 0.4 * (f64::from(generation) / 30.0).min(1.0);
            let candidate = |_| {
                let is_broken = random.random::<f64>() < broken;
                let truth = match is_broken {
                    true => 0.1 * level,
                    false => level * (spread * normal(random)).exp(),
                };
                // The mean of 24 games with 4 exponential parts has 96 of them.
                let parts = (0..96).map(|_| -random.random::<f64>().ln()).sum::<f64>();
                (truth, is_broken, truth * parts / 96.0)
            };
            let candidates: Vec<(f64, bool, f64)> = (0..12).map(candidate).collect();
            let sound = candidates.iter().filter(|(_, is_broken, _)| !is_broken);
            let groups = [candidates.clone(), sound.copied().collect()];
            for (best, group) in best.iter_mut().zip(groups) {
                let noise = |mean: f64| (0.5 * mean).powi(2) / 24.0;
                let found: Vec<_> =
                    group.iter().map(|(_, _, mean)| (*mean, noise(*mean))).collect();
                for (estimate, (truth, ..)) in shrink(&found).into_iter().zip(group) {
                    if estimate > best.0 {
                        *best = (estimate, truth);
                    }
                }
            }
        }
        best.map(|(_, truth)| truth)
    }

    /// A standard normal number (Box and Muller 1958).
    fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
        let radius = (-2.0 * (1.0 - random.random::<f64>()).ln()).sqrt();
        radius * (std::f64::consts::TAU * random.random::<f64>()).cos()
    }

    /// Broken candidates let the luck of their generation pass as merit. How much better the
    /// front runner would be without that decides whether estimates should leave them out.
    #[test]
    #[expect(clippy::print_stdout, reason = "prints documented figures")]
    #[ignore = "takes seconds, prints figures: cargo test -p tune2048-tuner --lib shrinkage -- --ignored"]
    fn leaving_out_broken_candidates_would_improve_front_runners_little() {
        const RUNS: u32 = 300;
        println!("spread, share broken: true value of the front runner now, without broken ones");
        for spread in [0.05, 0.1] {
            for broken in [0.02, 0.05, 0.1] {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
                let mut sums = [0.0; 2];
                for _ in 0..RUNS {
                    let truths = front_runners(&mut random, spread, broken);
                    sums[0] += truths[0];
                    sums[1] += truths[1];
                }
                let [now, without] = sums.map(|sum| sum / f64::from(RUNS));
                println!("{spread}, {broken}: {now:.3}, {without:.3}");
                assert!(without < now + 0.015, "{spread}, {broken}: {now}, {without}");
            }
        }
    }
}
