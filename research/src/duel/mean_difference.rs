//! Welch's test of whether two means of independent samples differ.

use statrs::distribution::{ContinuousCDF, StudentsT};
use tune2048_tuner::statistics::{Interval, mean, standard_deviation};

/// A difference of two means with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeanDifference {
    /// The first mean minus the second.
    pub(super) difference: f64,
    /// The 95 % interval of the difference.
    pub(super) interval: Interval,
    /// The two-sided p-value: the probability of a difference at least as large if there is none.
    pub(super) p: f64,
}

/// Returns the difference of the means of two independent samples by Welch's
/// t-test ("The generalization of Student's problem when several different
/// population variances are involved", Biometrika 34, 1947).
///
/// `None` if a sample has fewer than two values, or if both samples are constant.
pub(super) fn welch(a: &[f64], b: &[f64]) -> Option<MeanDifference> {
    let squared_error = |sample: &[f64]| -> Option<f64> {
        let deviation = standard_deviation(sample)?;
        Some(deviation * deviation / sample.len() as f64)
    };
    let (square_a, square_b) = (squared_error(a)?, squared_error(b)?);
    let square = square_a + square_b;
    if square <= 0.0 {
        return None;
    }
    // The Welch-Satterthwaite equation.
    let part = |square: f64, sample: &[f64]| square * square / (sample.len() as f64 - 1.0);
    let degrees = square * square / (part(square_a, a) + part(square_b, b));
    let student = StudentsT::new(0.0, 1.0, degrees).ok()?;
    let difference = mean(a) - mean(b);
    let error = square.sqrt();
    let half_width = student.inverse_cdf(0.975) * error;
    Some(MeanDifference {
        difference,
        interval: Interval { low: difference - half_width, high: difference + half_width },
        p: 2.0 * student.cdf(-(difference / error).abs()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The means are 21 and 23.5, the variances 78.62 / 5 and 30.06 / 7: the error is 1.7769 and the degrees of
    /// freedom are 7.05. Printed tables give t(0.975, 7) = 2.3646, t(0.975, 8) = 2.3060 and t(0.9, 7) = 1.4149.
    #[test]
    fn a_difference_by_hand() {
        let a = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9];
        let b = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0];
        let found = welch(&a, &b).unwrap();
        assert!((found.difference + 2.5).abs() < 1e-12);
        let half_width = found.interval.high - found.difference;
        assert!((1.7769 * 2.36..1.7769 * 2.3646).contains(&half_width), "{half_width}");
        // |t| = 1.4069 is slightly below 1.4149, the two-sided 20 % quantile.
        assert!((0.2..0.205).contains(&found.p), "{}", found.p);
        assert_eq!(welch(&a, &b[..1]), None);
        assert_eq!(welch(&[1.0; 3], &[1.0; 3]), None);
    }
}
