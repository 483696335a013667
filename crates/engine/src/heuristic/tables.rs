//! The tables of any heuristic.

use super::board_terms::WithBoardTerms;
use super::lines_and_squares::LinesAndSquares;
use super::matrix_tables::MatrixTables;
use super::network_lookups::NetworkLookups;
use super::none::NoTables;
use super::row_tables::{LineTables, RowTables};
use super::rows_and_matrices::RowsAndMatrices;
use super::searched::Searched;
use super::tuples_and_rows::TuplesAndRows;
use crate::game::Board;

/// The tables of any heuristic: one variant per type that leaves are compiled for.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "few are made, and none moves during games")]
pub enum Tables {
    /// Values of rows and columns.
    Rows(RowTables),
    /// Values of outer rows and columns, and of inner ones.
    OuterAndInnerLines(LineTables<2>),
    /// Values of outer rows and columns and of inner ones, and terms of the whole board.
    LinesWithBoardTerms(WithBoardTerms<LineTables<2>>),
    /// Values of rows and columns and of matrices, and terms of the whole board.
    RowsAndMatrices(WithBoardTerms<RowsAndMatrices>),
    /// The best orientation of a matrix.
    Matrix(MatrixTables),
    /// The best orientation of a matrix, and a term of the whole board.
    MatrixWithBoardTerms(WithBoardTerms<MatrixTables>),
    /// A learned network of any tuples.
    Tuples(NetworkLookups),
    /// A learned network of lines and squares.
    LinesAndSquares(LinesAndSquares),
    /// A learned network of any tuples, and rows and terms of the whole board.
    TuplesAndRows(WithBoardTerms<TuplesAndRows<NetworkLookups>>),
    /// A learned network of lines and squares, and rows and terms of the whole board.
    LinesAndSquaresAndRows(WithBoardTerms<TuplesAndRows<LinesAndSquares>>),
    /// No heuristic.
    None(NoTables),
}

impl Tables {
    /// Returns large buffers to the pool, from which later tables take them.
    pub fn release(self) {
        match self {
            Self::Rows(tables) => tables.release(),
            Self::OuterAndInnerLines(tables) => tables.release(),
            Self::LinesWithBoardTerms(tables) => tables.tables.release(),
            Self::Matrix(tables) => tables.release(),
            _ => {}
        }
    }

    /// Any of the tables as what searches look leaves up in.
    pub fn any(&self) -> &dyn Searched {
        match self {
            Self::Rows(tables) => tables,
            Self::OuterAndInnerLines(tables) => tables,
            Self::LinesWithBoardTerms(tables) => tables,
            Self::RowsAndMatrices(tables) => tables,
            Self::Matrix(tables) => tables,
            Self::MatrixWithBoardTerms(tables) => tables,
            Self::Tuples(tables) => tables,
            Self::LinesAndSquares(tables) => tables,
            Self::TuplesAndRows(tables) => tables,
            Self::LinesAndSquaresAndRows(tables) => tables,
            Self::None(tables) => tables,
        }
    }

    /// The value of a board in double precision where the heuristic has it:
    /// see [`ValueFunction::static_value`](super::ValueFunction::static_value).
    pub fn static_value(&self, board: Board) -> f64 {
        self.any().static_value(board)
    }
}
