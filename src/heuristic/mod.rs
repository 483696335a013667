//! What a board is worth: one file per kind, weights in, tables out.

pub mod corner_matrix;
pub mod matrix_layout;
pub mod presets;
pub mod row_tables;
pub mod rows;
pub mod tables;
pub mod weights;

pub use matrix_layout::Layout;
pub use tables::{Dead, HeuristicTables};
pub use weights::{CellValue, HeuristicKind, Scale, WeightSpec, Weights};
