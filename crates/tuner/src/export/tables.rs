//! Export as the values of all rows, for solvers that load a table.
//!
//! The file has 262 144 bytes: 65 536 IEEE-754 32-bit floats, little-endian,
//! without a header. The float at byte 4·i is the value of row i, including the
//! constant. Bits 0 to 3 of i are the rank of the leftmost cell, bits 12 to 15
//! the rank of the rightmost. The value of a board is the sum over its four rows
//! and four columns. With separate weights for inner lines, a second table of the
//! same size follows for the two middle rows and columns, and the first table is
//! for the outer ones.

use super::ExportError;
use tune2048_engine::heuristic::{Tables, Weights};

pub(super) fn export(weights: &Weights) -> Result<Vec<u8>, ExportError> {
    match Tables::new(weights) {
        Tables::Rows(tables) => Ok(bytes(tables.row_values())),
        Tables::OuterAndInnerLines(tables) => Ok(bytes(tables.row_values())),
        Tables::RichRows(_) => Err(ExportError::NoRowValues(
            "rows with terms of the whole board",
        )),
        Tables::Matrix(_) | Tables::MatrixWithBoardTerms(_) | Tables::None(_) => {
            Err(ExportError::NoRowValues(weights.heuristic.name()))
        }
    }
}

fn bytes(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_le_bytes).collect()
}
