//! A matrix of weights over the cells of a board, and its value in double precision.
//!
//! The tables of a matrix store single precision, where the large terms of a steep
//! matrix drown the small ones. The formula here keeps them, at a tenth of the speed.

use super::cell_value::CellValue;
use super::limits::{MAX_VALUE, limited};
use super::orientations::Orientations;
use crate::game::{Board, MAX_RANK};

/// The number of entries of a matrix, and of cells of a board.
pub const CELLS: usize = 16;

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

/// The weights of a matrix without orientation, and the numbers that stand for tiles: an upper bound
/// on the values that a search can reach.
///
/// The best place of a larger number is a larger weight. If two equal tiles merge into one
/// that counts at least twice as much, the sum grows with every merge. So no board of the
/// same tiles is worth more than the one on which they have merged as far as they can, and
/// which is sorted like the weights: the tiles are then the binary digits of their sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixBound {
    /// The largest first, none negative.
    weights: [f64; CELLS],
    cell_values: [f64; 16],
}

impl MatrixBound {
    /// `None` for a matrix with negative weights, or with tiles that are not worth two of
    /// those that merge into them.
    pub(super) fn of(matrix: &WeightMatrix) -> Option<Self> {
        let mut weights = matrix.entries;
        weights.sort_by(|a, b| b.total_cmp(a));
        let values = matrix.cell_values;
        let merges_gain = values[1..].windows(2).all(|pair| pair[1] >= 2.0 * pair[0]);
        let is_simple = values[0] == 0.0 && values[1] >= 0.0 && merges_gain;
        let is_exact = weights[0] * values[usize::from(MAX_RANK)] < MAX_VALUE;
        (weights[CELLS - 1] >= 0.0 && is_simple && is_exact)
            .then_some(Self { weights, cell_values: values })
    }

    /// An upper bound on the value of every board that at most `spawns` spawns, and any
    /// moves between them, lead to from a position.
    pub(super) fn value(&self, position: Board, spawns: u32) -> f32 {
        let tiles = position.ranks().into_iter().filter(|&rank| rank > 0);
        let mut rest = tiles.map(|rank| 1 << rank).sum::<u64>() + 4 * u64::from(spawns);
        let mut sum = 0.0;
        for weight in self.weights {
            if rest == 0 {
                break;
            }
            // Two tiles of the highest rank merge into one of the same rank: no gain.
            let rank = rest.ilog2().min(u32::from(MAX_RANK));
            rest -= 1 << rank;
            sum += weight * self.cell_values[rank as usize];
        }
        // With a margin above the rounding of sums in single precision.
        (sum * (1.0 + 1e-5)) as f32
    }
}
