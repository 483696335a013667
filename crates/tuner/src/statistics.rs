//! What samples of scores say, and how sure they are. Pure functions on slices.
//!
//! Sums run in index order, and logarithms and exponentials come from a
//! library that gives the same bits everywhere, so that equal samples give
//! equal numbers on every machine.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

/// A confidence interval, of 95 % where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "[f64; 2]", from = "[f64; 2]")]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl Interval {
    fn around(center: f64, half_width: f64) -> Self {
        Self {
            low: center - half_width,
            high: center + half_width,
        }
    }
}

/// The arithmetic mean; not a number for an empty sample.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The sample's standard deviation (n - 1); `None` below two values.
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    (sample.len() >= 2).then(|| covariance(sample, sample).sqrt())
}

/// The sample covariance (n - 1) of two samples of equal length.
fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let products = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b));
    products.sum::<f64>() / (a.len() as f64 - 1.0)
}

/// Pearson's correlation of two samples of equal length; `None` below two
/// values or where one of them does not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let deviations = standard_deviation(a)? * standard_deviation(b)?;
    (deviations > 0.0).then(|| covariance(a, b) / deviations)
}

/// The middle value, or the mean of the two middle ones; not a number for an empty sample.
pub fn median(sample: &[f64]) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The interval of the median between two order statistics, by the binomial
/// distribution of how many values lie below it; covers it in at least 95 %
/// of samples of any distribution. `None` below six values, where none does.
pub fn median_interval(sample: &[f64]) -> Option<Interval> {
    let n = sample.len() as u64;
    let below = Binomial::new(0.5, n).expect("a half is a probability");
    // The largest k with P(fewer than k of n below the median) at most 2.5 %.
    let (mut low, mut high) = (0, n / 2 + 1);
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        if below.cdf(middle - 1) <= 0.025 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let rank = low as usize;
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    (rank > 0).then(|| Interval {
        low: sorted[rank - 1],
        high: sorted[sorted.len() - rank],
    })
}

/// [`mean_interval_at`] a confidence of 95 %.
pub fn mean_interval(sample: &[f64]) -> Option<Interval> {
    mean_interval_at(sample, 0.95)
}

/// Student's interval for the mean; `None` below two values.
pub fn mean_interval_at(sample: &[f64], confidence: f64) -> Option<Interval> {
    let deviation = standard_deviation(sample)?;
    let error = deviation / (sample.len() as f64).sqrt();
    Some(Interval::around(
        mean(sample),
        student_quantile(sample.len(), confidence) * error,
    ))
}

/// Wilson's score interval for the share of `successes` in `trials`
/// (Wilson 1927); the whole of [0, 1] for no trials.
pub fn share_interval(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let z = Normal::standard().inverse_cdf(0.975);
    let n = trials as f64;
    let share = successes as f64 / n;
    let center = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half_width =
        z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let interval = Interval::around(center, half_width);
    Interval {
        low: interval.low.clamp(0.0, share),
        high: interval.high.clamp(share, 1.0),
    }
}

/// The ratio of the means of two samples paired by common seeds, `of` over `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRatio {
    /// The ratio of the two means.
    pub ratio: f64,
    /// The standard error of its logarithm.
    pub log_error: f64,
    /// Its interval.
    pub interval: Interval,
}

/// [`mean_ratio_at`] a confidence of 95 %.
///
/// # Panics
/// If the samples differ in length.
pub fn mean_ratio(of: &[f64], to: &[f64]) -> Option<MeanRatio> {
    mean_ratio_at(of, to, 0.95)
}

/// The ratio of two means with an interval from the delta method on its
/// logarithm, the pairs' covariance included:
/// var ln(b/a) ≈ (var b / b² + var a / a² - 2 cov / ab) / n.
///
/// `None` below two pairs or where a mean is not above 0.
///
/// # Panics
/// If the samples differ in length.
pub fn mean_ratio_at(of: &[f64], to: &[f64], confidence: f64) -> Option<MeanRatio> {
    assert_eq!(of.len(), to.len(), "paired samples");
    let (b, a) = (mean(of), mean(to));
    if of.len() < 2 || a <= 0.0 || b <= 0.0 {
        return None;
    }
    let variance = covariance(of, of) / (b * b) + covariance(to, to) / (a * a)
        - 2.0 * covariance(of, to) / (a * b);
    let log_error = (variance.max(0.0) / of.len() as f64).sqrt();
    let half_width = student_quantile(of.len(), confidence) * log_error;
    Some(MeanRatio {
        ratio: b / a,
        log_error,
        interval: Interval {
            low: b / a * libm::exp(-half_width),
            high: b / a * libm::exp(half_width),
        },
    })
}

