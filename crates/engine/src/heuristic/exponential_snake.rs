//! The exponential snake: a matrix of exponentials, and the square of the
//! number of empty cells.
//!
//! A board of face values A is worth sum · Σ exp(S)∘A + empty · (empty
//! cells)², exp(S) entry by entry. The best of the [`Orientations`](super::Orientations) of S
//! counts; its author took S as it is.
//!
//! Tables hold single precision: with the exponents of its author a tile of
//! 1024 in the first corner is worth 22 million, where a step of the last bit
//! is 2, so that some empty cells more or less are lost. That costs no games
//! (see tests/heuristics/precision.rs).

use std::sync::LazyLock;

use super::board_terms::WithBoardTerms;
use super::corner_matrix::{CELLS, MAX_VALUE, MatrixTables, face_values};
use super::weights::{HeuristicKind, WeightSpec, Weights};

/// The exponents of its author, in reading order.
pub const EXPONENTS: [f64; CELLS] = [
    10.0, 8.0, 7.0, 6.5, //
    0.5, 0.7, 1.0, 3.0, //
    -0.5, -1.5, -1.8, -2.0, //
    -3.8, -3.7, -3.5, -3.0,
];

/// The weights of the heuristic `exponential-snake`: sixteen exponents in
/// reading order, and the weights of the two terms.
pub static WEIGHTS: LazyLock<[WeightSpec; CELLS + 2]> = LazyLock::new(|| {
    std::array::from_fn(
        |index| match (EXPONENTS.get(index), index - index.min(CELLS)) {
            (Some(&default), _) => WeightSpec {
                name: format!("s{}{}", index / 4, index % 4).into(),
                default,
                low: tenths(default - 3.0),
                high: tenths(default + 3.0),
                meaning: "Exponent of the matrix: row, then column, from 0.".into(),
            },
            (None, 0) => WeightSpec {
                name: "sum".into(),
                default: 1.0,
                low: 0.0,
                high: 10.0,
                meaning: "Per unit of the sum of face values times exponentials.".into(),
            },
            _ => WeightSpec {
                name: "empty".into(),
                default: 1.0,
                low: 0.0,
                high: 100_000.0,
                meaning: "Per unit of the squared number of empty cells.".into(),
            },
        },
    )
});

/// Rounds to tenths, for people who read it.
fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

/// Builds the tables.
///
/// # Panics
/// If the weights are those of another heuristic.
pub fn tables(weights: &Weights) -> WithBoardTerms<MatrixTables> {
    let HeuristicKind::ExponentialSnake(orientations) = weights.heuristic else {
        panic!(
            "expected exponential-snake, found {}",
            weights.heuristic.name()
        );
    };
    let [sum, empty] = [weights.values[CELLS], weights.values[CELLS + 1]];
    let matrix = std::array::from_fn(|cell| {
        let power = libm::exp(weights.values[cell]).min(MAX_VALUE);
        (sum * power).clamp(-MAX_VALUE, MAX_VALUE)
    });
    let tables = MatrixTables::with(&matrix, &face_values(), orientations);
    WithBoardTerms::new(tables, |cells| empty * (cells * cells) as f64)
}
