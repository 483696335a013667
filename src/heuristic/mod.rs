//! What a board is worth: one file per kind, weights in, tables out.

pub mod board_parts;
pub mod corner_matrix;
pub mod expressions;
mod lanes;
pub mod matrix_layout;
pub mod rich_rows;
pub mod row_tables;
pub mod rows;
mod spawns;
pub mod tables;
pub mod weights;

pub use expressions::Expressions;
pub use matrix_layout::Layout;
pub use tables::{Dead, HeuristicTables, Leaf};
pub use weights::{CellValue, HeuristicKind, Scale, WeightSpec, Weights};

use board_parts::RichRowTables;
use corner_matrix::MatrixTables;
use row_tables::RowTables;

/// The tables of any heuristic.
#[derive(Debug)]
pub enum Tables {
    /// Those of [`HeuristicKind::Rows`] and [`HeuristicKind::Expressions`].
    Rows(RowTables),
    /// Those of [`HeuristicKind::CornerMatrix`].
    CornerMatrix(MatrixTables),
    /// Those of [`HeuristicKind::RichRows`], if a term is one of the whole board.
    RichRows(RichRowTables),
}

impl Tables {
    /// Builds the tables that belong to the weights.
    pub fn new(weights: &Weights) -> Self {
        match &weights.heuristic {
            HeuristicKind::Rows => Self::Rows(RowTables::new(weights)),
            HeuristicKind::CornerMatrix(_) => Self::CornerMatrix(MatrixTables::new(weights)),
            HeuristicKind::RichRows(_) => match rich_rows::tables(weights) {
                (rows, None) => Self::Rows(rows),
                (rows, Some(parts)) => Self::RichRows(RichRowTables::new(rows, parts)),
            },
            HeuristicKind::Expressions(expressions) => {
                let (constant, values) = expressions.row_values(&weights.values);
                Self::Rows(RowTables::of_rows(constant, values))
            }
        }
    }
}
