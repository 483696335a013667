//! A weight matrix in a campaign file: fixed, or tuned in a layout.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::weight_entry::{RangeTable, SpaceReader};
use tune2048_engine::heuristic::MatrixLayout;
use tune2048_engine::heuristic::corner_matrix::{CELLS, NAME, PUBLISHED};
use tune2048_engine::presets::Preset;
use tune2048_files::toml_errors::{Document, number};

const MATRIX: &str = "heuristic.corner-matrix.matrix";

/// Four rows of four entries each, in reading order.
type Rows = [[f64; 4]; 4];

/// A matrix is four rows of four numbers that stay fixed, or a table with
/// `layout` and `start`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Matrix")]
pub(crate) enum MatrixEntry {
    /// Entries that stay fixed.
    Fixed(Rows),
    /// Entries that are tuned.
    Layout(LayoutTable),
}

/// The matrices that a search may try.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "MatrixLayout")]
pub(super) struct LayoutTable {
    /// The order that the entries must have.
    #[serde(default)]
    layout: MatrixLayout,
    /// The matrix from which the search starts. Default a built-in matrix of the layout.
    start: Option<MatrixStart>,
    /// The low end of the range of every entry; only with layout = "free". Default 0.
    #[schemars(range(min = -1e30, max = 1e30))]
    low: Option<f64>,
    /// The high end of the range of every entry; only with layout = "free". Default 1.
    #[schemars(range(min = -1e30, max = 1e30))]
    high: Option<f64>,
}

/// A starting matrix is the name of a built-in matrix, or four rows of four numbers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum MatrixStart {
    /// A built-in matrix.
    Preset(#[schemars(schema_with = "matrix_presets")] String),
    /// Four rows of four numbers.
    Entries(Rows),
}

fn matrix_presets(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<_> = Preset::of_heuristic(NAME).map(|preset| preset.name).collect();
    json_schema!({ "type": "string", "enum": names })
}

impl SpaceReader<'_, '_> {
    /// Reads the matrix and its layout.
    pub(super) fn matrix(&mut self, entry: &MatrixEntry) {
        let start = match entry {
            MatrixEntry::Fixed(rows) => entries(rows),
            MatrixEntry::Layout(table) => {
                let start = start_matrix(table);
                if table.layout == MatrixLayout::Free {
                    for (cell, start) in start.iter().enumerate() {
                        let (start, low, high) = (Some(*start), table.low, table.high);
                        let range = RangeTable { start, low, high, ..RangeTable::default() };
                        self.range(cell, &range, MATRIX);
                    }
                } else {
                    check_ordered_matrix(table, &start, self.document);
                    self.space.layout = self.tunes(MATRIX).then_some(table.layout);
                }
                start
            }
        };
        self.space.start.values[..CELLS].copy_from_slice(&start);
    }
}

fn start_matrix(table: &LayoutTable) -> [f64; CELLS] {
    let preset = match (&table.start, table.layout) {
        (Some(MatrixStart::Entries(rows)), _) => return entries(rows),
        (Some(MatrixStart::Preset(name)), _) => name,
        (None, MatrixLayout::Diagonal) => "corner-diagonal",
        (None, MatrixLayout::ReadingOrder | MatrixLayout::Free) => "corner-published",
    };
    let weights = Preset::find(preset).map(Preset::weights);
    weights.map_or(PUBLISHED, |weights| std::array::from_fn(|cell| weights.values[cell]))
}

/// Returns the entries of a matrix in reading order.
fn entries(rows: &Rows) -> [f64; CELLS] {
    std::array::from_fn(|cell| rows[cell / 4][cell % 4])
}

fn check_ordered_matrix(table: &LayoutTable, start: &[f64; CELLS], document: &mut Document<'_>) {
    for (key, end) in [("low", table.low), ("high", table.high)] {
        if end.is_some() {
            document.report_useless(&format!("{MATRIX}.{key}"), "the layout is not \"free\"");
        }
    }
    if let Some(cell) = table.layout.misfit(start) {
        let order = match table.layout {
            MatrixLayout::Diagonal => "along each row and each column",
            MatrixLayout::ReadingOrder | MatrixLayout::Free => "along the reading order",
        };
        let message = format!("the matrix must fall {order}, with no negative entry");
        let (row, column) = (cell / 4, cell % 4);
        let entry = number(start[cell]);
        let label = format!("found {entry} in row {}, column {}", row + 1, column + 1);
        let help = "give another `start`, or another `layout`";
        document.report_at(&format!("{MATRIX}.start.{row}.{column}"), message, label, help);
    }
}
