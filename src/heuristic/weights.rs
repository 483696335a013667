//! Named weights: what each means, its default and its natural range.
//!
//! The lists are written once, with their heuristic. Keys of TOML files,
//! columns of CSV files, exports and documentation derive from them.

use std::borrow::Cow;

use super::{corner_matrix, rows};

/// How a range is divided.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps differ by equal amounts.
    #[default]
    Linear,
    /// Equal steps differ by equal factors; `low` must be above 0.
    Log,
}

/// One weight of a heuristic.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSpec {
    /// Its name in every file.
    pub name: Cow<'static, str>,
    /// Its value where a file does not give one.
    pub default: f64,
    /// The low end of its natural range.
    pub low: f64,
    /// The high end of its natural range.
    pub high: f64,
    /// What it does, in one sentence.
    pub meaning: Cow<'static, str>,
}

/// What stands for a cell in the entrywise sum of a matrix heuristic.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum CellValue {
    /// The face value of the tile, as in the article.
    #[default]
    Face,
    /// The rank of the tile.
    Rank,
    /// A power of the face value; the weight `exponent` says which.
    Power,
}

/// A way to value boards; its numbers are its weights.
#[derive(Clone, Debug, PartialEq)]
pub enum HeuristicKind {
    /// A sum over rows and columns.
    Rows,
    /// The best of the eight orientations of a weight matrix.
    CornerMatrix(CellValue),
}

impl HeuristicKind {
    /// The names that `[heuristic.NAME]` can bear.
    pub const NAMES: [&'static str; 2] = ["rows", "corner-matrix"];

    /// Its name in every file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rows => Self::NAMES[0],
            Self::CornerMatrix(_) => Self::NAMES[1],
        }
    }

    /// Its weights, in the order in which values are held.
    pub fn weights(&self) -> &[WeightSpec] {
        match self {
            Self::Rows => &rows::WEIGHTS,
            Self::CornerMatrix(CellValue::Power) => &*corner_matrix::WEIGHTS,
            Self::CornerMatrix(CellValue::Face | CellValue::Rank) => {
                &corner_matrix::WEIGHTS[..corner_matrix::CELLS]
            }
        }
    }

    /// The place of a weight in the list.
    pub fn weight_index(&self, name: &str) -> Option<usize> {
        self.weights().iter().position(|weight| weight.name == name)
    }
}

/// A heuristic with its numbers: everything that a board's value depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The heuristic that the values belong to.
    pub heuristic: HeuristicKind,
    /// One finite number per entry of [`HeuristicKind::weights`].
    pub values: Vec<f64>,
}

impl Weights {
    /// The default of every weight.
    pub fn defaults(heuristic: HeuristicKind) -> Self {
        Self {
            values: heuristic.weights().iter().map(|w| w.default).collect(),
            heuristic,
        }
    }

    /// The value of a weight.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.heuristic
            .weight_index(name)
            .map(|index| self.values[index])
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
        self.heuristic
            .weights()
            .iter()
            .zip(self.values.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_sound() {
        for kind in [
            HeuristicKind::Rows,
            HeuristicKind::CornerMatrix(CellValue::Face),
            HeuristicKind::CornerMatrix(CellValue::Power),
        ] {
            for (index, weight) in kind.weights().iter().enumerate() {
                assert!(weight.low < weight.high, "{}", weight.name);
                assert!(weight.low <= weight.default && weight.default <= weight.high);
                assert_eq!(kind.weight_index(&weight.name), Some(index));
            }
        }
    }
}
