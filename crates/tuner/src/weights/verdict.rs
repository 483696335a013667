//! The verdict on recommended weights, and its error.
//!
//! A campaign can be validated more than once: after a larger budget, or on
//! more games. Repeated looks are wrong more often than a single one. The
//! campaign therefore has one error of 5 %, of which look k spends
//! 5 % / (k (k + 1)); the shares of all looks add up to 5 %, however the looks
//! depend on each other (Bonferroni's inequality). Spending an
//! error over looks: Lan and DeMets, "Discrete Sequential Boundaries for
//! Clinical Trials", Biometrika 70 (1983), <https://doi.org/10.1093/biomet/70.3.659>.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{Better, Effect, Estimate, TestResult, TwoMeans};

/// The probability that any verdict of a campaign is wrong, over all of its looks.
const ERROR: f64 = 0.05;

/// The probability that a validation of the advised length distinguishes the two.
const POWER: f64 = 0.9;

/// The most games that a search space may ask for.
const MAX_GAMES: u64 = 100_000_000;

/// The comparison of the recommended weights with the starting weights, by
/// their mean scores on validation games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The confidence interval of the effect is on the better side of that of equal weights.
    Better,
    /// The confidence interval of the effect is on the other side.
    Worse,
    /// The confidence interval of the effect contains that of equal weights.
    #[serde(rename = "not distinguishable")]
    NotDistinguishable,
    /// The starting weights won the final race, so that there is nothing to compare.
    #[serde(rename = "starting weights")]
    Start,
}

/// Writes the word that files have for it.
impl std::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(formatter)
    }
}

impl Verdict {
    /// The verdict on an effect of recommended over starting weights.
    pub fn on(found: Option<Estimate>, better: Better) -> Self {
        let side = found.and_then(|found| found.beyond(found.effect.neutral()));
        match (side, better) {
            (Some(TestResult::Above), Better::Higher) => Self::Better,
            (Some(TestResult::Below), Better::Lower) => Self::Better,
            (Some(_), _) => Self::Worse,
            (None, _) => Self::NotDistinguishable,
        }
    }
}

/// The share of the error that a look spends; looks count from 1.
pub fn error_of_look(look: u32) -> f64 {
    ERROR / (f64::from(look) * (f64::from(look) + 1.0))
}

/// The games, to two digits, with which a look with this error tells the effect from none nine
/// times in ten, if the means are the measured ones; `None` if that takes more than 100 million
/// games. More games do not reduce the error of a stored mean.
pub(crate) fn games_to_settle(means: &TwoMeans, effect: Effect, error: f64) -> Option<u64> {
    let normal = Normal::standard();
    let quantiles = normal.inverse_cdf(1.0 - error / 2.0) + normal.inverse_cdf(POWER);
    let [size, variance] = means.contrast(effect)?;
    // Without spread or without an effect, no number of games says more.
    if size == 0.0 || variance <= 0.0 {
        return None;
    }
    Some(to_two_digits(means.games_to_tell(effect, quantiles, MAX_GAMES)?))
}

/// The confidence of an interval from which an error is computed.
pub(crate) const AS_USUAL: f64 = 0.95;

/// The games of [`games_to_settle`] for an effect of which only the [usual](AS_USUAL) interval is known, from so many
/// games.
pub(crate) fn games_to_settle_estimate(found: &Estimate, games: u64, error: f64) -> Option<u64> {
    let normal = Normal::standard();
    let usual = normal.inverse_cdf(0.5 + AS_USUAL / 2.0);
    let quantiles = normal.inverse_cdf(1.0 - error / 2.0) + normal.inverse_cdf(POWER);
    let scale =
        |effect: f64| if found.effect == Effect::Ratio { libm::log(effect) } else { effect };
    let [low, high] = [found.interval.low, found.interval.high].map(scale);
    let errors = (high - low) / 2.0 / usual / scale(found.value).abs();
    let needed = games as f64 * (quantiles * errors).powi(2);
    (needed > 0.0 && needed <= MAX_GAMES as f64).then(|| to_two_digits(needed.ceil() as u64))
}

