//! The corner matrix: the best of the eight orientations of a weight matrix.
//!
//! A board of cell values A is worth the maximum over the eight rotations and
//! transpositions W' of W of the entrywise sum Σ W'∘A.
//!
//! All eight are read off two tables. The four orientations that keep rows
//! rows differ in which row of W a row of the board meets (row r, or row 3 - r
//! upside down) and in which direction; the other four are the same for the
//! transposed board. So one entry per row of the board holds four sums:
//!
//! ```text
//! outer[row] = [W0 · row, W0 · reversed row, W3 · row, W3 · reversed row]
//! inner[row] = [W1 · row, W1 · reversed row, W2 · row, W2 · reversed row]
//! ```
//!
//! and the board's bottom half takes its entries with the halves swapped.

use super::tables::HeuristicTables;
use super::weights::{CellValue, HeuristicKind, WeightSpec, Weights};
use crate::game::Board;

/// The number of matrix entries; they come first among the weights.
pub const CELLS: usize = 16;

/// The published matrix, found by random search; it falls along the reading order.
pub const PUBLISHED: [f64; CELLS] = [
    0.135759, 0.121925, 0.102812, 0.099937, //
    0.0997992, 0.0888405, 0.076711, 0.0724143, //
    0.060654, 0.0562579, 0.037116, 0.0161889, //
    0.0125498, 0.00992495, 0.00575871, 0.00335193,
];

/// The simple matrix made by hand, falling along the diagonals.
pub const DIAGONAL: [f64; CELLS] = [
    7.0, 6.0, 5.0, 4.0, //
    6.0, 5.0, 4.0, 3.0, //
    5.0, 4.0, 3.0, 2.0, //
    4.0, 3.0, 2.0, 1.0,
];

/// The weights of the heuristic `corner-matrix`: sixteen entries in reading
/// order and, for powers of the face value, their exponent.
pub static WEIGHTS: [WeightSpec; CELLS + 1] = weights();

const fn weights() -> [WeightSpec; CELLS + 1] {
    const NAMES: [&str; CELLS] = [
        "w00", "w01", "w02", "w03", "w10", "w11", "w12", "w13", //
        "w20", "w21", "w22", "w23", "w30", "w31", "w32", "w33",
    ];
    let exponent = WeightSpec {
        name: "exponent",
        default: 1.0,
        low: 0.1,
        high: 3.0,
        meaning: "The power of the face value that stands for a tile.",
    };
    let mut weights = [exponent; CELLS + 1];
    let mut cell = 0;
    while cell < CELLS {
        weights[cell] = WeightSpec {
            name: NAMES[cell],
            default: PUBLISHED[cell],
            low: 0.0,
            high: 1.0,
            meaning: "Entry of the matrix: row, then column, from 0.",
        };
        cell += 1;
    }
    weights
}

/// One entry per row of a board: see the module's documentation.
pub type LineSums = [f32; 4];

/// The two tables of a matrix, 1 MiB each, indexed by row.
pub struct MatrixTables {
    /// Sums with the first and the last row of the matrix.
    pub outer: Box<[LineSums; 65536]>,
    /// Sums with the two middle rows of the matrix.
    pub inner: Box<[LineSums; 65536]>,
}

impl std::fmt::Debug for MatrixTables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MatrixTables")
    }
}

/// An entry never exceeds this, so that sums stay finite.
const LARGEST_VALUE: f64 = 1e30;

impl MatrixTables {
    /// Builds the tables.
    ///
    /// # Panics
    /// If the weights are those of another heuristic.
    pub fn new(weights: &Weights) -> Self {
        let HeuristicKind::CornerMatrix(cell_value) = weights.heuristic else {
            panic!("expected corner-matrix, found {}", weights.heuristic.name());
        };
        let values = cell_values(cell_value, weights.values.get(CELLS).copied());
        let line = |row: usize| -> [f64; 4] {
            std::array::from_fn(|column| weights.values[4 * row + column])
        };
        Self {
            outer: line_sums(line(0), line(3), &values),
            inner: line_sums(line(1), line(2), &values),
        }
    }
}

impl HeuristicTables for MatrixTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let rows = self.orientations(board.0);
        let columns = self.orientations(board.transpose().0);
        let [a, b, c, d] = std::array::from_fn(|lane| rows[lane].max(columns[lane]));
        a.max(b).max(c.max(d))
    }
}

impl MatrixTables {
    /// The sums of the four orientations that keep rows rows.
    #[inline]
    fn orientations(&self, rows: u64) -> LineSums {
        let outer = |row: u32| &self.outer[usize::from((rows >> (16 * row)) as u16)];
        let inner = |row: u32| &self.inner[usize::from((rows >> (16 * row)) as u16)];
        let (top, bottom) = ((outer(0), inner(1)), (outer(3), inner(2)));
        // Upright and upside down change places in the bottom half.
        std::array::from_fn(|lane| {
            let swapped = lane ^ 2;
            (top.0[lane] + bottom.0[swapped]) + (top.1[lane] + bottom.1[swapped])
        })
    }
}

/// What each rank stands for.
fn cell_values(kind: CellValue, exponent: Option<f64>) -> [f64; 16] {
    std::array::from_fn(|rank| match (rank, kind) {
        (0, _) => 0.0,
        (_, CellValue::Rank) => rank as f64,
        (_, CellValue::Face) => f64::from(1_u32 << rank),
        (_, CellValue::Power) => {
            let exponent = exponent.expect("powers have an exponent");
            libm::exp2(rank as f64 * exponent).clamp(0.0, LARGEST_VALUE)
        }
    })
}

fn line_sums(first: [f64; 4], second: [f64; 4], values: &[f64; 16]) -> Box<[LineSums; 65536]> {
    // What a rank adds in each cell of the row, to each of the four sums.
    let mut terms = [[[0.0; 4]; 16]; 4];
    for (cell, terms) in terms.iter_mut().enumerate() {
        for (rank, terms) in terms.iter_mut().enumerate() {
            let weights = [first[cell], first[3 - cell], second[cell], second[3 - cell]];
            *terms =
                weights.map(|weight| (weight * values[rank]).clamp(-LARGEST_VALUE, LARGEST_VALUE));
        }
    }
    let mut table: Box<[LineSums; 65536]> = vec![[0.0; 4]; 65536]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"));
    for (row, entry) in table.iter_mut().enumerate() {
        let [a, b, c, d] = std::array::from_fn(|cell| &terms[cell][row >> (4 * cell) & 0xf]);
        for lane in 0..4 {
            // Grouped so that a mirrored row gives mirrored sums to the last bit.
            entry[lane] = ((a[lane] + d[lane]) + (b[lane] + c[lane])) as f32;
        }
    }
    table
}
