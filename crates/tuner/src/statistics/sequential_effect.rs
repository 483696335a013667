//! A sequential test of no difference against a difference of a given size.
//!
//! Two sequential probability ratio tests run side by side (Sobel and Wald 1949): no difference
//! against B better by the effect, and no difference against A better by it. Each is
//! Wald's (1945) with the generalised log-likelihood ratio for an unknown variance (Li, Liu and Ying
//! 2014; used by Fishtest as in Van den Bergh, A practical introduction to the GSPRT, 2020).

use super::confidence_sequence::MIN_PAIRS;
use super::effect::{Effect, TestResult};
use super::two_means::TwoMeans;

/// The probability to call B better, and also to call it worse, if there is no difference.
pub const FALSE_ALARM: f64 = 0.025;

/// The probability to find no difference if there is one of the size of the effect.
pub const MISS: f64 = 0.05;

/// A test of equal means against means with an effect of some size, in either direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectTest {
    /// The effect that is tested.
    pub effect: Effect,
    /// The size of the effect as [`TwoMeans::contrast`] has it.
    size: f64,
}

impl EffectTest {
    /// Makes a test for an effect above 0: the ratio 1 + `size`, such as 0.02 for 2 %, or the
    /// difference `size`.
    pub fn new(effect: Effect, size: f64) -> Self {
        Self { effect, size: effect.either(libm::log1p(size), size) }
    }

    /// Returns the verdict, or `None` if more games are needed.
    ///
    /// With the contrast s = ln(mean b / mean a) or mean b - mean a, its variance V and d that of the
    /// effect, the log-likelihood ratio of s = d against s = 0 is d (s - d/2) / V. B is better above ln((1 - β)/α); there is
    /// no difference if it is below ln(β/(1 - α)) for s and -s, where α is [`FALSE_ALARM`] and β
    /// is [`MISS`].
    pub fn verdict(&self, means: &TwoMeans) -> Option<TestResult> {
        let [contrast, variance] = means.contrast(self.effect)?;
        // The log-likelihood ratio times the variance, which may be 0, and so the bounds.
        let excess = self.size * (contrast.abs() - self.size / 2.0);
        let bound = |odds: f64| libm::log(odds) * variance;
        if means.games < MIN_PAIRS {
            None
        } else if excess > bound((1.0 - MISS) / FALSE_ALARM) {
            Some(if contrast > 0.0 { TestResult::Above } else { TestResult::Below })
        } else {
            let is_none = -excess > bound((1.0 - FALSE_ALARM) / MISS);
            is_none.then_some(TestResult::NoDifference)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(ratio: f64, games: u64) -> TwoMeans {
        TwoMeans {
            means: [1_000.0, ratio * 1_000.0],
            games,
            variances: [250_000.0, ratio * ratio * 250_000.0],
            covariance: 0.0,
            stored_errors: [0.0; 2],
            range: None,
        }
    }

    /// The bounds of Wald's test with known variance, solved for the number of games by hand:
    /// V = d²/2 / ln(0.95/0.025) at the effect and d²/2 / ln(0.975/0.05) at no difference,
    /// and V = 0.5/n.
    #[test]
    fn verdicts_come_where_walds_bounds_are() {
        let d = 1.02_f64.ln();
        let test = EffectTest::new(Effect::Ratio, 0.02);
        let at_effect = (38_f64.ln() / (d * d)).ceil() as u64;
        let at_none = (19.5_f64.ln() / (d * d)).ceil() as u64;
        for (ratio, games, verdict) in [
            (1.02, at_effect, TestResult::Above),
            (1.0 / 1.02, at_effect, TestResult::Below),
            (1.0, at_none, TestResult::NoDifference),
        ] {
            assert_eq!(test.verdict(&means(ratio, games + 2)), Some(verdict));
            assert_eq!(test.verdict(&means(ratio, games - 2)), None);
        }
        assert_eq!(test.verdict(&means(1.02_f64.sqrt(), 1_000_000_000)), None);
    }

    #[test]
    fn equal_scores_on_all_seeds_are_no_difference() {
        let equal = TwoMeans { covariance: 250_000.0, ..means(1.0, MIN_PAIRS) };
        let test = EffectTest::new(Effect::Ratio, 0.001);
        assert_eq!(test.verdict(&equal), Some(TestResult::NoDifference));
        assert_eq!(test.verdict(&TwoMeans { games: MIN_PAIRS - 1, ..equal }), None);
        let nothing = EffectTest::new(Effect::Ratio, 0.02).verdict(&means(0.0, 1_000));
        assert_eq!(nothing, Some(TestResult::Below));
    }

    /// V = 500 000/n of the difference of two uncorrelated means, as the bounds of the ratio by hand.
    #[test]
    fn differences_have_the_same_bounds() {
        let test = EffectTest::new(Effect::Difference, 20.0);
        let at_effect = (2.0 * 38_f64.ln() * 500_000.0 / 400.0).ceil() as u64;
        let means = |difference: f64, games| TwoMeans {
            means: [-10.0, difference - 10.0],
            variances: [250_000.0; 2],
            ..means(1.0, games)
        };
        assert_eq!(test.verdict(&means(20.0, at_effect + 2)), Some(TestResult::Above));
        assert_eq!(test.verdict(&means(-20.0, at_effect + 2)), Some(TestResult::Below));
        assert_eq!(test.verdict(&means(20.0, at_effect - 2)), None);
    }
}
