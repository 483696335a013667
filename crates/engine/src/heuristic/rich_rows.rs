//! The row heuristic with more terms; a file asks for each by name.
//!
//! These terms are added to the rows and columns of [`rows`]:
//!
//! ```text
//! every line:   - smoothness · Σ |r - s| over neighbouring tiles of ranks r and s
//! inner lines:  inner-NAME in place of NAME, for the two middle rows and columns
//! the board:    + corner · [a largest tile stands in a corner]
//!               + board-empty · (empty cells)^board-empty-exponent
//!               + snake · max over the eight orientations of Σ snake-ratio^i · face(cell i)
//!               + max over the eight orientations of Σ matrix-RC · face(row R, column C)
//! ```
//!
//! Tiles with empty cells between them are neighbours. The cells of a snake are
//! numbered from 0 along the first row, back along the second, and so on.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::added_tables::TuplesAndRows;
use super::board_terms::WithBoardTerms;
use super::limits::{MAX_TERM, MAX_VALUE, limited};
use super::matrix_settings::Orientations;
use super::matrix_tables::MatrixTables;
use super::path::along_snake;
use super::row_tables::LineTables;
use super::rows::{self, row_values};
use super::searched::Searched;
use super::weight_matrix::{CELLS, MATRIX, WeightMatrix};
use super::weight_spec::WeightSpec;
use crate::game::per_row::{PerRow, ranks};

/// The prefix in the names of weights of the inner lines.
pub const INNER: &str = "inner-";

/// The prefix in the names of a matrix's entries.
const MATRIX_ENTRY: &str = "matrix-";

/// Weights that have no effect without another one: the weight, then the other.
pub const NEEDED: [(&str, &str); 2] =
    [("board-empty-exponent", "board-empty"), ("snake-ratio", "snake")];

/// The weights that a file may add to those of [`rows`]; the heuristic has those that the
/// file names.
pub static WEIGHTS: LazyLock<Vec<WeightSpec>> = LazyLock::new(|| {
    let meaning = "Entry of a matrix of faces, added in the best of its eight orientations: \
                   row, then column, from 0.";
    let entry = |cell| WeightSpec::computed(entry_name(cell), 0.0, [0.0, 100.0], meaning);
    let entries = (0..CELLS).map(entry);
    // The constant is that of all lines.
    let of_inner_lines = rows::WEIGHTS[1..].iter().chain([&SMOOTHNESS]).map(inner);
    let of_lines = std::iter::once(SMOOTHNESS.clone()).chain(of_inner_lines);
    of_lines.chain(OF_BOARD.iter().cloned()).chain(entries).collect()
});

fn entry_name(cell: usize) -> String {
    format!("{MATRIX_ENTRY}{}{}", cell / 4, cell % 4)
}

static SMOOTHNESS: WeightSpec = WeightSpec::named("smoothness", 0.0, [0.0, 400.0]).means(
    "Penalty on the differences of rank between neighbouring tiles, \
     empty cells between them ignored.",
);

/// A weight of the inner lines in place of one of all lines.
fn inner(spec: &WeightSpec) -> WeightSpec {
    WeightSpec {
        name: format!("{INNER}{}", spec.name).into(),
        meaning: format!("In place of {} in the two middle rows and columns.", spec.name).into(),
        ..spec.clone()
    }
}

static OF_BOARD: [WeightSpec; 5] = [
    WeightSpec::named("corner", 0.0, [0.0, 40_000.0])
        .means("Bonus for a board with a largest tile in a corner."),
    WeightSpec::named("board-empty", 0.0, [0.0, 400.0])
        .means("Times the number of empty cells of the board raised to board-empty-exponent."),
    WeightSpec::named("board-empty-exponent", 2.0, [0.5, 4.0])
        .means("The power of the number of empty cells that board-empty multiplies."),
    WeightSpec::named("snake", 0.0, [0.0, 100.0]).means(
        "Times the faces along the best of eight snakes, each worth snake-ratio of the one before.",
    ),
    WeightSpec::named("snake-ratio", 0.5, [0.05, 0.95])
        .means("What a cell of a snake is worth beside the one before it."),
];

