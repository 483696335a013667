//! The geometric path: tiles along a snake, each worth less by a common ratio.
//!
//! The snake visits row 0 from left to right, row 1 from right to left, and so
//! on. The value of a board is Σ face(p_n) · ratio^n over the cells p_0 … p_15 in
//! that order, in the best of its [`Orientations`]. The second of two orientations
//! is the transpose: the author's first program followed the rows and the columns
//! from one corner; the later one all eight.
//!
//! Tables store single precision, where the terms at the tail are below the last
//! bit of those at the head: with a ratio of 1/4, a 2 eight cells after a 2048.
//! A ratio below 1/2 therefore loses games; [`static_value`] keeps all digits.
//!
//! [`static_value`]: super::ValueFunction::static_value

use super::limits::{MAX_VALUE, limited};
use super::matrix_settings::Orientations;
use super::weight_matrix::WeightMatrix;
use super::weight_spec::WeightSpec;

/// The name in files.
pub const NAME: &str = "path";

/// The value of a board in words.
pub const MEANING: &str = "The tiles along a snake, each worth less by a common ratio.";

/// The weights of the heuristic `path`.
pub static WEIGHTS: [WeightSpec; 1] = [WeightSpec::named("ratio", 0.25, [0.05, 1.0])
    .means("What each cell of the path counts, compared with the one before it.")];

pub(super) fn matrix(orientations: Orientations, ratio: f64) -> WeightMatrix {
    let power = |cell| libm::pow(ratio, along_snake(cell) as f64);
    let entries = std::array::from_fn(|cell| limited(power(cell), MAX_VALUE));
    WeightMatrix::of_faces(entries, orientations)
}

/// The step at which the snake visits a cell, and the cell that it visits at a step:
/// the same function, from 0 to 15.
pub(crate) fn along_snake(index: usize) -> usize {
    let (row, column) = (index / 4, index % 4);
    4 * row + if row % 2 == 0 { column } else { 3 - column }
}
