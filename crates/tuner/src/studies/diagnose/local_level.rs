//! Smoothing of the levels of blocks by the local level model, a random walk
//! observed with noise (Durbin and Koopman, Time Series Analysis by State Space
//! Methods, 2012, section 2).

/// An estimate of a level and the variance of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// Estimates the true levels behind measured ones, each from all measurements.
///
/// The variance of a step of the random walk is estimated from the differences
/// of neighbours in excess of their errors.
pub(super) fn smooth(measured: &[Level]) -> Vec<Level> {
    let Some(&first) = measured.first() else {
        return Vec::new();
    };
    let step = step_variance(measured);
    // The forward pass (filter): each level from the measurements up to it.
    let mut filtered = vec![first];
    for &level in &measured[1..] {
        let before = filtered[filtered.len() - 1];
        let predicted = Level { mean: before.mean, variance: before.variance + step };
        filtered.push(predicted.with(level));
    }
    // The backward pass (smoother): the later measurements.
    let mut smoothed = filtered.clone();
    for index in (0..filtered.len() - 1).rev() {
        let (here, after) = (filtered[index], smoothed[index + 1]);
        let predicted = here.variance + step;
        let gain = if predicted > 0.0 { here.variance / predicted } else { 0.0 };
        smoothed[index] = Level {
            mean: here.mean + gain * (after.mean - here.mean),
            variance: here.variance + gain * gain * (after.variance - predicted),
        };
    }
    smoothed
}

impl Level {
    /// Combines two estimates, weighted by their precision.
    fn with(self, other: Self) -> Self {
        let sum = self.variance + other.variance;
        let share = if sum > 0.0 { self.variance / sum } else { 1.0 };
        Self {
            mean: self.mean + share * (other.mean - self.mean),
            variance: share * other.variance,
        }
    }
}

fn step_variance(measured: &[Level]) -> f64 {
    if measured.len() < 2 {
        return 0.0;
    }
    let excess = measured
        .windows(2)
        .map(|pair| (pair[1].mean - pair[0].mean).powi(2) - pair[0].variance - pair[1].variance);
    (excess.sum::<f64>() / (measured.len() as f64 - 1.0)).max(0.0)
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
        let found = smooth(&levels(&[9.0, 11.0, 10.0, 10.5, 9.5], 4.0));
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

    /// The step has the variance 6² - 1 - 1 = 34. The first level, measured as 0
    /// with variance 1, is then measured through the step as 6 with variance 35:
    /// the weights are 35/36 and 1/36.
    #[test]
    fn two_levels_by_hand() {
        let found = smooth(&levels(&[0.0, 6.0], 1.0));
        assert!((found[0].mean - 6.0 / 36.0).abs() < 1e-12);
        assert!((found[1].mean - (6.0 - 6.0 / 36.0)).abs() < 1e-12);
        for level in found {
            assert!((level.variance - 35.0 / 36.0).abs() < 1e-12);
        }
    }
}
