//! What a board is worth: one file per kind, weights in, tables out.

pub mod corner_matrix;
mod lanes;
pub mod matrix_layout;
pub mod row_tables;
pub mod rows;
mod spawns;
pub mod tables;
pub mod weights;

pub use matrix_layout::Layout;
pub use tables::{Dead, HeuristicTables, Leaf};
pub use weights::{CellValue, HeuristicKind, Scale, WeightSpec, Weights};

use corner_matrix::MatrixTables;
use row_tables::RowTables;

/// The tables of any heuristic.
#[derive(Debug)]
pub enum Tables {
    /// Those of [`HeuristicKind::Rows`].
    Rows(RowTables),
    /// Those of [`HeuristicKind::CornerMatrix`].
    CornerMatrix(MatrixTables),
}

impl Tables {
    /// Builds the tables that belong to the weights.
    pub fn new(weights: &Weights) -> Self {
        match weights.heuristic {
            HeuristicKind::Rows => Self::Rows(RowTables::new(weights)),
            HeuristicKind::CornerMatrix(_) => Self::CornerMatrix(MatrixTables::new(weights)),
        }
    }
}
