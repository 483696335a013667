//! The numbers of a learning run, tuned like the weights of a heuristic.
//!
//! Boards have no values here: a player of another crate learns a network with these numbers,
//! and plays with that.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::definition::{Definition, Setting, SettingValue};
use super::weight_spec::WeightSpec;

/// The name in files.
pub const NAME: &str = "learning";

/// The heuristic in words.
pub const MEANING: &str = "The numbers of a learning run, whose network plays.";

/// A kind of learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "MethodKind"))]
pub enum LearningMethod {
    /// Temporal differences with one learning rate.
    #[serde(rename = "td")]
    TemporalDifferences,
    /// Temporal coherence: each weight has a learning rate of its own.
    #[default]
    #[serde(rename = "tc")]
    TemporalCoherence,
    /// `td` from optimistic initial values, then fine-tuning by `tc`.
    #[serde(rename = "otd+tc")]
    OptimisticThenCoherent,
}

impl LearningMethod {
    /// Every kind.
    pub const ALL: [Self; 3] = [
        Self::TemporalDifferences,
        Self::TemporalCoherence,
        Self::OptimisticThenCoherent,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::TemporalDifferences => "td",
            Self::TemporalCoherence => "tc",
            Self::OptimisticThenCoherent => "otd+tc",
        }
    }

    fn setting(self) -> Setting {
        Setting {
            name: "method",
            value: SettingValue::Word(self.name()),
            meaning: "The kind of learning: \"td\", \"tc\" or \"otd+tc\".",
            phrase: match self {
                Self::TemporalDifferences => "by temporal differences",
                Self::TemporalCoherence => "by temporal coherence",
                Self::OptimisticThenCoherent => {
                    "by optimistic temporal differences, then coherence"
                }
            },
        }
    }
}

/// The number of weights of `td` and `tc`; `otd+tc` has one more, which comes last.
const SHARED: usize = 6;

const fn all(rate: f64, initial_value: f64) -> [WeightSpec; SHARED + 1] {
    [
        WeightSpec::new(
            "learning-rate",
            rate,
            [0.01, 2.0],
            "The share of an error that a change corrects.",
        ),
        WeightSpec::new(
            "lambda",
            0.0,
            [0.0, 0.9],
            "The share that the error of each later move counts, relative to the move before it.",
        ),
        WeightSpec::new(
            "horizon",
            3.0,
            [1.0, 8.0],
            "The number of moves whose errors a change waits for, rounded; without effect if lambda is 0.",
        ),
        WeightSpec::new(
            "initial-value",
            initial_value,
            [0.0, 400_000.0],
            "The value in points that every board has at first.",
        ),
        WeightSpec::new(
            "first-stage",
            0.0,
            [0.0, 14.0],
            "The rank, rounded, of a tile from which on boards have weights of their own; 0 for none.",
        ),
        WeightSpec::new(
            "second-stage",
            0.0,
            [0.0, 14.0],
            "The rank of another such tile; 0 for none.",
        ),
        WeightSpec::new(
            "fine-tuning",
            0.1,
            [0.05, 0.8],
            "The share of the games at the end that learn by tc; with otd+tc only.",
        ),
    ]
}

static PLAIN: [WeightSpec; SHARED + 1] = all(0.1, 0.0);
static COHERENT: [WeightSpec; SHARED + 1] = all(1.0, 0.0);
static OPTIMISTIC: [WeightSpec; SHARED + 1] = all(0.1, 320_000.0);

/// The weights of a method, in the order of their values.
fn weights(method: LearningMethod) -> &'static [WeightSpec] {
    match method {
        LearningMethod::TemporalDifferences => &PLAIN[..SHARED],
        LearningMethod::TemporalCoherence => &COHERENT[..SHARED],
        LearningMethod::OptimisticThenCoherent => &OPTIMISTIC,
    }
}

/// The values that a learning run can have, wider than the natural range; `None` of an unknown
/// weight.
pub fn limits(name: &str) -> Option<RangeInclusive<f64>> {
    Some(match name {
        "learning-rate" => 1e-6..=1000.0,
        "lambda" => 0.0..=1.0,
        "horizon" => 1.0..=16.0,
        "initial-value" => 0.0..=1e7,
        "first-stage" | "second-stage" => 0.0..=15.0,
        "fine-tuning" => 0.001..=0.9,
        _ => return None,
    })
}

