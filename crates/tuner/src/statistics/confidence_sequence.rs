//! A confidence sequence for the ratio of two means: an interval that is valid
//! at every number of games at once.
//!
//! A 95 % confidence interval misses the truth in one look of twenty. Looking
//! repeatedly until the interval excludes something errs far more often. A
//! confidence sequence covers the truth at all looks together with a
//! probability of 95 %.

use super::interval::Interval;

/// The probability that the sequence ever excludes the true ratio.
const ERROR: f64 = 0.05;

/// The number of pairs at which the sequence is nearly as narrow as such a
/// sequence can be. It is only slightly wider within a factor of ten of it.
const NARROWEST_AT_PAIRS: f64 = 2000.0;

/// The smallest number of pairs with an interval: the guarantee is asymptotic.
pub const MIN_PAIRS: u64 = 100;

/// A ratio of two means, b over a, with an interval that is valid at every look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnytimeRatio {
    /// The ratio of the two means.
    pub ratio: f64,
    /// The interval of the confidence sequence at this number of pairs.
    pub interval: Interval,
}

/// Running means, variances and covariance of pairs, updated one pair at a time (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairedMoments {
    pairs: u64,
    mean: [f64; 2],
    /// Sums of squared deviations from the mean, of a and of b.
    squares: [f64; 2],
    /// The sum of the products of the deviations of a and b.
    products: f64,
}

