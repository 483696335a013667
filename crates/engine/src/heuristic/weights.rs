//! Named weights: what each means, its default and its natural range.
//!
//! The lists are written once, with their heuristic. Keys of TOML files,
//! columns of CSV files, exports and documentation derive from them.

use std::borrow::Cow;
use std::sync::Arc;

use super::expressions::Expressions;
use super::orientations::Orientations;
use super::{corner_matrix, differences, exponential_snake, path, rows};

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

impl WeightSpec {
    /// Whether the weight multiplies its part of a board's value; the others are exponents.
    pub fn is_factor(&self) -> bool {
        !self.name.ends_with("exponent")
    }
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

/// What a heuristic takes beside numbers, as files write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its key.
    pub name: &'static str,
    /// A word or a number.
    pub value: serde_json::Value,
    /// What it decides, in one sentence.
    pub meaning: &'static str,
}

/// A way to value boards; its numbers are its weights.
#[derive(Clone, Debug, PartialEq)]
pub enum HeuristicKind {
    /// A sum over rows and columns.
    Rows,
    /// The best of the eight orientations of a weight matrix.
    CornerMatrix(CellValue),
    /// The best of some orientations of a snake whose weights fall by a common ratio.
    Path(Orientations),
    /// The best of some orientations of a matrix of exponentials, and the
    /// squared number of empty cells.
    ExponentialSnake(Orientations),
    /// The tiles, less the differences between neighbours.
    Differences,
    /// No heuristic, for players that need none.
    None,
    /// [`HeuristicKind::Rows`] with more terms; all its weights, those of the rows first.
    RichRows(Arc<[WeightSpec]>),
    /// A sum over rows and columns of terms that the user writes.
    Expressions(Arc<Expressions>),
}

impl HeuristicKind {
    /// The names that `[heuristic.NAME]` can bear.
    pub const NAMES: [&'static str; 6] = [
        "rows",
        "corner-matrix",
        "path",
        "exponential-snake",
        "differences",
        "expressions",
    ];

    /// All kinds, each with all of its settings, but for those that a file defines.
    pub const ALL: [Self; 11] = [
        Self::Rows,
        Self::CornerMatrix(CellValue::Face),
        Self::CornerMatrix(CellValue::Rank),
        Self::CornerMatrix(CellValue::Power),
        Self::Path(Orientations::One),
        Self::Path(Orientations::Two),
        Self::Path(Orientations::Eight),
        Self::ExponentialSnake(Orientations::One),
        Self::ExponentialSnake(Orientations::Two),
        Self::ExponentialSnake(Orientations::Eight),
        Self::Differences,
    ];

    /// Its name in every file; files say nothing of `none`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rows | Self::RichRows(_) => Self::NAMES[0],
            Self::CornerMatrix(_) => Self::NAMES[1],
            Self::Path(_) => Self::NAMES[2],
            Self::ExponentialSnake(_) => Self::NAMES[3],
            Self::Differences => Self::NAMES[4],
            Self::None => "none",
            Self::Expressions(_) => Self::NAMES[5],
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
            Self::Path(_) => &path::WEIGHTS,
            Self::ExponentialSnake(_) => &*exponential_snake::WEIGHTS,
            Self::Differences => &differences::WEIGHTS,
            Self::None => &[],
            Self::RichRows(weights) => weights,
            Self::Expressions(expressions) => expressions.weights(),
        }
    }

    /// What files call the sixteen weights that stand in four rows, in reading
    /// order; they come first in the list. None if it has no such weights.
    pub fn square(&self) -> Option<&'static str> {
        match self {
            Self::CornerMatrix(_) => Some("matrix"),
            Self::ExponentialSnake(_) => Some("exponents"),
            Self::Rows
            | Self::RichRows(_)
            | Self::Path(_)
            | Self::Differences
            | Self::Expressions(_)
            | Self::None => None,
        }
    }

    /// What it takes beside numbers.
    pub fn setting(&self) -> Option<Setting> {
        match self {
            Self::CornerMatrix(cells) => Some(Setting {
                name: "cells",
                value: serde_json::to_value(cells).unwrap_or_default(),
                meaning: "What stands for a cell: the tile's \"face\" value, its \"rank\", \
                          or a \"power\" of its face value.",
            }),
            Self::Path(orientations) | Self::ExponentialSnake(orientations) => Some(Setting {
                name: "orientations",
                value: u8::from(*orientations).into(),
                meaning: "From how many sides a board is looked at: 1, 2 or 8.",
            }),
            Self::Rows
            | Self::RichRows(_)
            | Self::Differences
            | Self::Expressions(_)
            | Self::None => None,
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
        for kind in HeuristicKind::ALL {
            for (index, weight) in kind.weights().iter().enumerate() {
                assert!(weight.low < weight.high, "{}", weight.name);
                assert!(weight.low <= weight.default && weight.default <= weight.high);
                assert_eq!(kind.weight_index(&weight.name), Some(index));
            }
        }
    }
}
