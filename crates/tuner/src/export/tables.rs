//! The row values themselves, for solvers that load their table.
//!
//! 262 144 bytes: 65 536 IEEE-754 32-bit floats, little-endian, no header.
//! The float at byte 4·i is the value of row i, the constant included; bits 0
//! to 3 of i are the rank of the leftmost cell, bits 12 to 15 that of the
//! rightmost. A board is worth the sum over its four rows and four columns.
//! With weights of their own for inner lines as much again, for the two rows and
//! two columns in the middle; what comes first is for the others then.

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