impl PairedMoments {
    /// Adds the scores of a and b on one seed.
    pub fn add(&mut self, a: f64, b: f64) {
        self.pairs += 1;
        let n = self.pairs as f64;
        let before = [a - self.mean[0], b - self.mean[1]];
        for (mean, deviation) in self.mean.iter_mut().zip(before) {
            *mean += deviation / n;
        }
        let after = [a - self.mean[0], b - self.mean[1]];
        for side in 0..2 {
            self.squares[side] += before[side] * after[side];
        }
        self.products += before[0] * after[1];
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Returns the means of a and b; 0 without pairs.
    pub fn means(&self) -> [f64; 2] {
        self.mean
    }

    /// Returns the standard deviations (divisor n - 1) of a and b, or `None` below two pairs.
    pub fn standard_deviations(&self) -> Option<[f64; 2]> {
        let degrees = self.degrees()?;
        Some(self.squares.map(|squares| (squares / degrees).sqrt()))
    }

    /// Returns the correlation of a and b, or `None` if one of them is constant.
    pub fn correlation(&self) -> Option<f64> {
        let scale = (self.squares[0] * self.squares[1]).sqrt();
        (scale > 0.0).then(|| self.products / scale)
    }

    fn degrees(&self) -> Option<f64> {
        (self.pairs >= 2).then_some(self.pairs as f64 - 1.0)
    }

    /// Returns the ratio mean b / mean a with its interval in the confidence
    /// sequence, or `None` below [`MIN_PAIRS`] pairs or if the mean of a is not
    /// significantly above 0.
    ///
    /// The true ratio is the θ for which b - θa has mean 0 (Fieller 1954). The
    /// interval contains every θ for which the asymptotic confidence sequence of
    /// that mean (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of
    /// Statistics 52, 2024) contains 0: |mean b - θ mean a| ≤ margin · sd(b - θa),
    /// a quadratic inequality in θ.
    pub fn ratio(&self) -> Option<AnytimeRatio> {
        if self.pairs < MIN_PAIRS {
            return None;
        }
        let degrees = self.degrees()?;
        let width = margin(self.pairs as f64).powi(2) / degrees;
        let [a, b] = self.mean;
        let [aa, bb] = self.squares;
        // θ² p - 2 θ q + r ≤ 0
        let p = a * a - width * aa;
        let q = a * b - width * self.products;
        let r = b * b - width * bb;
        if a <= 0.0 || p <= 0.0 {
            return None;
        }
        let root = (q * q - p * r).max(0.0).sqrt();
        let ratio = b / a;
        Some(AnytimeRatio {
            ratio,
            // Rounding must not exclude the ratio itself; scores are not negative.
            interval: Interval {
                low: ((q - root) / p).clamp(0.0, ratio),
                high: ((q + root) / p).max(ratio),
            },
        })
    }

    /// Estimates the number of pairs after which the interval excludes
    /// `threshold`, if the true means and variances equal those measured so far.
    /// `None` if that takes more than 10⁹ pairs.
    pub fn pairs_to_exclude(&self, threshold: f64) -> Option<u64> {
        let [a, b] = self.mean;
        let [aa, bb] = self.squares;
        let variance =
            (bb - 2.0 * threshold * self.products + threshold * threshold * aa) / self.degrees()?;
        let difference = (b - threshold * a).abs();
        let is_enough = |pairs: u64| difference > margin(pairs as f64) * variance.max(0.0).sqrt();
        let most = 1_000_000_000;
        if !is_enough(most) {
            return None;
        }
        let (mut few, mut enough) = (MIN_PAIRS - 1, most);
        while few + 1 < enough {
            let middle = few.midpoint(enough);
            if is_enough(middle) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        Some(enough)
    }
}

/// Returns half the width of the sequence after `n` pairs, in standard deviations:
/// Robbins' normal mixture √(2 (nρ² + 1) / (n² ρ²) · ln(√(nρ² + 1) / α)), with
/// the ρ that makes it narrow at [`NARROWEST_AT_PAIRS`] (Waudby-Smith et al. 2024).
fn margin(n: f64) -> f64 {
    let twice_log = -2.0 * libm::log(ERROR);
    let rho_squared = (twice_log + libm::log(twice_log + 1.0)) / NARROWEST_AT_PAIRS;
    let m = n * rho_squared + 1.0;
    (2.0 * m / (n * n * rho_squared) * libm::log(m.sqrt() / ERROR)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::{mean_ratio, standard_deviation};
    use super::*;

    fn pairs(count: u64) -> Vec<(f64, f64)> {
        // Squares modulo a prime: any sample with some spread serves.
        let value = |x: u64| (x * x % 1009) as f64 + 100.0;
        (1..=count).map(|i| (value(i), value(3 * i + 7))).collect()
    }

    fn moments(pairs: &[(f64, f64)]) -> PairedMoments {
        let mut moments = PairedMoments::default();
        for &(a, b) in pairs {
            moments.add(a, b);
        }
        moments
    }

    #[test]
    fn running_moments_equal_those_of_the_whole_sample() {
        let pairs = pairs(500);
        let moments = moments(&pairs);
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let [sd_a, sd_b] = moments.standard_deviations().unwrap();
        assert!((sd_a - standard_deviation(&a).unwrap()).abs() < 1e-9);
        assert!((sd_b - standard_deviation(&b).unwrap()).abs() < 1e-9);
        let sums: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let of_sums = standard_deviation(&sums).unwrap().powi(2);
        let covariance = (of_sums - sd_a * sd_a - sd_b * sd_b) / 2.0;
        let correlation = covariance / (sd_a * sd_b);
        assert!((moments.correlation().unwrap() - correlation).abs() < 1e-9);
    }

    /// The ends of the interval solve the equation that defines it, and the
    /// interval is wider than one for a single look.
    #[test]
    fn the_interval_contains_the_ratios_that_are_not_rejected() {
        let pairs = pairs(400);
        let found = moments(&pairs).ratio().unwrap();
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        for end in [found.interval.low, found.interval.high] {
            let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - end * a).collect();
            let mean = differences.iter().sum::<f64>() / 400.0;
            let bound = margin(400.0) * standard_deviation(&differences).unwrap();
            assert!((mean.abs() - bound).abs() < 1e-9 * bound);
        }
        let single = mean_ratio(&b, &a).unwrap();
        assert!((found.ratio - single.ratio).abs() < 1e-12);
        let width = |interval: Interval| interval.high - interval.low;
        let times = width(found.interval) / width(single.interval);
        assert!((1.5..2.5).contains(&times), "{times}");
    }

    /// The expected values of margin(n)·√n come from a separate program.
    #[test]
    fn the_margin_agrees_with_the_published_formula() {
        for (n, expected) in [(100.0, 4.7188), (2000.0, 3.0352), (20_000.0, 3.2417)] {
            let found = margin(n) * f64::sqrt(n);
            assert!((found - expected).abs() < 1e-4, "{n}: {found}");
        }
    }

    #[test]
    fn small_or_degenerate_samples_have_no_ratio() {
        assert_eq!(moments(&pairs(MIN_PAIRS - 1)).ratio(), None);
        assert_eq!(moments(&[(0.0, 5.0); 200]).ratio(), None);
        let equal = moments(&[(5.0, 5.0); 200]).ratio().unwrap();
        assert!((equal.interval.low - 1.0).abs() < 1e-12);
        assert!((equal.interval.high - 1.0).abs() < 1e-12);
        let mut rare = vec![(0.0, 1.0); 200];
        rare[7] = (1.0, 1.0);
        assert_eq!(moments(&rare).ratio(), None, "the mean of a may be 0");
    }

    #[test]
    fn the_estimated_pairs_are_those_the_interval_needs() {
        let sample = pairs(1000);
        let moments = moments(&sample);
        let threshold = moments.ratio().unwrap().ratio * 1.02;
        let needed = moments.pairs_to_exclude(threshold).unwrap();
        let scaled = |pairs: u64| {
            let scale = pairs as f64 / 1000.0;
            PairedMoments {
                pairs,
                mean: moments.mean,
                squares: moments.squares.map(|squares| squares * scale),
                products: moments.products * scale,
            }
        };
        let high = |pairs| scaled(pairs).ratio().unwrap().interval.high;
        assert!(high(needed + needed / 200) < threshold);
        assert!(high(needed - needed / 200) > threshold);
        assert_eq!(
            moments.pairs_to_exclude(moments.ratio().unwrap().ratio),
            None
        );
    }
}
