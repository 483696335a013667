//! The effect after a fixed number of games that both players have played, with an interval for one look.
//!
//! | scores | interval |
//! |---|---|
//! | from 0 to 1: rates, results of matches | of each mean that of a share, combined |
//! | one side without spread | of that side a [`constant_interval`], combined |
//! | others | of a ratio by the delta method on the logarithm, of a difference Student's |
//! | others that are skewed | the same, with those around it that a skewed mean may have |
//!
//! Intervals of two means are combined by the method of variance estimates recovery (Donner and Zou,
//! Statistical Methods in Medical Research 21, 2012): the distances from a mean to the ends of its
//! interval take the place of its error, below where it lowers the effect, else above.

use super::bisection::halved;
use super::descriptive::{correlation, skewness};
use super::effect::{Effect, Estimate};
use super::interval::{
    Interval, SKEWED, are_shares, constant_interval, hall_statistic, mean_interval_at,
    skewed_interval, student_quantile,
};
use super::two_means::{TwoMeans, ratios_within};

/// Fewer games than these that one side wins, or loses, say too little of how far both win the same.
const ENOUGH: f64 = 10.0;

impl Effect {
    /// Returns the effect of the samples `of` over `to`, which are paired by common seeds, with an
    /// interval for one look.
    ///
    /// The delta method includes the covariance of the pairs:
    /// var ln(b/a) ≈ (var b / b² + var a / a² - 2 cov / ab) / n.
    ///
    /// `None` below two pairs, and for a ratio of means of which one is negative or both are 0.
    ///
    /// # Panics
    /// If the samples differ in length.
    pub fn of_pairs(self, of: &[f64], to: &[f64], confidence: f64) -> Option<Estimate> {
        let means = TwoMeans::of_pairs(to, of)?;
        let [a, b] = means.means;
        if self == Self::Ratio && !(a >= 0.0 && b >= 0.0 && a + b > 0.0) {
            return None;
        }
        let range = means.range?;
        let is_constant = means.variances.map(|variance| variance <= 0.0);
        if are_shares(range) {
            let intervals = [to, of].map(|side| mean_interval_at(side, confidence));
            let shared = match is_constant {
                // Whatever both have in common.
                [true, true] => -1.0,
                _ => common_part(&means, correlation(of, to).unwrap_or(0.0)),
            };
            return Some(combined(self, means.means, [intervals[0]?, intervals[1]?], shared));
        }
        if is_constant.contains(&true) && range[0] < range[1] {
            let error = (1.0 - confidence) / 2.0;
            let interval = |side: usize, sample: &[f64]| match is_constant[side] {
                true => Some(constant_interval(means.means[side], means.games, error, range)),
                false => mean_interval_at(sample, confidence),
            };
            return Some(combined(self, means.means, [interval(0, to)?, interval(1, of)?], 0.0));
        }
        if self == Self::Difference {
            let differences: Vec<f64> = of.iter().zip(to).map(|(b, a)| b - a).collect();
            let interval = skewed_interval(&differences, confidence)?;
            return Some(Estimate { effect: self, value: b - a, interval });
        }
        // As `contrast` has it, but in the order of terms that recorded evidence has to the bit.
        let [var_a, var_b] = means.variances;
        let variance = var_b / (b * b) + var_a / (a * a) - 2.0 * means.covariance / (a * b);
        let log_error = (variance.max(0.0) / of.len() as f64).sqrt();
        let quantile = student_quantile(of.len(), confidence);
        let found = Estimate::of_ratio(b / a, quantile * log_error);
        let is_skewed = [of, to].map(skewness).map(|skew| skew.abs() / (of.len() as f64).sqrt());
        Some(match is_skewed.iter().any(|&skew| skew > SKEWED) {
            true => Skewed::of(of, to, &means).around(found, quantile),
            false => found,
        })
    }
}

/// Returns the effect of two means a and b, from an interval of each and their correlation;
/// or of two medians.
pub(super) fn combined(
    effect: Effect,
    means: [f64; 2],
    intervals: [Interval; 2],
    shared: f64,
) -> Estimate {
    let below = [0, 1].map(|side| means[side] - intervals[side].low);
    let above = [0, 1].map(|side| intervals[side].high - means[side]);
    let value = effect.of(means);
    // A high mean of a and a low one of b make the effect low.
    let [low, high] = [[above[0], below[1]], [below[0], above[1]]];
    let interval = match effect {
        Effect::Difference | Effect::Elo => {
            let error = |[a, b]: [f64; 2]| (a * a + b * b - 2.0 * shared * a * b).max(0.0).sqrt();
            Interval { low: value - error(low), high: value + error(high) }
        }
        Effect::Ratio => {
            let ratios = |[a, b]: [f64; 2]| ratios_within(means, [a * a, b * b], shared * a * b);
            Interval { low: ratios(low).low, high: ratios(high).high }
        }
    };
    Estimate { effect, value, interval }
}

