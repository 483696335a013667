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
    /// The entry that lies on each cell of a board, and its row in the matrix, by orientation.
    oriented: Vec<[(f64, usize); CELLS]>,
}

impl MatrixFormula {
    pub(super) fn new(matrix: &WeightMatrix) -> Self {
        // The cell of a board that each entry lies on.
        let mut cells: [usize; CELLS] = std::array::from_fn(|cell| cell);
        let entries = |step| {
            let mut entries = [(0.0, 0); CELLS];
            for (index, &cell) in cells.iter().enumerate() {
                entries[cell] = (matrix.entries[index], index / 4);
            }
            // Transposing and mirroring in turn passes through all eight orientations.
            let next = |cell| if step % 2 == 0 { 4 * (cell % 4) + cell / 4 } else { cell ^ 3 };
            cells = std::array::from_fn(|cell| cells[next(cell)]);
            entries
        };
        let oriented = (0..u8::from(matrix.orientations)).map(entries).collect();
        Self { matrix: *matrix, oriented }
    }

    /// The largest sum over the orientations, and what each row of the matrix adds to it in the
    /// first that has it. Finite.
    pub(super) fn best(&self, board: Board) -> (f64, [f64; 4]) {
        let mut best = (f64::NEG_INFINITY, [0.0; 4]);
        for entries in &self.oriented {
            let products: [f64; CELLS] = std::array::from_fn(|cell| {
                self.matrix.product(entries[cell].0, usize::from(board.rank(cell)))
            });
            let sum = products.iter().sum();
            if sum > best.0 {
                let mut rows = [0.0; 4];
                for (&(_, row), product) in entries.iter().zip(products) {
                    rows[row] += product;
                }
                best = (sum, rows);
            }
        }
        best
    }
}
