//! Location, spread and association of samples.

/// Returns the arithmetic mean, or NaN for an empty sample.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// Returns the sample standard deviation (divisor n - 1), or `None` below two values; 0 of equal values, whatever
/// their mean is rounded to.
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    let is_constant = sample.iter().all(|value| value.to_bits() == sample[0].to_bits());
    let deviation = || if is_constant { 0.0 } else { covariance(sample, sample).sqrt() };
    (sample.len() >= 2).then(deviation)
}

/// Returns the sample covariance (divisor n - 1) of two samples of equal length.
pub(super) fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let products = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b));
    products.sum::<f64>() / (a.len() as f64 - 1.0)
}

/// Returns the skewness of a sample, the third power of the mean deviation over that of the standard
/// deviation (divisor n); 0 of one without spread.
pub(super) fn skewness(sample: &[f64]) -> f64 {
    let center = mean(sample);
    let deviation = covariance(sample, sample).sqrt();
    if deviation.is_nan() || deviation <= 0.0 {
        return 0.0;
    }
    let n = sample.len() as f64;
    let cubes = sample.iter().map(|value| ((value - center) / deviation).powi(3));
    cubes.sum::<f64>() / n * (n / (n - 1.0)).powf(1.5)
}

/// Returns the lowest and the highest value of a sample, which is not empty.
pub(super) fn range(sample: &[f64]) -> [f64; 2] {
    let lowest = sample.iter().copied().fold(f64::INFINITY, f64::min);
    [lowest, sample.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

/// Returns the range of two samples together, of which these are the ranges.
pub(super) fn joined(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0].min(other[0]), one[1].max(other[1])]
}

/// Returns Pearson's correlation of two samples of equal length, or `None`
/// below two values or if one of the samples is constant.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let deviations = standard_deviation(a)? * standard_deviation(b)?;
    (deviations > 0.0).then(|| covariance(a, b) / deviations)
}

/// Returns the middle value, or the mean of the two middle values; NaN for an empty sample.
pub fn median(sample: &[f64]) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn simple_samples() {
        let sample = [1.0, 2.0, 3.0, 4.0, 10.0];
        assert!(close(mean(&sample), 4.0));
        assert!(close(median(&sample), 3.0));
        assert!(close(median(&sample[..4]), 2.5));
        assert!(close(standard_deviation(&sample).unwrap(), 12.5_f64.sqrt()));
        assert_eq!(standard_deviation(&[1.0]), None);
        let half = correlation(&sample, &[2.0, 1.0, 2.0, 1.0, 4.0]).unwrap();
        // (1·2 + 2·1 + 3·2 + 4·1 + 10·4 - 5·4·2) / sqrt(50 · 6)
        assert!(close(half, 14.0 / 300_f64.sqrt()));
        assert_eq!(correlation(&sample, &[1.0; 5]), None);
    }
}
