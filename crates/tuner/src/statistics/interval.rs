//! Confidence intervals of a mean, a median and a share.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

use super::bisection::smallest;
use super::descriptive::{mean, standard_deviation};

/// A confidence interval, of 95 % unless a function says otherwise. Serialised as `[low, high]`; JSON
/// has `null` for an end that is infinite.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "[f64; 2]", from = "[Option<f64>; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<[Option<f64>; 2]> for Interval {
    fn from([low, high]: [Option<f64>; 2]) -> Self {
        Self { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// An interval with its confidence level, serialised as `{"low":…, "high":…, "level":…}`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct IntervalAtLevel {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that such an interval contains the true value, 0 to 1.
    pub level: f64,
}

impl Interval {
    /// Returns the interval with its confidence level.
    pub fn at_level(self, level: f64) -> IntervalAtLevel {
        let Self { low, high } = self;
        IntervalAtLevel { low, high, level }
    }

    /// Returns the interval on another scale, which rises with this one.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { low: scale(self.low), high: scale(self.high) }
    }

    pub(crate) fn around(center: f64, half_width: f64) -> Self {
        Self { low: center - half_width, high: center + half_width }
    }
}

/// Returns a distribution-free interval of the median between two order
/// statistics: the number of values below the median is binomial, so that the
/// interval covers it in at least 95 % of samples of any distribution. `None`
/// below six values, for which no such interval exists.
pub fn median_interval(sample: &[f64]) -> Option<Interval> {
    let n = sample.len() as u64;
    let below = Binomial::new(0.5, n).expect("one half is a probability");
    // The largest k with P(fewer than k of n below the median) at most 2.5 %.
    let next = smallest(1, n / 2 + 1, |k| below.cdf(k - 1) > 0.025)?;
    let rank = next as usize - 1;
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    (rank > 0).then(|| Interval { low: sorted[rank - 1], high: sorted[sorted.len() - rank] })
}

/// Returns Student's 95 % interval of the mean, or `None` below two values.
pub fn mean_interval(sample: &[f64]) -> Option<Interval> {
    mean_interval_at(sample, 0.95)
}

/// Returns Student's interval of the mean at a confidence between 0 and 1, or `None` below two values.
pub fn mean_interval_at(sample: &[f64], confidence: f64) -> Option<Interval> {
    let deviation = standard_deviation(sample)?;
    let error = deviation / (sample.len() as f64).sqrt();
    Some(Interval::around(mean(sample), student_quantile(sample.len(), confidence) * error))
}

/// Returns Wilson's score interval of the share `successes` / `trials`
/// (Wilson 1927); [0, 1] without trials.
pub fn share_interval(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = Normal::standard().inverse_cdf(0.975);
    let n = trials as f64;
    let share = successes as f64 / n;
    let center = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half_width =
        z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let interval = Interval::around(center, half_width);
    Interval { low: interval.low.clamp(0.0, share), high: interval.high.clamp(share, 1.0) }
}

/// Returns Student's distribution for the mean of a sample of `n` ≥ 2 values.
pub(super) fn student(n: usize) -> StudentsT {
    StudentsT::new(0.0, 1.0, n as f64 - 1.0).expect("n - 1 degrees of freedom are at least 1")
}

/// Returns the half width, in standard errors, of a two-sided Student interval
/// for the mean of a sample of `n` ≥ 2 values.
pub(super) fn student_quantile(n: usize, confidence: f64) -> f64 {
    student(n).inverse_cdf(0.5 + confidence / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-6 * b.abs().max(1.0)
    }

    /// The quantile t(0.975, 4) = 2.776445 and Wilson's interval for 8 of 10,
    /// (0.490162, 0.943318), are from printed tables.
    #[test]
    fn intervals_agree_with_printed_tables() {
        let interval = mean_interval(&[1.0, 2.0, 3.0, 4.0, 10.0]).unwrap();
        assert!(close(interval.high - 4.0, 2.776_445 * 12.5_f64.sqrt() / 5_f64.sqrt()));
        assert_eq!(mean_interval(&[1.0]), None);
        let interval = share_interval(8, 10);
        assert!((interval.low - 0.490_162).abs() < 1e-5);
        assert!((interval.high - 0.943_318).abs() < 1e-5);
        assert!(share_interval(0, 20).low.abs() < 1e-15);
        assert!((share_interval(20, 20).high - 1.0).abs() < 1e-15);
    }

    /// The ranks 2 and 9 of 10, 6 and 15 of 20, 40 and 61 of 100 are from printed tables.
    #[test]
    fn medians_lie_between_the_ranks_of_printed_tables() {
        for (n, low, high) in [(6, 1.0, 6.0), (10, 2.0, 9.0), (20, 6.0, 15.0), (100, 40.0, 61.0)] {
            let sample: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            let found = median_interval(&sample).unwrap();
            assert!(close(found.low, low) && close(found.high, high), "{n}: {found:?}");
        }
        assert_eq!(median_interval(&[1.0; 5]), None);
        assert_eq!(median_interval(&[]), None);
    }
}