/// How many standard errors an interval of this confidence reaches to either
/// side: a quantile of Student's distribution for a sample of n ≥ 2.
fn student_quantile(n: usize, confidence: f64) -> f64 {
    StudentsT::new(0.0, 1.0, n as f64 - 1.0)
        .expect("n - 1 degrees of freedom are at least 1")
        .inverse_cdf(0.5 + confidence / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::game::{GameSeed, SpawnSource};

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
        assert_eq!(mean_interval(&[1.0]), None);
        let half = correlation(&sample, &[2.0, 1.0, 2.0, 1.0, 4.0]).unwrap();
        // (1·2 + 2·1 + 3·2 + 4·1 + 10·4 - 5·4·2) / sqrt(50 · 6)
        assert!(close(half, 14.0 / 300_f64.sqrt()));
        assert_eq!(correlation(&sample, &[1.0; 5]), None);
    }

    /// Quantile t(0.975, 4) = 2.776445 and Wilson's interval of 8 in 10,
    /// (0.490162, 0.943318), from printed tables.
    #[test]
    fn intervals_agree_with_printed_tables() {
        let interval = mean_interval(&[1.0, 2.0, 3.0, 4.0, 10.0]).unwrap();
        assert!(close(
            interval.high - 4.0,
            2.776_445 * 12.5_f64.sqrt() / 5_f64.sqrt()
        ));
        let interval = share_interval(8, 10);
        assert!((interval.low - 0.490_162).abs() < 1e-5);
        assert!((interval.high - 0.943_318).abs() < 1e-5);
        assert!(share_interval(0, 20).low.abs() < 1e-15);
        assert!((share_interval(20, 20).high - 1.0).abs() < 1e-15);
    }

    /// Ranks 2 and 9 of 10, 6 and 15 of 20, 40 and 61 of 100, from printed tables.
    #[test]
    fn medians_lie_between_the_ranks_of_printed_tables() {
        for (n, low, high) in [
            (6, 1.0, 6.0),
            (10, 2.0, 9.0),
            (20, 6.0, 15.0),
            (100, 40.0, 61.0),
        ] {
            let sample: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            let found = median_interval(&sample).unwrap();
            assert!(
                close(found.low, low) && close(found.high, high),
                "{n}: {found:?}"
            );
        }
        assert_eq!(median_interval(&[1.0; 5]), None);
        assert_eq!(median_interval(&[]), None);
    }

    #[test]
    fn a_common_factor_is_a_sure_ratio() {
        let a = [10.0, 20.0, 40.0, 15.0];
        let b = a.map(|x| 1.5 * x);
        let found = mean_ratio(&b, &a).unwrap();
        assert!(close(found.ratio, 1.5));
        assert!(found.interval.high - found.interval.low < 1e-6);
        assert_eq!(mean_ratio(&b, &[0.0; 4]), None);
    }

    /// 2 000 samples of 40 pairs with a known ratio: the interval must cover
    /// it in 95 % of them, give or take what 2 000 leave open.
    #[test]
    fn the_ratio_interval_covers_the_truth() {
        let mut spawns = SpawnSource::new(GameSeed(3));
        let mut uniform = move || {
            let mut bits = 0_u64;
            for _ in 0..8 {
                let spawned = spawns.spawn(tune2048_engine::game::Board::EMPTY);
                bits = bits << 4 | u64::from(spawned.0.trailing_zeros() / 4);
            }
            bits as f64 / f64::from(u32::MAX)
        };
        let mut covered = 0;
        for _ in 0..2000 {
            let pairs: Vec<(f64, f64)> = (0..40)
                .map(|_| {
                    let common = uniform();
                    (1.2 * (0.2 + common + uniform()), 0.2 + common + uniform())
                })
                .collect();
            let (of, to): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            let interval = mean_ratio(&of, &to).unwrap().interval;
            covered += u32::from(interval.low <= 1.2 && 1.2 <= interval.high);
        }
        assert!((1870..=1935).contains(&covered), "{covered} of 2000");
    }
}
