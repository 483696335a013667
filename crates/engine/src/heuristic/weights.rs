//! A heuristic with the values of its weights.

use serde::{Deserialize, Serialize};

use super::kind::HeuristicKind;
use super::searched::Tables;
use super::weight_spec::WeightSpec;

/// A heuristic with the values of its weights: all that the value of a board depends on.
///
/// As data it is `{"heuristic": …, "values": […]}` with one finite number per weight, in order.
/// Reading what was written gives the same bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeightsData")]
pub struct Weights {
    /// The heuristic that the values belong to.
    pub heuristic: HeuristicKind,
    /// One finite number per entry of [`HeuristicKind::weights`].
    pub values: Vec<f64>,
}

impl Weights {
    /// The default of every weight.
    pub fn defaults(heuristic: HeuristicKind) -> Self {
        Self { values: heuristic.weights().iter().map(|w| w.default).collect(), heuristic }
    }

    /// The value of a weight, if the heuristic has one of this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.heuristic.weight_index(name).map(|index| self.values[index])
    }

    /// The weights with one of them changed.
    ///
    /// # Panics
    /// If the heuristic has no weight of this name.
    #[must_use]
    pub fn with(mut self, name: &str, value: f64) -> Self {
        let index = self.heuristic.weight_index(name);
        let index =
            index.unwrap_or_else(|| panic!("{} has no weight {name}", self.heuristic.name()));
        self.values[index] = value;
        self
    }

    /// Each weight with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&WeightSpec, f64)> + '_ {
        self.heuristic.weights().iter().zip(self.values.iter().copied())
    }
}

impl Tables {
    /// Builds the tables of a heuristic with its weights.
    ///
    /// # Panics
    /// If there is not one value per weight.
    pub fn new(weights: &Weights) -> Self {
        Self(weights.heuristic.tables(&weights.values))
    }
}

/// The weights as data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsData {
    heuristic: HeuristicKind,
    values: Vec<f64>,
}

impl TryFrom<WeightsData> for Weights {
    type Error = String;

    fn try_from(WeightsData { heuristic, values }: WeightsData) -> Result<Self, String> {
        let finite = values.iter().filter(|value| value.is_finite()).count();
        let (name, expected) = (heuristic.name(), heuristic.weights().len());
        if (finite, values.len()) != (expected, expected) {
            let found = values.len();
            return Err(format!(
                "found {finite} finite values of {found} of the heuristic {name}, expected {expected}"
            ));
        }
        Ok(Self { heuristic, values })
    }
}
