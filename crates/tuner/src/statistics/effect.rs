//! How two players differ: by the ratio of their mean scores, or by their difference.
//!
//! Everything that compares means asks [`Effect`]: sequences and single intervals, sequential
//! tests, verdicts and their words.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::interval::Interval;

/// How the mean score of one player, b, compares with that of another, a.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Mean b / mean a.
    #[default]
    Ratio,
    /// Mean b - mean a.
    Difference,
    /// The rating of b over that of a, by the share of the points that it gets in a match against a. Estimates are
    /// made of the difference of both shares, and [said in Elo](Estimate::in_elo).
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    Elo,
}

/// Which mean scores are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The higher ones.
    #[default]
    Higher,
    /// The lower ones: those of costs.
    Lower,
}

impl Better {
    /// Returns 1 if higher scores are better, else -1.
    pub fn sign(self) -> f64 {
        match self {
            Self::Higher => 1.0,
            Self::Lower => -1.0,
        }
    }
}

/// An estimated effect with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// What is estimated.
    pub effect: Effect,
    /// The effect of the measured means; infinite for the ratio to a mean of 0, which JSON has as
    /// `null`.
    #[serde(deserialize_with = "infinite_if_null")]
    pub value: f64,
    /// The interval of the true effect; its upper end is infinite where the mean of a may be 0.
    pub interval: Interval,
}

/// The answer to a question about the effect between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestResult {
    /// The effect is above the threshold, or that of equal players.
    Above,
    /// The effect is below the threshold, or that of equal players.
    Below,
    /// There is no effect of the size that was asked for.
    NoDifference,
}

fn infinite_if_null<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::INFINITY))
}

impl Effect {
    /// Returns the first value for a ratio and the second one for a difference.
    pub(crate) fn either<T>(self, ratio: T, difference: T) -> T {
        match self {
            Self::Ratio => ratio,
            Self::Difference | Self::Elo => difference,
        }
    }

    /// Returns the effect between equal players.
    pub fn neutral(self) -> f64 {
        self.either(1.0, 0.0)
    }

    /// Returns the effect of a player that is better by an amount: a share of the mean, or points.
    pub fn by(self, amount: f64, better: Better) -> f64 {
        self.neutral() + better.sign() * amount
    }

    /// Returns the effect of two means.
    pub(super) fn of(self, [a, b]: [f64; 2]) -> f64 {
        self.either(b / a, b - a)
    }
}

impl Estimate {
    /// Returns on which side of a number the effect surely is; `None` if the interval contains it.
    pub(crate) fn beyond(self, threshold: f64) -> Option<TestResult> {
        let above = (self.interval.low > threshold).then_some(TestResult::Above);
        above.or((self.interval.high < threshold).then_some(TestResult::Below))
    }

    /// Returns an estimate of a ratio from that of its logarithm.
    pub(super) fn of_ratio(ratio: f64, half_width: f64) -> Self {
        let interval = Interval::around(0.0, half_width).map(|end| ratio * libm::exp(end));
        Self { effect: Effect::Ratio, value: ratio, interval }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TwoMeans;
    use super::*;

    #[test]
    fn a_ratio_to_nothing_is_read_from_json_as_it_was_written() {
        let interval = Interval { low: 1.5, high: f64::INFINITY };
        let found = Estimate { effect: Effect::Ratio, value: f64::INFINITY, interval };
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Estimate>(&text).unwrap(), found, "{text}");
    }

    /// A mean of 0 has no logarithm, yet which of the two is better is clear, or open.
    #[test]
    fn a_side_that_scores_nothing_is_compared() {
        let (some, none) = ([1_040.0, 1_050.0, 1_060.0], [0.0; 3]);
        let better = Effect::Ratio.of_pairs(&some, &none, 0.95).unwrap();
        // Three games without a score leave out seven in ten others at most.
        assert_eq!((better.value, better.interval.high), (f64::INFINITY, f64::INFINITY));
        assert!((1.35..1.45).contains(&better.interval.low), "{better:?}");
        let worse = Effect::Ratio.of_pairs(&none, &some, 0.95).unwrap();
        assert_eq!((worse.value, worse.interval.low), (0.0, 0.0));
        assert!((0.7..0.73).contains(&worse.interval.high), "{worse:?}");
        let open = Effect::Ratio.of_pairs(&[0.0, 0.0, 3.0], &none, 0.95).unwrap();
        assert_eq!((open.interval.low, open.interval.high), (0.0, f64::INFINITY));
        assert_eq!(Effect::Ratio.of_pairs(&none, &none, 0.95), None);
        assert_eq!(Effect::Ratio.of_pairs(&some, &[-1.0; 3], 0.95), None);
        let means = TwoMeans::of_pairs(&none, &some).unwrap();
        let [size, variance] = means.contrast(Effect::Ratio).unwrap();
        assert!((size - 1.0).abs() < 1e-12);
        assert!((variance - 100.0 / 3.0 / 1_050_f64.powi(2)).abs() < 1e-12);
    }
}
