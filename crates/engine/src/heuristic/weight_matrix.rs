//! A matrix of weights over the cells of a board, and its value in double precision.
//!
//! The tables of a matrix store single precision, where the large terms of a steep
//! matrix drown the small ones. The formula here keeps them, at a tenth of the speed.

use super::limits::{MAX_VALUE, limited};
use super::matrix_settings::{CellValue, Orientations};
use crate::game::{Board, MAX_RANK};

/// The number of entries of a matrix, and of cells of a board.
pub const CELLS: usize = 16;

/// The name of the term of a value that is a matrix.
pub(super) const MATRIX: &str = "matrix";

/// A matrix whose entrywise product with a board is summed; the best orientation counts.
#[derive(Debug)]
pub(super) struct WeightMatrix {
    /// The entries in reading order.
    pub(super) entries: [f64; CELLS],
    /// The number that stands for a tile, by its rank.
    cell_values: [f64; 16],
    /// The orientations that are tried.
    pub(super) orientations: Orientations,
    /// The entry that lies on each cell of a board, and its row in the matrix, by orientation.
    oriented: Vec<[(f64, usize); CELLS]>,
    /// The entries from the largest on, if they bound values.
    falling: Option<[f64; CELLS]>,
}

impl WeightMatrix {
    pub(super) fn new(
        entries: [f64; CELLS],
        cell_values: [f64; 16],
        orientations: Orientations,
    ) -> Self {
        // The cell of a board that each entry lies on.
        let mut cells: [usize; CELLS] = std::array::from_fn(|cell| cell);
        let oriented = |step| {
            let mut oriented = [(0.0, 0); CELLS];
            for (index, &cell) in cells.iter().enumerate() {
                oriented[cell] = (entries[index], index / 4);
            }
            // Transposing and mirroring in turn passes through all eight orientations.
            let next = |cell| if step % 2 == 0 { 4 * (cell % 4) + cell / 4 } else { cell ^ 3 };
            cells = std::array::from_fn(|cell| cells[next(cell)]);
            oriented
        };
        let oriented = (0..u8::from(orientations)).map(oriented).collect();
        let falling = falling(entries, &cell_values);
        Self { entries, cell_values, orientations, oriented, falling }
    }

    /// The matrix over face values.
    pub(super) fn of_faces(entries: [f64; CELLS], orientations: Orientations) -> Self {
        Self::new(entries, CellValue::Face.by_rank(1.0), orientations)
    }

    /// The product of an entry and the number for a rank, cut to ±10^30.
    pub(super) fn product(&self, entry: f64, rank: usize) -> f64 {
        limited(entry * self.cell_values[rank], MAX_VALUE)
    }

    /// The largest sum over the orientations, and what each row of the matrix adds to it in the
    /// first that has it. Finite.
    pub(super) fn best(&self, board: Board) -> (f64, [f64; 4]) {
        let mut best = (f64::NEG_INFINITY, [0.0; 4]);
        for entries in &self.oriented {
            let products: [f64; CELLS] = std::array::from_fn(|cell| {
                self.product(entries[cell].0, usize::from(board.rank(cell)))
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

    /// An upper bound on the value of every board that at most `spawns` spawns, and any
    /// moves between them, lead to from a position.
    ///
    /// The best place of a larger number is a larger weight. If two equal tiles merge into one
    /// that counts at least twice as much, the sum grows with every merge. So no board of the
    /// same tiles is worth more than the one on which they have merged as far as they can, and
    /// which is sorted like the weights: the tiles are then the binary digits of their sum.
    pub(super) fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        let Some(falling) = self.falling else { return f32::INFINITY };
        let tiles = position.ranks().into_iter().filter(|&rank| rank > 0);
        let mut rest = tiles.map(|rank| 1 << rank).sum::<u64>() + 4 * u64::from(spawns);
        let mut sum = 0.0;
        for weight in falling {
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

/// The entries from the largest on; `None` if one is negative, or tiles are not worth two of those
/// that merge into them.
fn falling(mut entries: [f64; CELLS], values: &[f64; 16]) -> Option<[f64; CELLS]> {
    entries.sort_by(|a, b| b.total_cmp(a));
    let merges_gain = values[1..].windows(2).all(|pair| pair[1] >= 2.0 * pair[0]);
    let is_simple = values[0] == 0.0 && values[1] >= 0.0 && merges_gain;
    let is_exact = entries[0] * values[usize::from(MAX_RANK)] < MAX_VALUE;
    (entries[CELLS - 1] >= 0.0 && is_simple && is_exact).then_some(entries)
}
