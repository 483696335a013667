//! The best orientation of a weight matrix in double precision.
//!
//! The tables hold single precision, where the large terms of a steep matrix
//! drown the small ones. Here nothing does, at a tenth of the speed.

use super::corner_matrix::{CELLS, MAX_VALUE};
use super::orientations::Orientations;
use crate::game::Board;

/// A matrix and what it multiplies.
#[derive(Debug)]
pub(super) struct MatrixFormula {
    /// In reading order, one per orientation.
    matrices: Vec<[f64; CELLS]>,
    /// What each rank stands for.
    cells: [f64; 16],
}

impl MatrixFormula {
    pub(super) fn new(
        matrix: &[f64; CELLS],
        cells: &[f64; 16],
        orientations: Orientations,
    ) -> Self {
        let transposed = |matrix: &[f64; CELLS]| -> [f64; CELLS] {
            std::array::from_fn(|cell| matrix[4 * (cell % 4) + cell / 4])
        };
        let mirrored = |matrix: &[f64; CELLS]| -> [f64; CELLS] {
            std::array::from_fn(|cell| matrix[cell ^ 3])
        };
        // Each next one is transposed or mirrored in turn: after eight steps all have come.
        let mut matrices = vec![*matrix];
        while matrices.len() < usize::from(u8::from(orientations)) {
            let last = &matrices[matrices.len() - 1];
            matrices.push(if matrices.len() % 2 == 1 {
                transposed(last)
            } else {
                mirrored(last)
            });
        }
        Self {
            matrices,
            cells: *cells,
        }
    }

    /// The largest of the sums. Finite.
    pub(super) fn value(&self, board: Board) -> f64 {
        let sum = |matrix: &[f64; CELLS]| -> f64 {
            let terms = matrix.iter().enumerate().map(|(cell, weight)| {
                let value = self.cells[usize::from(board.rank(cell))];
                (weight * value).clamp(-MAX_VALUE, MAX_VALUE)
            });
            terms.sum()
        };
        let sums = self.matrices.iter().map(sum);
        sums.fold(f64::NEG_INFINITY, f64::max)
    }
}
