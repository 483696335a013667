//! A matrix of weights over the cells of a board, and its value in double precision.
//!
//! The tables of a matrix store single precision, where the large terms of a steep
//! matrix drown the small ones. The formula here keeps them, at a tenth of the speed.

use super::cell_value::CellValue;
use super::limits::{MAX_VALUE, limited};
use super::orientations::Orientations;
use crate::game::Board;

/// The number of entries of a matrix, and of cells of a board.
pub const CELLS: usize = 16;

/// The name of the term of a value that is a matrix.
pub(super) const MATRIX: &str = "matrix";

/// A matrix whose entrywise product with a board is summed; the best orientation counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightMatrix {
    /// The entries in reading order.
    pub(super) entries: [f64; CELLS],
    /// The number that stands for a tile, by its rank.
    pub(super) cell_values: [f64; 16],
    /// The orientations that are tried.
    pub(super) orientations: Orientations,
}

impl WeightMatrix {
    /// The matrix over face values.
    pub(super) fn of_faces(entries: [f64; CELLS], orientations: Orientations) -> Self {
        Self { entries, cell_values: CellValue::Face.by_rank(1.0), orientations }
    }

    /// The product of an entry and the number for a rank, cut to ±10^30.
    pub(super) fn product(&self, entry: f64, rank: usize) -> f64 {
        limited(entry * self.cell_values[rank], MAX_VALUE)
    }
}

/// The value of a board by its matrix in all orientations that are tried.
#[derive(Debug)]
pub(super) struct MatrixFormula {
    matrix: WeightMatrix,
    /// The entries in reading order, by orientation.
    oriented: Vec<[f64; CELLS]>,
}

impl MatrixFormula {
    pub(super) fn new(matrix: &WeightMatrix) -> Self {
        let transposed = |entries: &[f64; CELLS]| -> [f64; CELLS] {
            std::array::from_fn(|cell| entries[4 * (cell % 4) + cell / 4])
        };
        let mirrored = |entries: &[f64; CELLS]| -> [f64; CELLS] {
            std::array::from_fn(|cell| entries[cell ^ 3])
        };
        // Transposing and mirroring in turn passes through all eight orientations.
        let mut oriented = vec![matrix.entries];
        while oriented.len() < usize::from(u8::from(matrix.orientations)) {
            let last = &oriented[oriented.len() - 1];
            oriented.push(if oriented.len() % 2 == 1 { transposed(last) } else { mirrored(last) });
        }
        Self { matrix: *matrix, oriented }
    }

    /// The largest sum over the orientations. Finite.
    pub(super) fn value(&self, board: Board) -> f64 {
        let sum = |entries: &[f64; CELLS]| -> f64 {
            let terms = entries.iter().enumerate();
            let terms = terms
                .map(|(cell, &entry)| self.matrix.product(entry, usize::from(board.rank(cell))));
            terms.sum()
        };
        let sums = self.oriented.iter().map(sum);
        sums.fold(f64::NEG_INFINITY, f64::max)
    }
}