/// Returns the correlation of two samples of scores from 0 to 1, less of it where one side has won or
/// lost hardly any game: what both have in common would make the interval narrower than it is known.
fn common_part(means: &TwoMeans, correlation: f64) -> f64 {
    let rare = means.means.map(|mean| mean.min(1.0 - mean) * means.games as f64);
    let known = (rare[0].min(rare[1]) / ENOUGH).min(1.0);
    correlation.min(0.0) + correlation.max(0.0) * known
}

/// The central moments of pairs of which b - θa is skewed.
struct Skewed {
    means: [f64; 2],
    games: f64,
    /// The variances of a and b and their covariance: of aa, ab, bb.
    seconds: [f64; 3],
    /// The third moments of aaa, aab, abb, bbb.
    thirds: [f64; 4],
}

impl Skewed {
    fn of(of: &[f64], to: &[f64], means: &TwoMeans) -> Self {
        let [mean_a, mean_b] = means.means;
        let third = |power_of_b: i32| {
            let products = to.iter().zip(of).map(|(a, b)| {
                ((a - mean_a) / mean_a).powi(3 - power_of_b)
                    * ((b - mean_b) / mean_b).powi(power_of_b)
            });
            products.sum::<f64>() / to.len() as f64
        };
        let [variance_a, variance_b] = means.variances;
        Self {
            means: means.means,
            games: to.len() as f64,
            seconds: [
                variance_a / mean_a / mean_a,
                means.covariance / mean_a / mean_b,
                variance_b / mean_b / mean_b,
            ],
            thirds: [0, 1, 2, 3].map(third),
        }
    }

    /// Whether the ratio may be `share` times the measured one, by Student's test or by Hall's, of the
    /// mean of b - θa in units of the mean of b.
    fn is_possible(&self, share: f64, quantile: f64) -> bool {
        let [aa, ab, bb] = self.seconds;
        let variance = (bb - 2.0 * share * ab + share * share * aa).max(0.0);
        let [aaa, aab, abb, bbb] = self.thirds;
        let third =
            bbb - 3.0 * share * abb + 3.0 * share * share * aab - share * share * share * aaa;
        let t = (1.0 - share) / (variance / self.games).sqrt();
        let skew = third / (variance * variance.sqrt()) / self.games.sqrt();
        t.abs() <= quantile || hall_statistic(t, skew).abs() <= quantile
    }

    /// Returns an estimate of the ratio with all ratios that are possible.
    fn around(&self, found: Estimate, quantile: f64) -> Estimate {
        let [a, b] = self.means;
        // Ratios below the measured one are shares of it; above it, it is a share of them.
        let far = |is_possible: &dyn Fn(f64) -> bool| {
            if is_possible(LEAST) {
                return 0.0;
            }
            let [_, inside] = halved([LEAST, 1.0], 60, |share| !is_possible(share));
            inside
        };
        let low = b / a * far(&|share| self.is_possible(share, quantile));
        let high = b / a / far(&|share| self.is_possible(1.0 / share, quantile));
        let Interval { low: usual_low, high: usual_high } = found.interval;
        let interval = Interval { low: low.min(usual_low), high: high.max(usual_high) };
        Estimate { interval, ..found }
    }
}

