//! The geometric path: tiles along a snake, each worth less by a common ratio.
//!
//! The snake visits row 0 from left to right, row 1 from right to left, and so
//! on. A board is worth Σ face(p_n) · ratio^n over the cells p_0 … p_15 in that
//! order: a matrix of weights, read off the tables of [`corner_matrix`]. The
//! best of its [`Orientations`](super::Orientations) counts. Of two, the second is the transpose:
//! its author's first program followed the rows and the columns from one
//! corner; the later one all eight.
//!
//! Tables hold single precision, where what stands at the tail is below the
//! last bit of what stands at the head: with a ratio of 1/4, a 2 eight cells
//! after a 2048. Ranges of the ratio below 1/2 therefore lose games (see
//! tests/heuristics/precision.rs); [`static_value`] has all digits.
//!
//! [`static_value`]: super::ValueFunction::static_value
//! [`corner_matrix`]: super::corner_matrix

use std::borrow::Cow;

use super::corner_matrix::{CELLS, MAX_VALUE, MatrixTables, face_values};
use super::weights::{HeuristicKind, WeightSpec, Weights};

/// The weights of the heuristic `path`.
pub static WEIGHTS: [WeightSpec; 1] = [WeightSpec {
    name: Cow::Borrowed("ratio"),
    default: 0.25,
    low: 0.05,
    high: 1.0,
    meaning: Cow::Borrowed("What each cell of the path counts, compared with the one before it."),
}];

/// Builds the tables.
///
/// # Panics
/// If the weights are those of another heuristic.
pub fn tables(weights: &Weights) -> MatrixTables {
    let HeuristicKind::Path(orientations) = weights.heuristic else {
        panic!("expected path, found {}", weights.heuristic.name());
    };
    MatrixTables::with(&snake(weights.values[0]), &face_values(), orientations)
}

/// The powers of a ratio along the snake, in reading order.
fn snake(ratio: f64) -> [f64; CELLS] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 4, cell % 4);
        let step = if row % 2 == 0 { column } else { 3 - column };
        libm::pow(ratio, (4 * row + step) as f64).clamp(-MAX_VALUE, MAX_VALUE)
    })
}
