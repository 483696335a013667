//! Export as the values of all rows, for solvers that load a table.
//!
//! The file has 262 144 bytes: 65 536 IEEE-754 32-bit floats, little-endian,
//! without a header. The float at byte 4·i is the value of row i, including the
//! constant. Bits 0 to 3 of i are the rank of the leftmost cell, bits 12 to 15
//! the rank of the rightmost. The value of a board is the sum over its four rows
//! and four columns. With separate weights for inner lines, a second table of the
//! same size follows for the two middle rows and columns, and the first table is
//! for the outer ones. The same two tables are written of a learned network of rows and columns
//! alone, whose values are points still to come: a solver adds the points of each merge to them.

use crate::weights::export::{ExportError, Format};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};

pub(super) static FORMAT: Format = Format {
    name: "tables",
    extensions: &["f32", "bin"],
    is_binary: true,
    write: |request| match request.file.weights.board_player() {
        Some(player) => export(&player.weights),
        None => Err(no_rows(request.file.weights.subject.table_name(), false)),
    },
    ..Format::TEXT
};

fn export(weights: &Weights) -> Result<Vec<u8>, ExportError> {
    let (found, is_network) = match &weights.heuristic {
        HeuristicKind::Tuples(_) => ("tuples with more than rows and columns", true),
        HeuristicKind::RichRows(_) => ("rows with terms of the whole board", false),
        other => (other.name(), false),
    };
    let values = Tables::new(weights).row_values().ok_or_else(|| no_rows(found, is_network))?;
    Ok(values.into_iter().flat_map(f32::to_le_bytes).collect())
}

/// The error of a heuristic without row values.
fn no_rows(found: &str, is_network: bool) -> ExportError {
    let known = Format::choice(|format| {
        !format.is_binary && !format.has_opponent && (format.has_player || !is_network)
    });
    let expected = "rows, differences, expressions or a network of rows and columns, which have a value per row";
    ExportError::new(
        "tables",
        &format!("the heuristic {found}"),
        expected,
        &format!("export it as {known}"),
    )
}
