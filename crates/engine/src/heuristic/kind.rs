//! The registry of heuristics: the one place that knows every kind.
//!
//! Every `match` over kinds in this crate is in this file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::expressions::Expressions;
use super::matrix_settings::{CellValue, Orientations, Setting};
use super::matrix_tables::MatrixTables;
use super::rich_rows::RichRows;
use super::row_tables::LineTables;
use super::searched::Searched;
use super::tuples::Tuples;
use super::weight_matrix::WeightMatrix;
use super::weight_spec::WeightSpec;
use super::{
    corner_matrix, differences, exponential_snake, expressions, path, rich_rows, rows, tuples,
};
use crate::game::per_row::per_row;

/// A heuristic without the values of its weights.
///
/// As data it is its name, with its setting, the names of the weights added to the rows, or
/// its expressions: `"rows"`, `{"path": 8}`, `{"rich-rows": ["corner"]}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// [`HeuristicKind::Rows`] with more terms.
    RichRows(RichRows),
    /// A sum over rows and columns of terms that the user writes.
    Expressions(Arc<Expressions>),
    /// A learned network, and terms that correct it.
    Tuples(Arc<Tuples>),
}

impl HeuristicKind {
    /// The names in files, as in `[heuristic.NAME]`.
    pub const NAMES: [&'static str; 7] = [
        rows::NAME,
        corner_matrix::NAME,
        path::NAME,
        exponential_snake::NAME,
        differences::NAME,
        expressions::NAME,
        tuples::NAME,
    ];

    /// All kinds whose weights are built in, each with all of its settings.
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

    /// The row heuristic with the weights of [`rich_rows`] that are named, or without any
    /// if none is. Unknown names are ignored.
    pub fn rows_with<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        RichRows::named(names).map_or(Self::Rows, Self::RichRows)
    }

    /// The name in files, the value of a board in words, and the first word of exported constants.
    fn words(&self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Rows | Self::RichRows(_) => (rows::NAME, rows::MEANING, "SCORE"),
            Self::CornerMatrix(_) => (corner_matrix::NAME, corner_matrix::MEANING, "CORNER"),
            Self::Path(_) => (path::NAME, path::MEANING, "PATH"),
            Self::ExponentialSnake(_) => {
                (exponential_snake::NAME, exponential_snake::MEANING, "SNAKE")
            }
            Self::Differences => (differences::NAME, differences::MEANING, "DIFFERENCES"),
            Self::Expressions(_) => (expressions::NAME, expressions::MEANING, "SCORE"),
            Self::Tuples(_) => (tuples::NAME, tuples::MEANING, "TUPLES"),
            Self::None => ("none", "No heuristic.", ""),
        }
    }

    /// # Panics
    /// If there is not one value per weight.
    pub(super) fn tables(&self, values: &[f64]) -> Box<dyn Searched> {
        assert_eq!(values.len(), self.weights().len(), "a heuristic needs one value per weight");
        let matrix = self.matrix(values).map(MatrixTables::new);
        match (self, matrix) {
            (Self::ExponentialSnake(_), Some(matrix)) => {
                Box::new(exponential_snake::with_empty(matrix, values))
            }
            (_, Some(matrix)) => Box::new(matrix),
            (Self::Differences, _) => Box::new(differences::tables(values)),
            (Self::Expressions(expressions), _) => Box::new(expressions.tables(values)),
            (Self::Tuples(tuples), _) => tuples.tables(values),
            (Self::None, _) => Box::new(LineTables::new(0.0, [per_row(|_| 0.0)])),
            _ => rich_rows::tables(self.weights(), values),
        }
    }

    /// The name of the term that a weight multiplies, of those that add up to the value of a
    /// board; `None` for exponents and for what makes up a matrix.
    pub(super) fn term(&self, weight: usize) -> Option<&str> {
        match self {
            Self::Rows | Self::RichRows(_) | Self::Differences => {
                rich_rows::term_of(&self.weights()[weight])
            }
            Self::ExponentialSnake(_) => exponential_snake::term_of(weight),
            Self::Expressions(expressions) => expressions.term_of(weight),
            Self::Tuples(tuples) => tuples.term_of(weight),
            Self::CornerMatrix(_) | Self::Path(_) | Self::None => None,
        }
    }

    /// The matrix whose best orientation counts, if the value of a board has such a part.
    pub(super) fn matrix(&self, values: &[f64]) -> Option<WeightMatrix> {
        match self {
            Self::CornerMatrix(cells) => Some(corner_matrix::matrix(*cells, values)),
            Self::Path(orientations) => Some(path::matrix(*orientations, values[0])),
            Self::ExponentialSnake(orientations) => {
                Some(exponential_snake::matrix(*orientations, values))
            }
            _ => None,
        }
    }

    /// The name in files; files leave out a heuristic `none`.
    pub fn name(&self) -> &'static str {
        self.words().0
    }

    /// The value of a board in words, in one sentence.
    pub fn meaning(&self) -> &'static str {
        self.words().1
    }

    /// The first word of exported constants, such as `SCORE`.
    pub fn constant_prefix(&self) -> &'static str {
        self.words().2
    }

    /// The weights, in the order of their values.
    pub fn weights(&self) -> &[WeightSpec] {
        match self {
            Self::Rows => &rows::WEIGHTS,
            Self::RichRows(weights) => &weights.0,
            Self::CornerMatrix(CellValue::Power) => &*corner_matrix::WEIGHTS,
            Self::CornerMatrix(_) => &corner_matrix::WEIGHTS[..corner_matrix::CELLS],
            Self::Path(_) => &path::WEIGHTS,
            Self::ExponentialSnake(_) => &*exponential_snake::WEIGHTS,
            Self::Differences => &differences::WEIGHTS,
            Self::Expressions(expressions) => expressions.weights(),
            Self::Tuples(tuples) => tuples.weights(),
            Self::None => &[],
        }
    }

    /// The name in files of the weights that form four rows of four, in reading
    /// order; they come first in the list. `None` if there are no such weights.
    pub fn square(&self) -> Option<&'static str> {
        match self {
            Self::CornerMatrix(_) => Some("matrix"),
            Self::ExponentialSnake(_) => Some("exponents"),
            _ => None,
        }
    }

    /// The option beside the weights, if there is one.
    pub fn setting(&self) -> Option<Setting> {
        let (name, value, meaning) = match self {
            Self::CornerMatrix(cells) => (
                "cells",
                json!(cells),
                "What stands for a cell: the tile's \"face\" value, its \"rank\", \
                 or a \"power\" of its face value.",
            ),
            Self::Path(orientations) | Self::ExponentialSnake(orientations) => (
                "orientations",
                json!(orientations),
                "From how many sides a board is looked at: 1, 2 or 8.",
            ),
            _ => return None,
        };
        Some(Setting { name, value, meaning })
    }

    /// The index of a weight in the list.
    pub fn weight_index(&self, name: &str) -> Option<usize> {
        self.weights().iter().position(|weight| weight.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_weights_is_sound() {
        for kind in HeuristicKind::ALL {
            assert!(HeuristicKind::NAMES.contains(&kind.name()));
            for (index, weight) in kind.weights().iter().enumerate() {
                assert!(weight.low < weight.high, "{}", weight.name);
                assert!(weight.low <= weight.default && weight.default <= weight.high);
                assert_eq!(kind.weight_index(&weight.name), Some(index));
            }
        }
    }
}
