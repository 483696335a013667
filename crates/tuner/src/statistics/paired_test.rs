//! Student's test of whether the means of paired samples differ.

use statrs::distribution::ContinuousCDF;

use super::descriptive::{mean, standard_deviation};
use super::interval::student;

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
}
