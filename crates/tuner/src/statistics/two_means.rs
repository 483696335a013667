//! Estimates of two means with their errors.

use super::bisection::smallest;
use super::descriptive::{covariance, joined, mean, range};
use super::effect::{Effect, Estimate};
use super::interval::{Interval, student_quantile};

/// Estimates of the means of a and b in points: from games of both on common seeds, or from
/// games of one and stored scores of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMeans {
    /// The estimates for a and b.
    pub means: [f64; 2],
    /// The number of games of each side that plays.
    pub games: u64,
    /// The variance of one score of a and b; 0 for a side that does not play.
    pub variances: [f64; 2],
    /// The covariance of two scores on a common seed; 0 if one side does not play.
    pub covariance: f64,
    /// The variance of the stored mean of a side that does not play; 0 for one that plays.
    pub stored_errors: [f64; 2],
    /// The lowest and the highest score of both sides, if both play.
    pub range: Option<[f64; 2]>,
}

impl TwoMeans {
    /// Returns the means of two samples that are paired by common seeds; `None` below two pairs.
    ///
    /// # Panics
    /// If the samples differ in length.
    pub fn of_pairs(a: &[f64], b: &[f64]) -> Option<Self> {
        assert_eq!(a.len(), b.len(), "paired samples");
        (a.len() >= 2).then(|| Self {
            means: [mean(a), mean(b)],
            games: a.len() as u64,
            variances: [covariance(a, a), covariance(b, b)],
            covariance: covariance(b, a),
            stored_errors: [0.0; 2],
            range: Some(joined(range(a), range(b))),
        })
    }

    /// Returns the effect, or the difference in place of a ratio of which a mean is negative.
    pub fn definite(&self, effect: Effect) -> Effect {
        if self.means.iter().any(|&mean| mean < 0.0) { Effect::Difference } else { effect }
    }

    /// Returns the effect for one look at a fixed number of games of which only these sums are known,
    /// with an interval of this confidence; `None` as for [`Effect::of_pairs`].
    ///
    /// The logarithm of a ratio to or of a mean of 0 has no variance: its interval is Fieller's.
    pub fn one_look(&self, effect: Effect, confidence: f64) -> Option<Estimate> {
        if self.games < 2 {
            return None;
        }
        let errors = student_quantile(self.games as usize, confidence);
        let [a, b] = self.means;
        if effect == Effect::Ratio && a > 0.0 && b > 0.0 {
            let [_, variance] = self.contrast(effect)?;
            return Some(Estimate::of_ratio(b / a, errors * variance.sqrt()));
        }
        self.within(effect, errors)
    }

    /// Returns the effect with every value that lies within some standard errors of the measured
    /// means; `None` for a ratio of means of which one is negative or both are 0.
    pub(super) fn within(&self, effect: Effect, errors: f64) -> Option<Estimate> {
        let value = effect.of(self.means);
        let interval = match effect {
            Effect::Ratio => self.ratio_interval(errors)?,
            Effect::Difference | Effect::Elo => {
                Interval::around(value, errors * self.variance(1.0).sqrt())
            }
        };
        Some(Estimate { effect, value, interval })
    }

    /// Returns the effect on the scale on which equal players have 0 and estimates are nearly
    /// normal, and its variance: the logarithm of a ratio by the delta method, or the difference.
    ///
    /// In place of the logarithm of a ratio to or of a mean of 0, the difference in units of the
    /// larger mean; `None` if a mean is negative or both are 0.
    pub fn contrast(&self, effect: Effect) -> Option<[f64; 2]> {
        let [a, b] = self.means;
        match effect {
            Effect::Difference | Effect::Elo => Some([b - a, self.variance(1.0)]),
            Effect::Ratio if a > 0.0 && b > 0.0 => {
                let ratio = b / a;
                Some([libm::log(ratio), self.variance(ratio) / (b * b)])
            }
            Effect::Ratio => {
                let unit = a.max(b);
                let is_defined = a >= 0.0 && b >= 0.0 && unit > 0.0;
                is_defined.then(|| [(b - a) / unit, self.variance(1.0) / (unit * unit)])
            }
        }
    }

    /// Returns the fewest games, of at most `most`, whose error is `quantiles` times smaller than
    /// the measured effect; `None` if more are needed.
    pub fn games_to_tell(&self, effect: Effect, quantiles: f64, most: u64) -> Option<u64> {
        smallest(2, most, |games| {
            let then = Self { games, ..*self }.contrast(effect);
            then.is_some_and(|[size, variance]| size.abs() > quantiles * variance.sqrt())
        })
    }

    /// Returns the variance of mean b - θ mean a.
    pub(super) fn variance(&self, ratio: f64) -> f64 {
        let ([a, b], [of_a, of_b]) = (self.variances, self.stored_errors);
        let of_game = quadratic(ratio, a, self.covariance, b);
        of_game / self.games as f64 + quadratic(ratio, of_a, 0.0, of_b)
    }

    /// Returns the ratios θ ≥ 0 with |mean b - θ mean a| ≤ `errors` · sd(mean b - θ mean a). `None` if a
    /// mean is negative or both are 0.
    pub(super) fn ratio_interval(&self, errors: f64) -> Option<Interval> {
        let [a, b] = self.means;
        if !(a >= 0.0 && b >= 0.0 && a + b > 0.0) {
            return None;
        }
        let square = errors * errors;
        let games = self.games as f64;
        let error =
            |side: usize| square * (self.variances[side] / games + self.stored_errors[side]);
        Some(ratios_within(self.means, [error(0), error(1)], square * self.covariance / games))
    }
}

/// Returns the ratios θ ≥ 0 with (b - θa)² ≤ `of_b` - 2θ `shared` + θ² `of_a`, a quadratic inequality
/// (Fieller 1954): without an upper end where a is not that far above 0.
pub(super) fn ratios_within([a, b]: [f64; 2], [of_a, of_b]: [f64; 2], shared: f64) -> Interval {
    // θ² p - 2 θ q + r ≤ 0
    let (p, q, r) = (a * a - of_a, a * b - shared, b * b - of_b);
    let root = (q * q - p * r).max(0.0).sqrt();
    let ratio = b / a;
    let (low, high) = match (p > 0.0, r > 0.0) {
        // Rounding must not exclude the ratio itself.
        (true, _) => (((q - root) / p).clamp(0.0, ratio), ((q + root) / p).max(ratio)),
        (false, true) => ((r / (q + root)).min(ratio), f64::INFINITY),
        (false, false) => (0.0, f64::INFINITY),
    };
    Interval { low, high }
}

/// Returns the variance of b - θa from the variances and the covariance of a and b.
fn quadratic(ratio: f64, a: f64, covariance: f64, b: f64) -> f64 {
    (b - 2.0 * ratio * covariance + ratio * ratio * a).max(0.0)
}
