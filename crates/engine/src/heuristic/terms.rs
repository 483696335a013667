//! The terms that add up to a board's value.
//!
//! A term is the value of a heuristic whose factors are all 0 except those of the term:
//! `empty` of rows, inner lines included, the matrix of rich rows, a named expression. A
//! matrix whose best orientation counts is split, in that orientation, into its four rows.
//! The terms are read from the same tables as values, in single precision where those are.

use super::searched::Tables;
use super::weight_matrix::{MATRIX, WeightMatrix};
use super::weights::Weights;
use crate::game::Board;

/// The terms of a heuristic with its weights: some 2 MiB for each.
#[derive(Debug)]
pub struct BoardTerms {
    names: Vec<String>,
    /// The matrix whose rows are the first four terms of a matrix heuristic.
    matrix: Option<WeightMatrix>,
    /// One for each other term.
    others: Vec<Tables>,
}

impl BoardTerms {
    /// Splits a heuristic into terms.
    pub fn new(weights: &Weights) -> Self {
        let heuristic = &weights.heuristic;
        let matrix = heuristic.matrix(&weights.values);
        let rows = matrix.iter().flat_map(|_| 0..4).map(|row| format!("row-{row}"));
        let mut names: Vec<String> = rows.collect();
        let terms: Vec<_> = (0..weights.values.len()).map(|index| heuristic.term(index)).collect();
        let mut others = Vec::new();
        for name in terms.iter().flatten() {
            if (matrix.is_some() && *name == MATRIX) || names.iter().any(|known| known == name) {
                continue;
            }
            let mut alone = weights.clone();
            for (value, term) in alone.values.iter_mut().zip(&terms) {
                if term.is_some_and(|term| term != *name) {
                    *value = 0.0;
                }
            }
            names.push((*name).to_owned());
            others.push(Tables::new(&alone));
        }
        Self { names, matrix, others }
    }

    /// The names of the terms, in the order of [`BoardTerms::of`].
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The part of each term in the value of a board.
    pub fn of(&self, board: Board) -> Vec<f64> {
        let rows = self.matrix.iter().flat_map(|matrix| matrix.best(board).1);
        let others = self.others.iter().map(|tables| tables.static_value(board));
        rows.chain(others).collect()
    }
}
