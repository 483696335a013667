//! Smoothing of the levels of blocks by the local level model, a random walk
//! observed with noise (Durbin and Koopman, Time Series Analysis by State Space
//! Methods, 2012, section 2).

use crate::statistics::standard_deviation;

/// An estimate of a level and the variance of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// The shares of the measured levels' variance that a step of the random walk may have.
const STEPS: [f64; 12] = [0.0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// Estimates the true levels behind measured ones, each from all measurements.
///
/// The variance of a step of the random walk is not known: the estimates of several are averaged,
/// weighted by their likelihood (Durbin and Koopman 2012, section 7), and differ as much as they do.
pub(super) fn smooth(measured: &[Level]) -> Vec<Level> {
    let means: Vec<f64> = measured.iter().map(|level| level.mean).collect();
    let spread = standard_deviation(&means).unwrap_or(0.0).powi(2);
    let walks = STEPS.map(|share| smooth_with(measured, share * spread));
    let best = walks.iter().map(|(likelihood, _)| *likelihood).fold(f64::NEG_INFINITY, f64::max);
    let weights = walks.each_ref().map(|(likelihood, _)| libm::exp(likelihood - best));
    let total: f64 = weights.iter().sum();
    let average = |of: &dyn Fn(&[Level]) -> f64| {
        let shares = walks.iter().zip(&weights).map(|((_, levels), weight)| weight * of(levels));
        shares.sum::<f64>() / total
    };
    let level = |index: usize| {
        let mean = average(&|levels| levels[index].mean);
        let variance =
            average(&|levels| levels[index].variance + (levels[index].mean - mean).powi(2));
        Level { mean, variance }
    };
    (0..measured.len()).map(level).collect()
}

/// Returns the log-likelihood of the measured levels and the estimates of the true ones.
fn smooth_with(measured: &[Level], step: f64) -> (f64, Vec<Level>) {
    let Some(&first) = measured.first() else { return (0.0, Vec::new()) };
    // The forward pass (filter): each level from the measurements up to it.
    let mut filtered = vec![first];
    let mut likelihood = 0.0;
    for &level in &measured[1..] {
        let before = filtered[filtered.len() - 1];
        let predicted = Level { mean: before.mean, variance: before.variance + step };
        let variance = predicted.variance + level.variance;
        if variance > 0.0 {
            let error = level.mean - predicted.mean;
            likelihood -= (libm::log(variance) + error * error / variance) / 2.0;
        }
        filtered.push(predicted.with(level));
    }
    // The backward pass (smoother): the later measurements.
    let mut smoothed = filtered.clone();
    for index in (0..filtered.len() - 1).rev() {
        let (here, after) = (filtered[index], smoothed[index + 1]);
        let predicted = here.variance + step;
        let gain = if predicted > 0.0 { here.variance / predicted } else { 0.0 };
        let mean = here.mean + gain * (after.mean - here.mean);
        let variance = here.variance + gain * gain * (after.variance - predicted);
        smoothed[index] = Level { mean, variance };
    }
    (likelihood, smoothed)
}

impl Level {
    /// Combines two estimates, weighted by their precision.
    fn with(self, other: Self) -> Self {
        let sum = self.variance + other.variance;
        let share = if sum > 0.0 { self.variance / sum } else { 1.0 };
        let mean = self.mean + share * (other.mean - self.mean);
        Self { mean, variance: share * other.variance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(means: &[f64], variance: f64) -> Vec<Level> {
        let level = |&mean| Level { mean, variance };
        means.iter().map(level).collect()
    }

    #[test]
    fn a_constant_level_is_the_mean_of_all_measurements() {
        let (_, found) = smooth_with(&levels(&[9.0, 11.0, 10.0, 10.5, 9.5], 4.0), 0.0);
        for level in found {
            assert!((level.mean - 10.0).abs() < 1e-12);
            assert!((level.variance - 0.8).abs() < 1e-12);
        }
    }

    #[test]
    fn large_steps_leave_the_measured_levels_unchanged() {
        let measured = levels(&[0.0, 1000.0, 0.0, 1000.0], 1.0);
        for (found, measured) in smooth(&measured).iter().zip(&measured) {
            assert!((found.mean - measured.mean).abs() < 1e-2);
        }
    }

    #[test]
    fn a_single_level_and_none_are_unchanged() {
        assert_eq!(smooth(&[]), []);
        assert_eq!(smooth(&levels(&[3.0], 2.0)), levels(&[3.0], 2.0));
        assert_eq!(smooth(&levels(&[3.0, 3.0], 0.0)), levels(&[3.0, 3.0], 0.0));
    }

    /// Levels that climb by twice their error in each step are followed, and the doubt about the step
    /// widens what is said of levels that hardly differ.
    #[test]
    fn the_step_is_as_likely_as_it_is() {
        let climb: Vec<f64> = (0..20).map(|block| f64::from(2 * block)).collect();
        for (found, measured) in smooth(&levels(&climb, 1.0)).iter().zip(&climb) {
            assert!((found.mean - measured).abs() < 1.0, "{found:?}");
        }
        for found in smooth(&levels(&[9.0, 11.0, 10.0, 10.5, 9.5], 4.0)) {
            assert!((found.mean - 10.0).abs() < 0.3, "{found:?}");
            assert!((0.8..1.5).contains(&found.variance), "{found:?}");
        }
    }

    /// With a step of the variance 34, the first level, measured as 0
    /// with variance 1, is then measured through the step as 6 with variance 35:
    /// the weights are 35/36 and 1/36.
    #[test]
    fn two_levels_by_hand() {
        let (_, found) = smooth_with(&levels(&[0.0, 6.0], 1.0), 34.0);
        assert!((found[0].mean - 6.0 / 36.0).abs() < 1e-12);
        assert!((found[1].mean - (6.0 - 6.0 / 36.0)).abs() < 1e-12);
        for level in found {
            assert!((level.variance - 35.0 / 36.0).abs() < 1e-12);
        }
    }
}
