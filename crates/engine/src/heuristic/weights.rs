//! A heuristic with the values of its weights.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kind::HeuristicKind;
use super::limits::MAX_VALUE;
use super::searched::Tables;
use super::weight_spec::WeightSpec;
use crate::game::Board;

/// A heuristic with the values of its weights: all that the value of a board depends on.
///
/// As data it is `{"heuristic": …, "values": {"NAME": number, …}}` with one finite number
/// per weight, in any order. Reading what was written gives the same bits.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "NamedWeights")]
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

    /// Whether values of boards reach the limit of ±1e30 at which they are cut, so that boards
    /// beyond it have equal values. Looks at extreme boards: empty, full of one rank, and with
    /// the largest differences between neighbours.
    ///
    /// # Panics
    /// If there is not one value per weight.
    pub fn saturates(&self) -> bool {
        const EXTREME_BOARDS: [u64; 7] = [
            0,
            0x1111_1111_1111_1111,
            0xffff_ffff_ffff_ffff,
            0x1f1f_f1f1_1f1f_f1f1,
            0x0f0f_f0f0_0f0f_f0f0,
            0x1234_5678_9abc_def0,
            0xffff_ffff_0000_0000,
        ];
        let tables = Tables::new(self);
        let is_cut = |&board: &u64| tables.static_value(Board(board)).abs() >= 0.999 * MAX_VALUE;
        EXTREME_BOARDS.iter().any(is_cut)
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

fn not_finite(name: &str, value: f64) -> String {
    format!("the weight `{name}` is {value}, expected a finite number")
}

/// The weights as data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedWeights {
    heuristic: HeuristicKind,
    #[serde(deserialize_with = "pairs")]
    values: Vec<(String, f64)>,
}

/// Names and values in the order of the data.
fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, f64)>, D::Error> {
    struct Pairs;

    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, f64)>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a number for each weight by its name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            std::iter::from_fn(|| map.next_entry().transpose()).collect()
        }
    }

    deserializer.deserialize_map(Pairs)
}

impl TryFrom<NamedWeights> for Weights {
    type Error = String;

    fn try_from(NamedWeights { heuristic, values }: NamedWeights) -> Result<Self, String> {
        let of_heuristic = |name: &str| format!("`{name}` of the heuristic {}", heuristic.name());
        let mut found: Vec<Option<f64>> = vec![None; heuristic.weights().len()];
        for (name, value) in values {
            let index = heuristic.weight_index(&name);
            let index = index.ok_or_else(|| format!("unknown weight {}", of_heuristic(&name)))?;
            if !value.is_finite() {
                return Err(not_finite(&name, value));
            }
            if found[index].replace(value).is_some() {
                return Err(format!("two values of the weight `{name}`, expected one"));
            }
        }
        let missing =
            |spec: &WeightSpec| format!("missing value of the weight {}", of_heuristic(&spec.name));
        let values = found.into_iter().zip(heuristic.weights());
        let values: Result<_, _> =
            values.map(|(value, spec)| value.ok_or_else(|| missing(spec))).collect();
        Ok(Self { values: values?, heuristic })
    }
}

impl Serialize for Weights {
    /// Fails if a value is not finite.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some((spec, value)) = self.iter().find(|(_, value)| !value.is_finite()) {
            return Err(S::Error::custom(not_finite(&spec.name, value)));
        }
        let values = self.iter().map(|(spec, value)| (spec.name.to_string(), value.into()));
        let values: serde_json::Map<String, serde_json::Value> = values.collect();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("heuristic", &self.heuristic)?;
        map.serialize_entry("values", &values)?;
        map.end()
    }
}
