//! The exponential snake: a matrix of exponentials, and the square of the
//! number of empty cells.
//!
//! The value of a board of face values A is sum · Σ exp(S)∘A + empty · (empty
//! cells)², with exp(S) entry by entry, in the best of the [`Orientations`] of S;
//! the author used S as it is.
//!
//! Tables store single precision: with the author's exponents a tile of 1024 in
//! the first corner is worth 22 million, where a step of the last bit is 2, so that
//! a few empty cells are lost. That costs no games.

use std::sync::LazyLock;

use super::board_terms::WithBoardTerms;
use super::limits::{MAX_VALUE, limited};
use super::matrix_settings::Orientations;
use super::matrix_tables::MatrixTables;
use super::weight_matrix::{CELLS, MATRIX, WeightMatrix};
use super::weight_spec::WeightSpec;

/// The author's exponents, in reading order.
pub const EXPONENTS: [f64; CELLS] = [
    10.0, 8.0, 7.0, 6.5, //
    0.5, 0.7, 1.0, 3.0, //
    -0.5, -1.5, -1.8, -2.0, //
    -3.8, -3.7, -3.5, -3.0,
];

/// The name in files.
pub const NAME: &str = "exponential-snake";

/// The value of a board in words.
pub const MEANING: &str = "A matrix of exponentials, and the squared number of empty cells.";

/// The indices of the weights after the exponents.
const SUM: usize = CELLS;
const EMPTY: usize = CELLS + 1;

/// The weights of the heuristic `exponential-snake`: sixteen exponents in
/// reading order, and the weights of the two terms.
pub static WEIGHTS: LazyLock<[WeightSpec; CELLS + 2]> = LazyLock::new(|| {
    std::array::from_fn(|index| match EXPONENTS.get(index) {
        Some(&default) => {
            let name = format!("s{}{}", index / 4, index % 4);
            let meaning = "Exponent of the matrix: row, then column, from 0.";
            WeightSpec::computed(name, default, [-3.0, 3.0].map(|x| tenths(default + x)), meaning)
        }
        None if index == SUM => WeightSpec::named("sum", 1.0, [0.0, 10.0])
            .means("Per unit of the sum of face values times exponentials."),
        None => WeightSpec::named("empty", 1.0, [0.0, 100_000.0])
            .means("Per unit of the squared number of empty cells."),
    })
});

/// Rounds to tenths, so that ranges are easy to read.
fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

/// The term that a weight multiplies.
pub(super) fn term_of(weight: usize) -> Option<&'static str> {
    match weight {
        SUM => Some(MATRIX),
        EMPTY => Some("empty"),
        _ => None,
    }
}

/// The part of the value that is a matrix.
pub(super) fn matrix(orientations: Orientations, values: &[f64]) -> WeightMatrix {
    let entries = std::array::from_fn(|cell| {
        let power = libm::exp(values[cell]).min(MAX_VALUE);
        limited(values[SUM] * power, MAX_VALUE)
    });
    WeightMatrix::of_faces(entries, orientations)
}

/// Adds the term of the number of empty cells to the tables of the matrix.
pub(super) fn with_empty(matrix: MatrixTables, values: &[f64]) -> WithBoardTerms<MatrixTables> {
    WithBoardTerms::new(matrix, 0.0, |cells| values[EMPTY] * (cells * cells) as f64)
}
