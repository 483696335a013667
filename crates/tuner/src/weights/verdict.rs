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

use crate::statistics::{Interval, MeanRatio};

/// The probability that any verdict of a campaign is wrong, over all of its looks.
const ERROR: f64 = 0.05;

/// The probability that a validation of the advised length distinguishes the two.
const POWER: f64 = 0.9;

/// The most games that a search space may ask for.
const MAX_GAMES: f64 = 1e8;

/// The comparison of the recommended weights with the starting weights, by
/// their mean scores on validation games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The confidence interval of the ratio is above 1.
    #[serde(rename = "better")]
    Better,
    /// The confidence interval of the ratio is below 1.
    #[serde(rename = "worse")]
    Worse,
    /// The confidence interval of the ratio contains 1.
    #[serde(rename = "not distinguishable")]
    NotDistinguishable,
    /// The starting weights won the final race, so that there is nothing to compare.
    #[serde(rename = "starting weights")]
    Start,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NotDistinguishable => "not distinguishable",
            Self::Start => "starting weights",
        })
    }
}

impl Verdict {
    /// The verdict on the interval of a ratio of recommended to starting weights.
    pub fn on(interval: Option<Interval>) -> Self {
        match interval {
            Some(found) if found.low > 1.0 => Self::Better,
            Some(found) if found.high < 1.0 => Self::Worse,
            _ => Self::NotDistinguishable,
        }
    }
}

/// The share of the error that a look spends; looks count from 1.
pub fn error_of_look(look: u32) -> f64 {
    ERROR / (f64::from(look) * (f64::from(look) + 1.0))
}

/// The games, to two digits, with which a look with this error distinguishes the
/// ratio from 1 nine times in ten, if the ratio is as it was measured on `games`
/// games; `None` if that takes more than 100 million games. More games do not
/// reduce `stored_variance`, the variance of the logarithm of a stored mean.
pub(crate) fn games_to_settle(
    found: &MeanRatio,
    games: usize,
    stored_variance: f64,
    error: f64,
) -> Option<u64> {
    let normal = Normal::standard();
    let quantiles = normal.inverse_cdf(1.0 - error / 2.0) + normal.inverse_cdf(POWER);
    let per_game = found.log_error * (games as f64).sqrt();
    let without_stored = (quantiles * per_game / libm::log(found.ratio)).powi(2);
    // n games have the variance p/n + s, which must be v; now it is p/N + s = w. Thus
    // n = N w/v · (1 - s/w) / (1 - s/v), where N w/v are the games without a stored mean.
    let stored_share = stored_variance / found.log_error.powi(2);
    let stored_share_then = stored_share * without_stored / games as f64;
    let needed = without_stored * (1.0 - stored_share) / (1.0 - stored_share_then);
    if !(needed > 0.0 && needed <= MAX_GAMES) {
        return None;
    }
    let unit = 10_u64.pow((needed.ceil() as u64).ilog10().saturating_sub(1));
    Some((needed.ceil() as u64).div_ceil(unit) * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Interval;

    fn ratio(ratio: f64, log_error: f64) -> MeanRatio {
        MeanRatio {
            ratio,
            log_error,
            interval: Interval {
                low: ratio * libm::exp(-2.0 * log_error),
                high: ratio * libm::exp(2.0 * log_error),
            },
        }
    }

    #[test]
    fn the_words() {
        assert_eq!(Verdict::on(Some(ratio(1.1, 0.01).interval)), Verdict::Better);
        assert_eq!(Verdict::on(Some(ratio(0.9, 0.01).interval)), Verdict::Worse);
        let unclear = Verdict::on(Some(ratio(1.1, 0.1).interval));
        assert_eq!(unclear, Verdict::NotDistinguishable);
        assert_eq!(Verdict::on(None), Verdict::NotDistinguishable);
    }

    #[test]
    fn all_looks_together_err_in_five_percent() {
        let shares: Vec<f64> = (1..100_000).map(error_of_look).collect();
        assert!((shares[0] - 0.025).abs() < 1e-15);
        assert!(shares.windows(2).all(|pair| pair[1] < pair[0]));
        let sum: f64 = shares.iter().sum();
        assert!((0.0499..0.05).contains(&sum), "{sum}");
    }

    /// A log error of 0.02 at 1000 games and a ratio of e^0.01 need (3.52295 * 2)^2 * 1000 games. The printed
    /// quantiles are 2.24140 for 97.5 % and 1.28155 for the power.
    #[test]
    fn the_number_of_games_is_that_of_a_power_analysis() {
        let found = ratio(libm::exp(0.01), 0.02);
        assert_eq!(games_to_settle(&found, 1000, 0.0, 0.025), Some(50_000));
        assert_eq!(games_to_settle(&ratio(1.0, 0.02), 1000, 0.0, 0.025), None);
        assert_eq!(games_to_settle(&ratio(1.1, 0.0), 1000, 0.0, 0.025), None);
        let hopeless = ratio(1.0 + 1e-9, 0.02);
        assert_eq!(games_to_settle(&hopeless, 1000, 0.0, 0.025), None);
    }

    /// At the number of games that is returned, the error must be that which the quantiles ask for.
    #[test]
    fn the_error_of_a_stored_mean_takes_more_games_or_is_never_overcome() {
        let (log_ratio, log_error, stored) = (0.01, 0.02, 1e-6);
        let found = ratio(libm::exp(log_ratio), log_error);
        let games = games_to_settle(&found, 1000, stored, 0.025).unwrap() as f64;
        let per_game = 1000.0 * (log_error * log_error - stored);
        let then = (per_game / games + stored).sqrt();
        let expected = log_ratio / (2.24140 + 1.28155);
        assert!((then / expected - 1.0).abs() < 0.02, "{then}, {expected}");
        assert!(games > 50_000.0);
        // The stored mean alone is less sure than that.
        let found = games_to_settle(&found, 1000, expected * expected, 0.025);
        assert_eq!(found, None);
    }
}
