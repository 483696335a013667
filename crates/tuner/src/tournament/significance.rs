//! Which differences between players more games would not undo.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::{mean, standard_deviation};

/// The two-sided p-value of Student's paired test: of a difference at least
/// this large between the means, were there none. 1 below two pairs or
/// where all pairs are equal.
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
            let n = differences.len() as f64;
            let student = StudentsT::new(0.0, 1.0, n - 1.0);
            let student = student.expect("n - 1 degrees of freedom are at least 1");
            2.0 * student.sf(difference / (deviation / n.sqrt()))
        }
    }
}

/// p-values corrected for their number by Holm's step-down method (1979): those
/// below 0.05 are all true with a probability of 95 % or more.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        largest = largest.max((p_values[index] * left).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's sleep data (1908), t = 4.0621 with 9 degrees of freedom,
    /// p = 0.002833 in printed analyses.
    #[test]
    fn the_sleep_data_of_student() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        assert!((paired_p_value(&one, &other) - 0.002_833).abs() < 1e-6);
        assert!((paired_p_value(&one, &one) - 1.0).abs() < 1e-12);
    }

    /// Holm's own example: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
    #[test]
    fn corrections_are_those_of_holm() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert!(holm(&[]).is_empty());
    }
}
