//! A sequential test of no difference against a difference of a given size.
//!
//! Two sequential probability ratio tests run side by side (Sobel and Wald 1949): no difference
//! against B better by the effect, and no difference against A better by it. Each is
//! Wald's (1945) with the generalised log-likelihood ratio for an unknown variance (Li, Liu and Ying
//! 2014; used by Fishtest as in Van den Bergh, A practical introduction to the GSPRT, 2020).

use super::confidence_sequence::{MIN_PAIRS, MOST_GAMES};
use super::two_means::{TwoMeans, fewest_games};

/// The probability to call B better, and also to call it worse, if there is no difference.
pub const FALSE_ALARM: f64 = 0.025;

/// The probability to find no difference if there is one of the size of the effect.
pub const MISS: f64 = 0.05;

/// The verdict of an [`EffectTest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The mean of B is higher.
    Better,
    /// The mean of B is lower.
    Worse,
    /// The means do not differ by the effect or more.
    None,
}

/// A test of equal means against means whose ratio is 1 + effect, in either direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectTest {
    /// The logarithm of 1 + effect.
    log_effect: f64,
}

impl EffectTest {
    /// Makes a test for an effect above 0, such as 0.02 for 2 %.
    pub fn new(effect: f64) -> Self {
        Self { log_effect: libm::log1p(effect) }
    }

    /// Returns the verdict, or `None` if more games are needed.
    ///
    /// With s = ln(mean b / mean a), its variance V and d = ln(1 + effect), the log-likelihood
    /// ratio of s = d against s = 0 is d (s - d/2) / V. B is better above ln((1 - β)/α); there is
    /// no difference if it is below ln(β/(1 - α)) for s and -s, where α is [`FALSE_ALARM`] and β
    /// is [`MISS`]. V includes the error of a stored mean: the ratio is then the exact one of
    /// games that are all shifted alike.
    pub fn verdict(&self, means: &TwoMeans) -> Option<Effect> {
        if means.games < MIN_PAIRS {
            return None;
        }
        let [log_ratio, variance] = means.log_ratio()?;
        let size = log_ratio.abs();
        if self.detects(size, variance) {
            Some(if log_ratio > 0.0 { Effect::Better } else { Effect::Worse })
        } else if self.excludes(size, variance) {
            Some(Effect::None)
        } else {
            None
        }
    }

    /// Estimates the number of games to a verdict, if the true means and variances equal those
    /// measured so far. `None` if that takes more than 10⁹ games.
    pub fn games_to_settle(&self, means: &TwoMeans) -> Option<u64> {
        let size = means.log_ratio()?[0].abs();
        fewest_games(MIN_PAIRS, MOST_GAMES, |games| {
            let then = means.after(games).log_ratio();
            then.is_some_and(|[_, variance]| {
                self.detects(size, variance) || self.excludes(size, variance)
            })
        })
    }

    /// Whether a log-ratio of this size is no chance finding.
    fn detects(&self, size: f64, variance: f64) -> bool {
        let bound = libm::log((1.0 - MISS) / FALSE_ALARM);
        self.excess(size) > bound * variance
    }

    /// Whether a log-ratio of this size is too small for the effect.
    fn excludes(&self, size: f64, variance: f64) -> bool {
        let bound = libm::log((1.0 - FALSE_ALARM) / MISS);
        -self.excess(size) > bound * variance
    }

    /// Returns the log-likelihood ratio times the variance, which may be 0.
    fn excess(&self, log_ratio: f64) -> f64 {
        self.log_effect * (log_ratio - self.log_effect / 2.0)
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
        }
    }

    /// The bounds of Wald's test with known variance, solved for the number of games by hand:
    /// V = d²/2 / ln(0.95/0.025) at the effect and d²/2 / ln(0.975/0.05) at no difference,
    /// and V = 0.5/n.
    #[test]
    fn verdicts_come_where_walds_bounds_are() {
        let d = 1.02_f64.ln();
        let test = EffectTest::new(0.02);
        let at_effect = (38_f64.ln() / (d * d)).ceil() as u64;
        let at_none = (19.5_f64.ln() / (d * d)).ceil() as u64;
        for (ratio, games, verdict) in [
            (1.02, at_effect, Effect::Better),
            (1.0 / 1.02, at_effect, Effect::Worse),
            (1.0, at_none, Effect::None),
        ] {
            assert_eq!(test.verdict(&means(ratio, games + 2)), Some(verdict));
            assert_eq!(test.verdict(&means(ratio, games - 2)), None);
            let needed = test.games_to_settle(&means(ratio, 500)).unwrap();
            assert!(needed.abs_diff(games) <= 2, "{needed}, {games}");
        }
        assert_eq!(test.games_to_settle(&means(1.02_f64.sqrt(), 500)), None);
    }

    #[test]
    fn equal_scores_on_all_seeds_are_no_difference() {
        let equal = TwoMeans { covariance: 250_000.0, ..means(1.0, MIN_PAIRS) };
        let test = EffectTest::new(0.001);
        assert_eq!(test.verdict(&equal), Some(Effect::None));
        assert_eq!(test.verdict(&equal.after(MIN_PAIRS - 1)), None);
        assert_eq!(EffectTest::new(0.02).verdict(&means(0.0, 1_000)), None);
    }

    /// A stored mean with a large error of its own never settles a small effect.
    #[test]
    fn the_error_of_a_stored_mean_counts() {
        let stored = |games: f64| TwoMeans {
            variances: [0.0, 250_000.0],
            stored_errors: [250_000.0 / games, 0.0],
            ..means(1.0, 1_000_000)
        };
        let test = EffectTest::new(0.02);
        assert_eq!(test.verdict(&stored(200_000.0)), Some(Effect::None));
        assert_eq!(test.verdict(&stored(3_000.0)), None);
        assert_eq!(test.games_to_settle(&stored(3_000.0)), None);
    }
}
