//! Confidence intervals of a mean, a median and a share.

use serde_json::{Value, json};
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

use super::bisection::{halved, smallest};
use super::descriptive::{covariance, mean, range, skewness, standard_deviation};

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

impl Interval {
    /// Returns the interval as JSON with its confidence level, the probability that such an interval contains the true
    /// value.
    pub fn at_level(self, level: f64) -> Value {
        json!({"low": self.low, "high": self.high, "level": level})
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
/// interval covers it in at least this share of samples of any distribution. `None`
/// for so few values that no such interval exists, at 95 % below six.
pub fn median_interval(sample: &[f64], confidence: f64) -> Option<Interval> {
    let n = sample.len() as u64;
    let below = Binomial::new(0.5, n).expect("one half is a probability");
    // The largest k with P(fewer than k of n below the median) at most that of one side.
    let side = (1.0 - confidence) / 2.0;
    let next = smallest(1, n / 2 + 1, |k| below.cdf(k - 1) > side)?;
    let rank = next as usize - 1;
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    (rank > 0).then(|| Interval { low: sorted[rank - 1], high: sorted[sorted.len() - rank] })
}

/// Returns the 95 % interval of the mean of scores: see [`mean_interval_at`].
pub fn mean_interval(sample: &[f64]) -> Option<Interval> {
    mean_interval_at(sample, 0.95)
}

/// Returns the interval of the mean of scores at a confidence between 0 and 1, or `None` below two.
///
/// It is Student's, with three exceptions. Scores from 0 to 1, one of 0.25 or more among them, have the [interval of a
/// share](mean_interval_in_unit). Where the sample is skewed, the interval reaches from the outermost
/// ends of Student's and of Hall's. No interval of scores of which none is below 0
/// reaches below 0.
pub fn mean_interval_at(sample: &[f64], confidence: f64) -> Option<Interval> {
    let usual = skewed_interval(sample, confidence)?;
    let [lowest, highest] = range(sample);
    if are_shares([lowest, highest]) {
        let (mean, variance) = (mean(sample), covariance(sample, sample));
        return Some(mean_interval_in_unit(mean, variance, sample.len() as u64, confidence));
    }
    let low = if lowest >= 0.0 { usual.low.max(0.0) } else { usual.low };
    Some(Interval { low, ..usual })
}

/// Whether scores within a range can be shares of a game or of a pair, of which half a point is a quarter.
pub(super) fn are_shares([lowest, highest]: [f64; 2]) -> bool {
    lowest >= 0.0 && (highest <= 0.0 || (0.25..=1.0).contains(&highest))
}

/// Returns Student's interval of the mean at a confidence between 0 and 1, or `None` below two values.
pub fn student_interval(sample: &[f64], confidence: f64) -> Option<Interval> {
    let deviation = standard_deviation(sample)?;
    let error = deviation / (sample.len() as f64).sqrt();
    Some(Interval::around(mean(sample), student_quantile(sample.len(), confidence) * error))
}

/// Returns Student's interval of the mean, with [Hall's](hall_interval) around it where the sample is
/// skewed.
pub(super) fn skewed_interval(sample: &[f64], confidence: f64) -> Option<Interval> {
    let usual = student_interval(sample, confidence)?;
    let n = sample.len();
    let skew = skewness(sample) / (n as f64).sqrt();
    if skew.abs() <= SKEWED {
        return Some(usual);
    }
    let error = standard_deviation(sample)? / (n as f64).sqrt();
    let hall = hall_interval(mean(sample), error, skew, student_quantile(n, confidence));
    Some(Interval { low: usual.low.min(hall.low), high: usual.high.max(hall.high) })
}

/// The skewness of a sample over the root of its size from which on Student's interval misses the
/// mean noticeably more often than it says: with 100 scores a skewness of 1.5.
pub(super) const SKEWED: f64 = 0.15;

/// Returns Hall's interval of a mean (Journal of the Royal Statistical Society B 54, 1992), from the
/// standard error, the skewness over the root of the number of scores, and the quantile.
///
/// He corrects t for the skewness s√n of a sample by a cubic that can be inverted,
/// g(t) = t + s t²/3 + s² t³/27 + s/6.
fn hall_interval(mean: f64, error: f64, skew: f64, quantile: f64) -> Interval {
    let inverse = |g: f64| 3.0 / skew * (libm::cbrt(1.0 + skew * (g - skew / 6.0)) - 1.0);
    Interval { low: mean - inverse(quantile) * error, high: mean - inverse(-quantile) * error }
}

/// Returns Hall's g of t: see [`hall_interval`].
pub(super) fn hall_statistic(t: f64, skew: f64) -> f64 {
    let s = skew * t;
    t * (1.0 + s / 3.0 + s * s / 27.0) + skew / 6.0
}

/// Returns an interval of the mean of scores that are between 0 and 1, from their mean and variance
/// (divisor n - 1).
///
/// The interval of Clopper and Pearson (Biometrika 26, 1934), as if the scores were won and lost games, of as
/// many that their mean has the measured error: for scores of 0 and 1 it is exact, and shares of the
/// points of drawn games, or of two on one seed, count as more than one. That so many are estimated from
/// n scores makes them fewer, as with Korn and Graubard (Survey Methodology 24, 1998). Where thousands
/// are won and lost, it is Student's. Scores that are all alike have a `constant_interval`.
pub fn mean_interval_in_unit(mean: f64, variance: f64, n: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    if variance <= 0.0 && mean > 0.0 && mean < 1.0 {
        return constant_interval(mean, n, tail, [0.0, 1.0]);
    }
    let most = mean * (1.0 - mean);
    let games = n as f64 * if variance > 0.0 { (most / variance).max(1.0) } else { 1.0 };
    let known = student_quantile(n as usize, confidence);
    if games * mean.min(1.0 - mean) > MANY {
        let usual = Interval::around(mean, known * (variance / n as f64).sqrt());
        return Interval { low: usual.low.max(0.0), high: usual.high.min(1.0) };
    }
    let if_known = student_quantile(games.round() as usize, confidence);
    let games = games * (if_known / known).powi(2);
    let (won, lost) = (games * mean, games * (1.0 - mean));
    let low = if won > 0.0 { beta_quantile(won, lost + 1.0, tail) } else { 0.0 };
    let high = if lost > 0.0 { beta_quantile(won + 1.0, lost, 1.0 - tail) } else { 1.0 };
    Interval { low: low.min(mean), high: high.max(mean) }
}

/// Won and lost games of which the distribution function of a share loses digits.
const MANY: f64 = 5000.0;

/// Returns the quantile of a beta distribution by halving, which ends for all of them.
fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    let beta = Beta::new(a, b).expect("both are above 0");
    let [low, high] = halved([0.0, 1.0], 100, |middle| beta.cdf(middle) < share);
    f64::midpoint(low, high)
}

/// Returns the largest share of games with another score that leaves n equal scores in a row the
/// probability `error`: with one of 5 %, nearly 3/n (the rule of three).
pub fn most_others(n: u64, error: f64) -> f64 {
    -libm::expm1(libm::log(error) / n as f64)
}

/// Returns an interval of the mean of n scores that are all alike, where scores lie between two ends and
/// [`most_others`] bounds the share of those with another one.
pub(super) fn constant_interval(
    mean: f64,
    n: u64,
    error: f64,
    [lowest, highest]: [f64; 2],
) -> Interval {
    let others = most_others(n, error);
    Interval { low: lowest, high: highest }.map(|end| mean + others * (end - mean))
}

/// Returns Wilson's score interval of the share `successes` / `trials`
/// (Wilson 1927); [0, 1] without trials.
pub fn share_interval(successes: u64, trials: u64, confidence: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
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
    let probability = 0.5 + confidence / 2.0;
    if n <= NEARLY_NORMAL {
        return student(n).inverse_cdf(probability);
    }
    // The library's search may not end. Abramowitz and Stegun 26.7.5: what is left out is below 1e-11.
    let z = Normal::standard().inverse_cdf(probability);
    z + (z.powi(3) + z) / (4.0 * (n as f64 - 1.0))
}

/// The values above which Student's distribution is the normal one with a small correction.
const NEARLY_NORMAL: usize = 1_000_000;

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
        let interval = student_interval(&[1.0, 2.0, 3.0, 4.0, 10.0], 0.95).unwrap();
        assert!(close(interval.high - 4.0, 2.776_445 * 12.5_f64.sqrt() / 5_f64.sqrt()));
        assert_eq!(mean_interval(&[1.0]), None);
        let interval = share_interval(8, 10, 0.95);
        assert!((interval.low - 0.490_162).abs() < 1e-5);
        assert!((interval.high - 0.943_318).abs() < 1e-5);
        assert!(share_interval(0, 20, 0.95).low.abs() < 1e-15);
        assert!((share_interval(20, 20, 0.95).high - 1.0).abs() < 1e-15);
    }

    /// The interval for 8 of 10, (0.4439, 0.9748), is from printed tables. Where other numerical methods do
    /// not end, this one does.
    #[test]
    fn means_between_0_and_1_have_intervals_there() {
        let won = mean_interval(&[1., 1., 1., 1., 1., 1., 1., 1., 0., 0.]).unwrap();
        assert!((won.low - 0.4439).abs() < 1e-4 && (won.high - 0.9748).abs() < 1e-4, "{won:?}");
        for mean in [0.0, 1e-9, 0.01, 0.3, 0.53, 0.999, 1.0] {
            for share in [0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0] {
                for n in [2, 8, 300, 1_000_000] {
                    let variance = share * mean * (1.0 - mean);
                    let Interval { low, high } = mean_interval_in_unit(mean, variance, n, 0.95);
                    let is_inside = (0.0..=mean).contains(&low) && (mean..=1.0).contains(&high);
                    assert!(is_inside, "{mean} {variance} {n}: {low} {high}");
                    // Of so few scores, hardly more is known than Student's interval says.
                    let error = (variance / n as f64).sqrt() * student_quantile(n as usize, 0.95);
                    let is_all_alike = variance <= 0.0;
                    assert!(
                        is_all_alike || high - low > 0.9 * f64::min(error, 0.1),
                        "{low} {high}"
                    );
                }
            }
        }
    }

    /// The ranks 2 and 9 of 10, 6 and 15 of 20, 40 and 61 of 100 are from printed tables.
    #[test]
    fn medians_lie_between_the_ranks_of_printed_tables() {
        for (n, low, high) in [(6, 1.0, 6.0), (10, 2.0, 9.0), (20, 6.0, 15.0), (100, 40.0, 61.0)] {
            let sample: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            let found = median_interval(&sample, 0.95).unwrap();
            assert!(close(found.low, low) && close(found.high, high), "{n}: {found:?}");
        }
        assert_eq!(median_interval(&[1.0; 5], 0.95), None);
        assert_eq!(median_interval(&[], 0.95), None);
    }
}
