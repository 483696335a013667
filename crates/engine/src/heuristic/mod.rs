//! What a board is worth: one file per kind, weights in, tables out.
//!
//! To add a kind: list its weights and build its tables in a file of its own,
//! from values of rows ([`RowTables`]), a matrix of weights ([`MatrixTables`]),
//! either with terms of the whole board added ([`WithBoardTerms`], [`WithCornerBonus`]), or tables
//! that are new; name it in [`HeuristicKind`], say in [`Tables::new`] how it is
//! made, and give it its keys in files (`heuristic_table.rs` of the search
//! space). New tables get a variant of [`Tables`], which [`player::build`] asks
//! for.
//!
//! All tables are built from [`Weights`] alone, for every candidate. Tables that
//! are files of their own, such as the hundreds of megabytes of a learned n-tuple
//! network, would come in beside that: a kind that holds the path and no
//! weights, a constructor of [`Tables`] that reads the file and may fail, called
//! once where a player is set up, and a variant that shares what was read
//! between threads. Players ask for [`ValueFunction`] only, and need no change.
//!
//! [`player::build`]: crate::player::build

pub mod board_terms;
pub mod corner_bonus;
pub mod corner_matrix;
pub mod differences;
pub mod exponential_snake;
pub mod expressions;
pub(crate) mod f32x4;
pub(crate) mod gap_values;
mod matrix_formula;
pub mod matrix_layout;
pub mod none;
mod orientation_sums;
pub mod orientations;
pub mod path;
pub mod rich_rows;
pub mod row_tables;
pub mod rows;
pub mod rows_and_matrices;
mod spawns;
mod table_pool;
pub mod tables;
pub mod terms;
pub mod upper_bound;
pub mod weights;

pub use expressions::Expressions;
pub use matrix_layout::Layout;
pub use orientations::Orientations;
pub use tables::{Leaf, LeafTerminalValue, ValueFunction};
pub use weights::{CellValue, HeuristicKind, Scale, Setting, WeightSpec, Weights};

use board_terms::WithBoardTerms;
use corner_bonus::WithCornerBonus;
use corner_matrix::MatrixTables;
use none::NoTables;
use row_tables::{LineTables, RowTables};
use rows_and_matrices::RowsAndMatrices;

/// The tables of any heuristic.
#[derive(Debug)]
pub enum Tables {
    /// Values of rows and columns.
    Rows(RowTables),
    /// Values of outer rows and columns, and of inner ones.
    OuterAndInnerLines(LineTables<2>),
    /// Values of rows and columns, and terms of the whole board.
    RichRows(WithBoardTerms<WithCornerBonus<RowsAndMatrices>>),
    /// The best orientation of a matrix.
    Matrix(MatrixTables),
    /// The same, and a term of the whole board.
    MatrixWithBoardTerms(WithBoardTerms<MatrixTables>),
    /// No heuristic.
    None(NoTables),
}

impl Tables {
    /// Builds the tables that belong to the weights.
    pub fn new(weights: &Weights) -> Self {
        match &weights.heuristic {
            HeuristicKind::Rows => Self::Rows(RowTables::new(weights)),
            HeuristicKind::RichRows(_) => rich_rows::tables(weights),
            HeuristicKind::CornerMatrix(_) => Self::Matrix(MatrixTables::new(weights)),
            HeuristicKind::Path(_) => Self::Matrix(path::tables(weights)),
            HeuristicKind::ExponentialSnake(_) => {
                Self::MatrixWithBoardTerms(exponential_snake::tables(weights))
            }
            HeuristicKind::Differences => Self::Rows(differences::tables(weights)),
            HeuristicKind::None => Self::None(NoTables),
            HeuristicKind::Expressions(expressions) => {
                let (constant, values) = expressions.row_values(&weights.values);
                Self::Rows(RowTables::of_values(constant, [values]))
            }
        }
    }

    /// Leaves the memory to tables that are built later, where it is worth while.
    pub fn release(self) {
        match self {
            Self::Rows(tables) => tables.release(),
            Self::OuterAndInnerLines(tables) => tables.release(),
            Self::Matrix(tables) => tables.release(),
            Self::RichRows(_) | Self::MatrixWithBoardTerms(_) | Self::None(_) => {}
        }
    }
}
