//! A board's value taken apart into the terms that add up to it.
//!
//! A term is what a heuristic says when all its factors but those of the term
//! are 0: `empty` of rows, inner lines included, the matrix of rich rows, a
//! named expression. Matrices, of which the best orientation counts, are taken
//! apart in that orientation, into the rows of the matrix. The terms are worked
//! out from the same tables as values, in single precision where those are.

use std::collections::BTreeSet;

use super::corner_matrix::{CELLS, MatrixTables, cell_values};
use super::orientations::Orientations;
use super::tables::ValueFunction;
use super::weights::{HeuristicKind, Weights};
use super::{Expressions, Tables};
use crate::game::Board;

impl Tables {
    /// What the heuristic says of a board: see [`ValueFunction::static_value`].
    pub fn static_value(&self, board: Board) -> f64 {
        match self {
            Self::Rows(tables) => tables.static_value(board),
            Self::OuterAndInnerLines(tables) => tables.static_value(board),
            Self::RichRows(tables) => tables.static_value(board),
            Self::Matrix(tables) => tables.static_value(board),
            Self::MatrixWithBoardTerms(tables) => tables.static_value(board),
            Self::None(tables) => tables.static_value(board),
        }
    }
}

/// The terms of a heuristic with its weights: some 2 MiB for each.
#[derive(Debug)]
pub struct BoardTerms {
    names: Vec<String>,
    /// The rows of a matrix; the first four terms, if there are such.
    matrix: Option<MatrixRows>,
    /// One for each other term.
    others: Vec<Tables>,
}

impl BoardTerms {
    /// Takes a heuristic apart.
    pub fn new(weights: &Weights) -> Self {
        let matrix = MatrixRows::new(weights);
        let of_rows = (0..4).map(|row| format!("row-{row}"));
        let mut names: Vec<String> = matrix.iter().flat_map(|_| of_rows.clone()).collect();
        let mut others = Vec::new();
        for (name, kept) in groups(&weights.heuristic) {
            names.push(name);
            others.push(Tables::new(&only(weights, &kept)));
        }
        Self {
            names,
            matrix,
            others,
        }
    }

    /// What the terms are called, in the order of [`BoardTerms::of`].
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What each term adds to the value of a board.
    pub fn of(&self, board: Board) -> Vec<f64> {
        let rows = self.matrix.iter().flat_map(|matrix| matrix.of(board));
        let others = self.others.iter().map(|tables| tables.static_value(board));
        rows.chain(others).collect()
    }
}

/// The terms that are not rows of a matrix: their names, and the places of
/// their factors in the list of weights.
fn groups(kind: &HeuristicKind) -> Vec<(String, Vec<usize>)> {
    let name_of = |name: &str| match name.strip_prefix("inner-").unwrap_or(name) {
        name if name.starts_with("matrix-") => "matrix".to_owned(),
        name => name.to_owned(),
    };
    match kind {
        HeuristicKind::Expressions(expressions) => of_expressions(expressions),
        HeuristicKind::None | HeuristicKind::CornerMatrix(_) | HeuristicKind::Path(_) => Vec::new(),
        HeuristicKind::ExponentialSnake(_) => vec![("empty".to_owned(), vec![CELLS + 1])],
        HeuristicKind::Rows | HeuristicKind::RichRows(_) | HeuristicKind::Differences => {
            let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
            for (index, weight) in kind.weights().iter().enumerate() {
                let name = name_of(&weight.name);
                // The ratio of a snake says how it falls, not what it counts.
                if !weight.is_factor() || name == "snake-ratio" {
                    continue;
                }
                match groups.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, factors)) => factors.push(index),
                    None => groups.push((name, vec![index])),
                }
            }
            groups
        }
    }
}

fn of_expressions(expressions: &Expressions) -> Vec<(String, Vec<usize>)> {
    let places: Vec<usize> = (0..expressions.weights().len()).collect();
    let terms = expressions.terms_with(&places);
    terms
        .map(|(term, own)| (term.name().to_owned(), vec![own[0]]))
        .collect()
}

/// The weights with all factors 0 but those at some places.
fn only(weights: &Weights, kept: &[usize]) -> Weights {
    let factors: BTreeSet<usize> = match &weights.heuristic {
        // A matrix of exponentials is switched off by its own factor.
        HeuristicKind::ExponentialSnake(_) => [CELLS, CELLS + 1].into(),
        kind => groups(kind).into_iter().flat_map(|(_, own)| own).collect(),
    };
    let mut weights = weights.clone();
    for (index, value) in weights.values.iter_mut().enumerate() {
        if factors.contains(&index) && !kept.contains(&index) {
            *value = 0.0;
        }
    }
    weights
}

/// A matrix whose best orientation counts.
#[derive(Debug)]
struct MatrixRows {
    /// By cell, then by rank.
    values: [[f64; 16]; CELLS],
    orientations: Orientations,
}

impl MatrixRows {
    /// The matrix of a heuristic, if it is one of a matrix.
    fn new(weights: &Weights) -> Option<Self> {
        let with = |heuristic| Weights {
            heuristic,
            values: weights.values.clone(),
        };
        let one = Orientations::One;
        let (tables, orientations) = match weights.heuristic {
            HeuristicKind::CornerMatrix(cells) => {
                let matrix = std::array::from_fn(|cell| weights.values[cell]);
                let values = cell_values(cells, weights.values.get(CELLS).copied());
                let tables = Tables::Matrix(MatrixTables::with(&matrix, &values, one));
                (tables, Orientations::Eight)
            }
            HeuristicKind::Path(orientations) => {
                (Tables::new(&with(HeuristicKind::Path(one))), orientations)
            }
            HeuristicKind::ExponentialSnake(orientations) => {
                let weights = with(HeuristicKind::ExponentialSnake(one));
                (Tables::new(&only(&weights, &[CELLS])), orientations)
            }
            _ => return None,
        };
        // A single tile says what its cell counts.
        let value = |cell: usize, rank: usize| {
            let board = Board((rank as u64) << (4 * cell));
            tables.static_value(board)
        };
        Some(Self {
            values: std::array::from_fn(|cell| std::array::from_fn(|rank| value(cell, rank))),
            orientations,
        })
    }

    /// What each row of the matrix adds up to in the first of the best orientations.
    fn of(&self, board: Board) -> [f64; 4] {
        let mut best = ([0.0; 4], f64::NEG_INFINITY);
        let mut turned = board;
        for step in 0..u8::from(self.orientations) {
            let rows: [f64; 4] = std::array::from_fn(|row| {
                let cells = 4 * row..4 * row + 4;
                cells
                    .map(|cell| self.values[cell][usize::from(turned.rank(cell))])
                    .sum()
            });
            let sum: f64 = rows.iter().sum();
            if sum > best.1 {
                best = (rows, sum);
            }
            // Transposed and mirrored in turn, all eight come.
            turned = if step % 2 == 0 {
                turned.transpose()
            } else {
                mirrored(turned)
            };
        }
        best.0
    }
}

/// Left and right exchanged.
fn mirrored(board: Board) -> Board {
    let cells = 0..CELLS as u64;
    Board(cells.fold(0, |bits, cell| {
        bits | u64::from(board.rank(cell as usize)) << (4 * (cell ^ 3))
    }))
}