/// The smallest share of the measured ratio that is told from none.
const LEAST: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::super::mean;
    use super::*;

    fn estimate(effect: Effect, of: &[f64], to: &[f64]) -> [f64; 3] {
        let found = effect.of_pairs(of, to, 0.95).unwrap();
        [found.value, found.interval.low, found.interval.high]
    }

    /// The start wins none of 30 games and the other 12. In printed tables the upper limit of Clopper and
    /// Pearson is 0.1157 for 0 of 30, and the lower one 0.2266 for 12 of 30.
    #[test]
    fn a_start_that_wins_nothing_leaves_a_lower_bound() {
        let won: Vec<f64> = (0..30).map(|game| f64::from(u8::from(game < 12))).collect();
        let [value, low, high] = estimate(Effect::Ratio, &won, &[0.0; 30]);
        let by_hand = (0.4_f64.powi(2) - (0.4 - 0.2266_f64).powi(2)).sqrt() / 0.1157;
        assert!((low - by_hand).abs() < 0.01, "{low}, {by_hand}");
        assert!(value.is_infinite() && high.is_infinite());
        let [value, low, high] = estimate(Effect::Ratio, &[0.0; 30], &won);
        assert!((high - 1.0 / by_hand).abs() < 0.001 && value == 0.0 && low == 0.0, "{high}");
        let [value, low, high] = estimate(Effect::Difference, &won, &[0.0; 30]);
        assert!(
            (0.4 - low - (0.1157_f64.powi(2) + (0.4 - 0.2266_f64).powi(2)).sqrt()).abs() < 1e-3
        );
        assert!(value < high && high < 0.61, "{high}");
        assert_eq!(Effect::Ratio.of_pairs(&[0.0; 30], &[0.0; 30], 0.95), None);
        let [value, low, high] = estimate(Effect::Difference, &[1.0; 30], &[1.0; 30]);
        assert!(value == 0.0 && low < -0.1 && high > 0.1, "{low} to {high}");
    }

    /// The share of both sides of a match is one number: so is its interval.
    #[test]
    fn the_difference_of_a_match_is_that_of_its_share() {
        let shares: Vec<f64> = (0..60).map(|game| [1.0, 1.0, 0.5, 0.75, 0.0][game % 5]).collect();
        let others: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
        let [value, low, high] = estimate(Effect::Difference, &shares, &others);
        let share = mean_interval_at(&shares, 0.95).unwrap();
        assert!((value - (2.0 * mean(&shares) - 1.0)).abs() < 1e-12);
        assert!((low - (2.0 * share.low - 1.0)).abs() < 1e-9, "{low}");
        assert!((high - (2.0 * share.high - 1.0)).abs() < 1e-9, "{high}");
        let [_, low, high] = estimate(Effect::Difference, &[1.0; 30], &[0.0; 30]);
        // 1 - 2 (1 - 0.025^(1/30)), and no difference of two shares is above 1.
        assert!((low - 0.768_59).abs() < 1e-4 && high <= 1.0, "{low} to {high}");
    }

    #[test]
    fn scores_without_spread_are_bounded_by_the_range_of_all() {
        let fives = [5.0; 100];
        let others: Vec<f64> = (0..100).map(|game| 6.0 + f64::from(game % 5)).collect();
        let [value, low, high] = estimate(Effect::Ratio, &others, &fives);
        assert!((value - 1.6).abs() < 1e-12);
        // 3.6 of a hundred games at most score 10 in place of 5.
        assert!((1.5..1.55).contains(&low) && (1.65..1.7).contains(&high), "{low} to {high}");
        let bits = |values: [f64; 3]| values.map(f64::to_bits);
        assert_eq!(bits(estimate(Effect::Ratio, &fives, &fives)), bits([1.0; 3]));
        assert_eq!(bits(estimate(Effect::Difference, &fives, &fives)), bits([0.0; 3]));
    }

    /// Hall's interval reaches further to the side of the tail, and a symmetric sample has Student's.
    #[test]
    fn skewed_scores_have_a_wider_interval() {
        let plain: Vec<f64> = (0..100).map(|game| 50.0 + f64::from(game % 10)).collect();
        let skewed: Vec<f64> =
            (0..100).map(|game| 1.0 + f64::from(game % 25).exp() / 1e10).collect();
        let student = |sample: &[f64]| crate::statistics::student_interval(sample, 0.95).unwrap();
        assert_eq!(mean_interval_at(&plain, 0.95), Some(student(&plain)));
        let (found, usual) = (mean_interval_at(&skewed, 0.95).unwrap(), student(&skewed));
        assert!(found.high - mean(&skewed) > 1.2 * (usual.high - mean(&skewed)), "{found:?}");
        assert!((found.low - usual.low.max(0.0)).abs() < 1e-12, "{found:?} {usual:?}");
        let [_, low, high] = estimate(Effect::Ratio, &skewed, &plain);
        let a = mean(&plain);
        assert!(
            (low * a - usual.low).abs() < 0.1 && (high * a - found.high).abs() < 0.2,
            "{low} to {high}"
        );
    }
}