/// The weights of [`rows`], and after them one or more of [`WEIGHTS`]; as data the names of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct RichRows(pub(super) Arc<[WeightSpec]>);

impl RichRows {
    /// With those of [`WEIGHTS`] that are named; `None` if none is. Unknown names are ignored.
    pub(super) fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let names: Vec<&str> = names.into_iter().collect();
        let is_named = |weight: &&WeightSpec| names.contains(&&*weight.name);
        let more: Vec<WeightSpec> = WEIGHTS.iter().filter(is_named).cloned().collect();
        (!more.is_empty()).then(|| Self([rows::WEIGHTS.to_vec(), more].concat().into()))
    }
}

impl From<RichRows> for Vec<String> {
    fn from(RichRows(weights): RichRows) -> Self {
        weights[rows::WEIGHTS.len()..].iter().map(|spec| spec.name.to_string()).collect()
    }
}

impl TryFrom<Vec<String>> for RichRows {
    type Error = String;

    fn try_from(names: Vec<String>) -> Result<Self, String> {
        let found = Self::named(names.iter().map(String::as_str));
        let is_all = |found: &Self| found.0.len() == rows::WEIGHTS.len() + names.len();
        found.filter(is_all).ok_or_else(|| {
            let expected = "one or more that can stand beside those of rows, each once";
            format!("found the weights `{}` of rich rows, expected {expected}", names.join(", "))
        })
    }
}

/// The term that a weight multiplies: that of the outer lines for inner ones, that of their matrix for entries.
pub(super) fn term_of(weight: &WeightSpec) -> Option<&str> {
    match weight.name.strip_prefix(INNER).unwrap_or(&weight.name) {
        // The ratio of a snake is a shape, no factor.
        name if !weight.is_factor() || name == "snake-ratio" => None,
        name if name.starts_with(MATRIX_ENTRY) => Some(MATRIX),
        name => Some(name),
    }
}

/// Values by the names of their weights.
type Values<'v> = HashMap<&'v str, f64>;

fn by_name<'v>(weights: &'v [WeightSpec], values: &[f64]) -> Values<'v> {
    weights.iter().map(|weight| &*weight.name).zip(values.iter().copied()).collect()
}

/// Whether inner lines have weights of their own.
fn has_inner(values: &Values<'_>) -> bool {
    values.keys().any(|name| name.starts_with(INNER))
}

/// Builds the tables from a list of weights and their values. Without a term of the
/// whole board they are tables of lines alone.
pub(super) fn tables(weights: &[WeightSpec], values: &[f64]) -> Box<dyn Searched> {
    let values = &by_name(weights, values);
    let matrices = matrices(values);
    let has_board_terms = ["corner", "board-empty"].iter().any(|name| values.contains_key(name));
    if !has_inner(values) && !has_board_terms && matrices.is_empty() {
        let (constant, lines) = line_values(values, "");
        return Box::new(LineTables::new(constant, [lines]));
    }
    let (constant, lines) = outer_and_inner(values);
    let rows = LineTables::new(constant, lines);
    if !matrices.is_empty() {
        Box::new(with_board_terms(rows.with_matrices(matrices), values))
    } else if has_board_terms {
        Box::new(with_board_terms(rows, values))
    } else {
        Box::new(rows)
    }
}

