//! The weights of a ranking of noisy candidates, of the worse half too.

/// The weights of candidates by their fitness: logarithms of ranks with mean 0, of which the positive ones have the sum 1;
/// candidates of equal fitness share theirs.
pub(super) fn weights(fitness: &[f64]) -> Vec<f64> {
    let count = fitness.len();
    let mut ranking: Vec<usize> = (0..count).collect();
    ranking.sort_by(|&a, &b| fitness[a].total_cmp(&fitness[b]));
    let logs: Vec<f64> = (1..=count).map(|rank| -libm::log(rank as f64)).collect();
    let mean = logs.iter().sum::<f64>() / count.max(1) as f64;
    let sum: f64 = logs.iter().map(|log| (log - mean).max(0.0)).sum();
    let mut weights = vec![0.0; count];
    let mut rank = 0;
    for ties in ranking.chunk_by(|&a, &b| fitness[a].total_cmp(&fitness[b]).is_eq()) {
        let shared: f64 = logs[rank..rank + ties.len()].iter().map(|log| log - mean).sum();
        for &candidate in ties {
            weights[candidate] = shared / ties.len() as f64 / sum.max(f64::MIN_POSITIVE);
        }
        rank += ties.len();
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_the_sum_0_and_ties_share_theirs() {
        let found = weights(&[3.0, f64::INFINITY, 1.0, 3.0]);
        assert!(found.iter().sum::<f64>().abs() < 1e-12, "{found:?}");
        // Logarithms 0, -ln 2, -ln 3, -ln 4 with the mean -ln 24 / 4: the first two are positive.
        let mean = 24_f64.ln() / 4.0;
        let positive = 2.0 * mean - 2_f64.ln();
        assert!((found[2] - mean / positive).abs() < 1e-12);
        assert!((found[0] - (mean - 6_f64.ln() / 2.0) / positive).abs() < 1e-12);
        assert_eq!(found[0].to_bits(), found[3].to_bits());
        assert!((found[1] - (mean - 4_f64.ln()) / positive).abs() < 1e-12);
        assert_eq!(weights(&[1.0; 3]), [0.0; 3]);
        assert_eq!(weights(&[1.0]), [0.0]);
    }
}