/// Rounds up to two digits.
pub(crate) fn to_two_digits(games: u64) -> u64 {
    let unit = 10_u64.pow(games.ilog10().saturating_sub(1));
    games.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Interval;

    #[test]
    fn the_words() {
        let ratio = |low, high| {
            let interval = Interval { low, high };
            Some(Estimate { effect: Effect::Ratio, value: f64::midpoint(low, high), interval })
        };
        let difference =
            |low, high| Some(Estimate { effect: Effect::Difference, ..ratio(low, high).unwrap() });
        for (found, higher, lower) in [
            (ratio(1.08, 1.12), Verdict::Better, Verdict::Worse),
            (ratio(0.88, 0.92), Verdict::Worse, Verdict::Better),
            (ratio(0.9, 1.3), Verdict::NotDistinguishable, Verdict::NotDistinguishable),
            (None, Verdict::NotDistinguishable, Verdict::NotDistinguishable),
            (difference(0.2, 0.4), Verdict::Better, Verdict::Worse),
            (difference(-0.2, 1.4), Verdict::NotDistinguishable, Verdict::NotDistinguishable),
        ] {
            assert_eq!(Verdict::on(found, Better::Higher), higher);
            assert_eq!(Verdict::on(found, Better::Lower), lower);
        }
    }

    #[test]
    fn all_looks_together_err_in_five_percent() {
        let shares: Vec<f64> = (1..100_000).map(error_of_look).collect();
        assert!((shares[0] - 0.025).abs() < 1e-15);
        assert!(shares.windows(2).all(|pair| pair[1] < pair[0]));
        let sum: f64 = shares.iter().sum();
        assert!((0.0499..0.05).contains(&sum), "{sum}");
    }

    /// Means whose ratio has this logarithm, with this error, of which a stored mean has a part.
    fn means(log_ratio: f64, log_error: f64, stored: f64) -> TwoMeans {
        let b = 1_000.0 * libm::exp(log_ratio);
        TwoMeans {
            means: [1_000.0, b],
            games: 1_000,
            variances: [0.0, 1_000.0 * (log_error * log_error - stored) * b * b],
            covariance: 0.0,
            stored_errors: [stored * 1e6, 0.0],
            range: None,
        }
    }

    /// A log error of 0.02 at 1000 games and a ratio of e^0.01 need (3.52295 * 2)^2 * 1000 games. The printed
    /// quantiles are 2.24140 for 97.5 % and 1.28155 for the power.
    #[test]
    fn the_number_of_games_is_that_of_a_power_analysis() {
        let games = |means: TwoMeans| games_to_settle(&means, Effect::Ratio, 0.025);
        assert_eq!(games(means(0.01, 0.02, 0.0)), Some(50_000));
        assert_eq!(games(means(0.0, 0.02, 0.0)), None);
        assert_eq!(games(means(0.1, 0.0, 0.0)), None);
        assert_eq!(games(means(1e-9, 0.02, 0.0)), None);
        // An error of 20 points at 1000 games and a difference of 10.05.
        let found = games_to_settle(&means(0.01, 0.02, 0.0), Effect::Difference, 0.025);
        assert_eq!(found, Some(51_000));
    }

    /// At the number of games that is returned, the error must be that which the quantiles ask for.
    #[test]
    fn the_error_of_a_stored_mean_takes_more_games_or_is_never_overcome() {
        let (log_ratio, log_error, stored) = (0.01, 0.02, 1e-6);
        let games =
            |stored| games_to_settle(&means(log_ratio, log_error, stored), Effect::Ratio, 0.025);
        let needed = games(stored).unwrap() as f64;
        let per_game = 1000.0 * (log_error * log_error - stored);
        let then = (per_game / needed + stored).sqrt();
        let expected = log_ratio / (2.24140 + 1.28155);
        assert!((then / expected - 1.0).abs() < 0.02, "{then}, {expected}");
        assert!(needed > 50_000.0);
        // The stored mean alone is less sure than that.
        assert_eq!(games(expected * expected), None);
    }
}
