//! What a board is worth: one file per kind, weights in, tables out.

pub mod corner_matrix;
pub mod matrix_layout;
pub mod presets;
pub mod rows;
pub mod weights;

pub use matrix_layout::Layout;
pub use weights::{CellValue, HeuristicKind, Scale, WeightSpec, Weights};