/// The numbers of a learning run, as it takes them.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningNumbers {
    /// The learning rate of the first phase.
    pub learning_rate: f64,
    /// λ.
    pub lambda: f64,
    /// The number of errors that a change waits for; `None` if λ is 0, and it waits for nothing.
    pub horizon: Option<u32>,
    /// The value of every board at first, in points.
    pub initial_value: f64,
    /// The tiles with which stages begin, in ascending order.
    pub stages: Vec<u32>,
    /// The share of the games that learn by coherence at the end, with `otd+tc`.
    pub fine_tuning: Option<f64>,
}

/// A number that no learning run can have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name}: found {found}, expected {low} to {high}", low = limits.start(), high = limits.end())]
pub struct OutOfLimits {
    /// The name of the weight.
    pub name: String,
    /// Its value.
    pub found: f64,
    /// The values that are possible.
    pub limits: RangeInclusive<f64>,
}

impl LearningNumbers {
    /// The numbers from the values of the weights of a method, of which some are rounded.
    ///
    /// # Errors
    /// The first that is beyond its [`limits`].
    pub fn new(method: LearningMethod, values: &[f64]) -> Result<Self, OutOfLimits> {
        let weights = weights(method);
        for (weight, &found) in weights.iter().zip(values) {
            let limits = limits(&weight.name).filter(|limits| !limits.contains(&found));
            if let Some(limits) = limits {
                let name = weight.name.to_string();
                return Err(OutOfLimits {
                    name,
                    found,
                    limits,
                });
            }
        }
        let value = |name: &str| {
            let place = weights.iter().position(|weight| weight.name == name)?;
            values.get(place).copied()
        };
        let number = |name| value(name).unwrap_or_default();
        let lambda = number("lambda");
        let mut stages: Vec<u32> = ["first-stage", "second-stage"]
            .map(|name| number(name).round() as u32)
            .into_iter()
            .filter(|&rank| rank > 0)
            .map(|rank| 1 << rank)
            .collect();
        stages.sort_unstable();
        stages.dedup();
        Ok(Self {
            learning_rate: number("learning-rate"),
            lambda,
            horizon: (lambda > 0.0).then(|| number("horizon").round() as u32),
            initial_value: number("initial-value"),
            stages,
            fine_tuning: value("fine-tuning"),
        })
    }
}

pub(super) fn definition(method: LearningMethod) -> Definition<'static> {
    Definition {
        name: NAME,
        meaning: MEANING,
        constant_prefix: "LEARNING",
        weights: weights(method),
        square: None,
        setting: Some(method.setting()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_horizons_are_rounded() {
        let values = [0.5, 0.25, 2.6, 1000.0, 11.4, 9.5];
        let numbers = LearningNumbers::new(LearningMethod::TemporalDifferences, &values);
        let expected = LearningNumbers {
            learning_rate: 0.5,
            lambda: 0.25,
            horizon: Some(3),
            initial_value: 1000.0,
            stages: vec![1024, 2048],
            fine_tuning: None,
        };
        assert_eq!(numbers, Ok(expected));
        let values = [0.5, 0.0, 2.6, 0.0, 0.4, 3.0, 0.2];
        let numbers = LearningNumbers::new(LearningMethod::OptimisticThenCoherent, &values);
        let numbers = numbers.expect("all are within limits");
        assert_eq!((numbers.horizon, numbers.stages), (None, vec![8]));
        assert_eq!(numbers.fine_tuning, Some(0.2));
    }

    #[test]
    fn a_number_beyond_its_limits_is_found() {
        let values = [0.5, 1.5, 3.0, 0.0, 0.0, 0.0];
        let error = LearningNumbers::new(LearningMethod::TemporalCoherence, &values);
        let error = error.expect_err("lambda").to_string();
        assert_eq!(error, "lambda: found 1.5, expected 0 to 1");
        let values = [f64::NAN, 0.5, 3.0, 0.0, 0.0, 0.0];
        assert!(LearningNumbers::new(LearningMethod::TemporalCoherence, &values).is_err());
    }

    #[test]
    fn every_weight_has_limits_around_its_natural_range() {
        for weight in LearningMethod::ALL.into_iter().flat_map(weights) {
            let limits = limits(&weight.name).expect("every weight has limits");
            for value in [weight.low, weight.default, weight.high] {
                assert!(limits.contains(&value), "{}: {value}", weight.name);
            }
        }
        assert_eq!(limits("unknown"), None);
    }
}
