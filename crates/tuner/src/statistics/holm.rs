//! Correction of p-values for the number of tests.

/// Returns p-values corrected by Holm's step-down method (1979), in the order
/// given: with a probability of at least 95 %, no true null hypothesis has a
/// corrected value below 0.05.
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