/// Adds rows and the terms of the board to a learned network; `more` is a constant and a value to
/// add to each line.
pub(super) fn tables_beside<T>(
    tuples: T,
    weights: &[WeightSpec],
    values: &[f64],
    more: &(f64, PerRow<f32>),
) -> WithBoardTerms<TuplesAndRows<T>> {
    let values = &by_name(weights, values);
    let (constant, mut lines) = outer_and_inner(values);
    for lines in &mut lines {
        for (line, more) in lines.iter_mut().zip(more.1.iter()) {
            *line = limited(f64::from(*line) + f64::from(*more), MAX_VALUE) as f32;
        }
    }
    let rows = LineTables::new(limited(constant + more.0, MAX_VALUE), lines);
    let rows = rows.with_matrices(matrices(values));
    with_board_terms(TuplesAndRows { tuples, rows }, values)
}

/// The constant, and the values of outer and of inner lines.
fn outer_and_inner(values: &Values<'_>) -> (f64, [PerRow<f32>; 2]) {
    let (constant, outer) = line_values(values, "");
    let inner = if has_inner(values) { line_values(values, INNER).1 } else { outer.clone() };
    (constant, [outer, inner])
}

/// Adds the bonus of the corner and the term of empty cells.
fn with_board_terms<T>(tables: T, values: &Values<'_>) -> WithBoardTerms<T> {
    let value = |name: &str, missing| values.get(name).copied().unwrap_or(missing);
    let (corner, weight) = (value("corner", 0.0), value("board-empty", 0.0));
    let exponent = value("board-empty-exponent", 2.0);
    let of_empty = |cells| weight * limited(libm::pow(f64::from(cells), exponent), MAX_TERM);
    WithBoardTerms::new(tables, corner, of_empty)
}

/// The constant, and the value of each line without it. Weights whose names have the
/// prefix take precedence over those without. A factor of [`rows`] that is not among the weights is 0.
fn line_values(values: &Values<'_>, prefix: &str) -> (f64, PerRow<f32>) {
    let value = |name: &str| {
        let prefixed = values.get(&*format!("{prefix}{name}"));
        prefixed.or_else(|| values.get(name)).copied()
    };
    let missing = |spec: &WeightSpec| if spec.is_factor() { 0.0 } else { spec.default };
    let core = rows::WEIGHTS.each_ref();
    let core = core.map(|spec| value(&spec.name).unwrap_or_else(|| missing(spec)));
    let (constant, mut lines) = row_values(core);
    if let Some(weight) = value("smoothness") {
        for (row, line) in (0..=u16::MAX).zip(lines.iter_mut()) {
            let penalty = limited(weight * f64::from(rank_steps(row)), MAX_TERM);
            *line = limited(f64::from(*line) - penalty, MAX_VALUE) as f32;
        }
    }
    (constant, lines)
}

/// The sum of the differences of rank between neighbouring tiles.
fn rank_steps(row: u16) -> u32 {
    let mut sum = 0;
    let mut tiles = ranks(row).into_iter().filter(|&rank| rank > 0);
    let mut previous = tiles.next();
    for rank in tiles {
        sum += previous.map_or(0, |previous| u32::from(rank.abs_diff(previous)));
        previous = Some(rank);
    }
    sum
}

/// The matrices that weights ask for: of a snake, and of single entries.
fn matrices(values: &Values<'_>) -> Vec<MatrixTables> {
    let snake = values.get("snake").map(|&worth| {
        let mut worth = limited(worth, MAX_VALUE);
        let ratio = values.get("snake-ratio").copied().unwrap_or(0.5);
        let mut entries = [0.0; CELLS];
        for step in 0..CELLS {
            entries[along_snake(step)] = worth;
            worth = limited(worth * ratio, MAX_VALUE);
        }
        entries
    });
    let named: [_; CELLS] = std::array::from_fn(|cell| values.get(&*entry_name(cell)));
    let entry = |entry: Option<&f64>| limited(entry.copied().unwrap_or(0.0), MAX_VALUE);
    let matrix = named.iter().any(Option::is_some).then(|| named.map(entry));
    let tables = |entries| MatrixTables::new(WeightMatrix::of_faces(entries, Orientations::Eight));
    snake.into_iter().chain(matrix).map(tables).collect()
}
