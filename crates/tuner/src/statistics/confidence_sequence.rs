//! A confidence sequence for the effect between two players: an interval that is valid
//! at every number of games at once.
//!
//! A 95 % confidence interval misses the truth in one look of twenty. Looking
//! repeatedly until the interval excludes something errs far more often. A
//! confidence sequence covers the truth at all looks together with a
//! probability of 95 %.

use super::effect::{Effect, Estimate};
use super::interval::{Interval, constant_interval};
use super::one_look::combined;
use super::two_means::TwoMeans;

/// The probability that the sequence ever excludes the true effect.
const ERROR: f64 = 0.05;

/// The number of pairs at which the sequence is nearly as narrow as such a
/// sequence can be. It is only slightly wider within a factor of ten of it.
const NARROWEST_AT_PAIRS: f64 = 2000.0;

/// The smallest number of pairs with an interval: the guarantee is asymptotic.
pub const MIN_PAIRS: u64 = 100;

impl TwoMeans {
    /// Returns the effect with its interval in the confidence sequence, or `None` below
    /// [`MIN_PAIRS`] games, and for a ratio of means of which one is negative or both are 0.
    ///
    /// The true ratio is the θ for which b - θa has mean 0. The interval contains every θ for
    /// which the asymptotic confidence sequence of that mean (Waudby-Smith, Arbour, Sinha,
    /// Kennedy and Ramdas, Annals of Statistics 52, 2024) contains 0. That of a difference is the
    /// sequence of the mean of b - a.
    pub fn anytime(&self, effect: Effect) -> Option<Estimate> {
        if self.games < MIN_PAIRS {
            return None;
        }
        let found = self.within(effect, margin(self.games as f64, ERROR))?;
        let is_constant = self.variances.map(|variance| variance <= 0.0).contains(&true);
        let range = self.range.filter(|[low, high]| is_constant && low < high);
        Some(range.map_or(found, |range| {
            // Whatever both have in common.
            combined(effect, self.means, [0, 1].map(|side| self.bounded(side, range)), -1.0)
        }))
    }

    /// Returns an interval of the mean of a side, where all games of one of both have the same score.
    ///
    /// As long as they have, a [`constant_interval`] holds at all looks together: the last look is the one
    /// that is least likely. Half of the error is for either side.
    fn bounded(&self, side: usize, range: [f64; 2]) -> Interval {
        let mean = self.means[side];
        if self.variances[side] <= 0.0 {
            return constant_interval(mean, self.games, ERROR / 2.0, range);
        }
        let error = (self.variances[side] / self.games as f64).sqrt();
        let around = Interval::around(mean, margin(self.games as f64, ERROR / 2.0) * error);
        Interval { low: around.low.max(range[0]), high: around.high.min(range[1]) }
    }
}

/// Returns half the width of the sequence after `n` pairs, in standard errors of the mean:
/// Robbins' normal mixture √(2 (nρ² + 1) / (nρ²) · ln(√(nρ² + 1) / α)), with
/// the ρ that makes it narrow at [`NARROWEST_AT_PAIRS`] (Waudby-Smith et al. 2024).
fn margin(n: f64, error: f64) -> f64 {
    let twice_log = -2.0 * libm::log(error);
    let rho_squared = (twice_log + libm::log(twice_log + 1.0)) / NARROWEST_AT_PAIRS;
    let m = n * rho_squared + 1.0;
    (2.0 * m / (n * rho_squared) * libm::log(m.sqrt() / error)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::standard_deviation;
    use super::*;

    fn pairs(count: u64) -> Vec<(f64, f64)> {
        // Squares modulo a prime: any sample with some spread serves.
        let value = |x: u64| (x * x % 1009) as f64 + 100.0;
        (1..=count).map(|i| (value(i), value(3 * i + 7))).collect()
    }

    fn means(pairs: &[(f64, f64)]) -> TwoMeans {
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        TwoMeans::of_pairs(&a, &b).unwrap()
    }

    fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
        means(pairs).anytime(Effect::Ratio)
    }

    /// The ends of the interval solve the equation that defines it, and the
    /// interval is wider than one for a single look.
    #[test]
    fn the_interval_contains_the_ratios_that_are_not_rejected() {
        let pairs = pairs(400);
        let found = ratio(&pairs).unwrap();
        let difference = means(&pairs).anytime(Effect::Difference).unwrap();
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        for end in [found.interval.low, found.interval.high] {
            let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - end * a).collect();
            let mean = differences.iter().sum::<f64>() / 400.0;
            let bound = margin(400.0, 0.05) * standard_deviation(&differences).unwrap() / 20.0;
            assert!((mean.abs() - bound).abs() < 1e-9 * bound);
        }
        let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
        let bound = margin(400.0, 0.05) * standard_deviation(&differences).unwrap() / 20.0;
        assert!((difference.interval.high - difference.value - bound).abs() < 1e-9 * bound);
        let single = Effect::Ratio.of_pairs(&b, &a, 0.95).unwrap();
        assert!((found.value - single.value).abs() < 1e-12);
        let width = |interval: Interval| interval.high - interval.low;
        let times = width(found.interval) / width(single.interval);
        assert!((1.5..2.5).contains(&times), "{times}");
    }

    /// The expected values come from a separate program.
    #[test]
    fn the_margin_agrees_with_the_published_formula() {
        for (n, expected) in [(100.0, 4.7188), (2000.0, 3.0352), (20_000.0, 3.2417)] {
            let found = margin(n, 0.05);
            assert!((found - expected).abs() < 1e-4, "{n}: {found}");
        }
    }

    #[test]
    fn small_or_degenerate_samples() {
        assert_eq!(ratio(&pairs(MIN_PAIRS - 1)), None);
        let equal = ratio(&[(5.0, 5.0); 200]).unwrap();
        assert!((equal.interval.low - 1.0).abs() < 1e-12);
        assert!((equal.interval.high - 1.0).abs() < 1e-12);
        let ends = |pairs: &[(f64, f64)]| {
            let interval = ratio(pairs).unwrap().interval;
            (interval.low, interval.high)
        };
        // 1 - 0.025^(1/200) of the games of either side may be like those of the other.
        let others = 1.0 - 0.025_f64.powf(1.0 / 200.0);
        let (low, high) = ends(&[(0.0, 5.0); 200]);
        assert!((low - (1.0 - others) / others).abs() < 1e-9 && high.is_infinite(), "{low}");
        let mut rare = vec![(0.0, 1.0); 200];
        rare[7] = (1.0, 1.0);
        let (low, high) = ends(&rare);
        assert!(low > 10.0, "{low}");
        assert!(high.is_infinite(), "the mean of a may be 0");
        // No score tells a mean of b from 0: neither end is known.
        let both = [vec![(0.0, 0.0); 198], vec![(0.0, 1.0), (1.0, 0.0)]].concat();
        assert_eq!(ends(&both), (0.0, f64::INFINITY));
    }
}
