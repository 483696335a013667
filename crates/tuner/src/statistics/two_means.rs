//! Estimates of two means with their errors.

use super::interval::Interval;

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
