//! Tests of whether two means differ: Student's for paired samples, Welch's for independent ones.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::descriptive::{mean, standard_deviation};
use super::interval::{Interval, student};

/// Returns the two-sided p-value of Student's paired t-test: the probability of
/// a difference of means at least as large as the one found if there is none.
/// 1 below two pairs or if every pair is equal.
///
/// # Panics
/// If the samples differ in length.
pub fn paired_p_value(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len(), "paired samples");
    let differences: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    let difference = mean(&differences).abs();
    match standard_deviation(&differences) {
        None => 1.0,
        _ if difference == 0.0 => 1.0,
        Some(0.0) => 0.0,
        Some(deviation) => {
            let n = differences.len();
            2.0 * student(n).sf(difference / (deviation / (n as f64).sqrt()))
        }
    }
}

/// A difference of two means with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// The first mean minus the second.
    pub difference: f64,
    /// The 95 % interval of the difference.
    pub interval: Interval,
    /// The two-sided p-value: the probability of a difference at least as large if there is none.
    pub p: f64,
}

/// Returns the difference of the means of two independent samples by Welch's
/// t-test ("The generalization of Student's problem when several different
/// population variances are involved", Biometrika 34, 1947).
///
/// `None` if a sample has fewer than two values, or if both samples are constant.
pub fn welch(a: &[f64], b: &[f64]) -> Option<MeanDifference> {
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
    Some(MeanDifference {
        difference,
        interval: Interval::around(difference, student.inverse_cdf(0.975) * error),
        p: 2.0 * student.cdf(-(difference / error).abs()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's sleep data (1908): t = 4.0621 with 9 degrees of freedom,
    /// p = 0.002833 in printed analyses.
    #[test]
    fn the_sleep_data_of_student() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        assert!((paired_p_value(&one, &other) - 0.002_833).abs() < 1e-6);
        assert!((paired_p_value(&one, &one) - 1.0).abs() < 1e-12);
    }

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
