//! The corner matrix: the best of the eight orientations of a weight matrix.
//!
//! The value of a board of cell values A is the maximum over the eight rotations
//! and transpositions W' of W of the entrywise sum Σ W'∘A.

use std::sync::LazyLock;

use super::matrix_settings::{CellValue, Orientations};
use super::weight_matrix::WeightMatrix;
use super::weight_spec::WeightSpec;

pub use super::weight_matrix::CELLS;

/// The published matrix, found by random search; it falls along the reading order.
pub const PUBLISHED: [f64; CELLS] = [
    0.135759, 0.121925, 0.102812, 0.099937, //
    0.0997992, 0.0888405, 0.076711, 0.0724143, //
    0.060654, 0.0562579, 0.037116, 0.0161889, //
    0.0125498, 0.00992495, 0.00575871, 0.00335193,
];

/// The name in files.
pub const NAME: &str = "corner-matrix";

/// The value of a board in words.
pub const MEANING: &str = "The best of the eight orientations of a weight matrix.";

/// The weights of the heuristic `corner-matrix`: sixteen entries in reading
/// order and, for powers of the face value, their exponent.
pub static WEIGHTS: LazyLock<[WeightSpec; CELLS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|index| match PUBLISHED.get(index) {
        Some(&default) => {
            let name = format!("w{}{}", index / 4, index % 4);
            let meaning = "Entry of the matrix: row, then column, from 0.";
            WeightSpec::computed(name, default, [0.0, 1.0], meaning)
        }
        None => WeightSpec::named("exponent", 1.0, [0.1, 3.0])
            .means("The power of the face value that stands for a tile."),
    })
});

pub(super) fn matrix(cells: CellValue, values: &[f64]) -> WeightMatrix {
    let cell_values = cells.by_rank(values.get(CELLS).copied().unwrap_or(1.0));
    let entries = std::array::from_fn(|cell| values[cell]);
    WeightMatrix::new(entries, cell_values, Orientations::Eight)
}
