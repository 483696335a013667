//! The row heuristic with more terms, each of which a file asks for by name.
//!
//! To the rows and columns of [`rows`] come:
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

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Tables;
use super::board_terms::WithBoardTerms;
use super::corner_bonus::WithCornerBonus;
use super::corner_matrix::{CELLS, MatrixTables};
use super::row_tables::{LineTables, RowTables};
use super::rows::{self, MAX_TERM, MAX_VALUE, limited, row_values};
use super::rows_and_matrices::RowsAndMatrices;
use super::weights::{CellValue, HeuristicKind, WeightSpec, Weights};

/// What the names of weights of the inner lines begin with.
pub const INNER: &str = "inner-";

const fn spec(
    name: &'static str,
    default: f64,
    low: f64,
    high: f64,
    meaning: &'static str,
) -> WeightSpec {
    WeightSpec {
        name: Cow::Borrowed(name),
        default,
        low,
        high,
        meaning: Cow::Borrowed(meaning),
    }
}

/// The weights that a file may add to those of [`rows`]. Those
/// that it does not name do not exist: the heuristic is what it is without.
pub static WEIGHTS: LazyLock<Vec<WeightSpec>> = LazyLock::new(|| {
    let entries = (0..CELLS).map(|cell| WeightSpec {
        name: entry_name(cell).into(),
        default: 0.0,
        low: 0.0,
        high: 100.0,
        meaning: "Entry of a matrix of faces, added in the best of its eight orientations: \
                  row, then column, from 0."
            .into(),
    });
    TERMS.iter().cloned().chain(entries).collect()
});

fn entry_name(cell: usize) -> String {
    format!("matrix-{}{}", cell / 4, cell % 4)
}

static TERMS: [WeightSpec; 14] = [
    spec(
        "smoothness",
        0.0,
        0.0,
        400.0,
        "Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored.",
    ),
    spec(
        "inner-empty",
        270.0,
        0.0,
        2_000.0,
        "In place of empty in the two middle rows and columns.",
    ),
    spec(
        "inner-merges",
        700.0,
        0.0,
        4_000.0,
        "In place of merges in the two middle rows and columns.",
    ),
    spec(
        "inner-monotonicity",
        47.0,
        0.0,
        400.0,
        "In place of monotonicity in the two middle rows and columns.",
    ),
    spec(
        "inner-monotonicity-exponent",
        4.0,
        0.5,
        6.0,
        "In place of monotonicity-exponent in the two middle rows and columns.",
    ),
    spec(
        "inner-sum",
        11.0,
        0.0,
        100.0,
        "In place of sum in the two middle rows and columns.",
    ),
    spec(
        "inner-sum-exponent",
        3.5,
        0.5,
        6.0,
        "In place of sum-exponent in the two middle rows and columns.",
    ),
    spec(
        "inner-edge",
        0.0,
        0.0,
        40_000.0,
        "In place of edge in the two middle rows and columns.",
    ),
    spec(
        "inner-smoothness",
        0.0,
        0.0,
        400.0,
        "In place of smoothness in the two middle rows and columns.",
    ),
    spec(
        "corner",
        0.0,
        0.0,
        40_000.0,
        "Bonus for a board with a largest tile in a corner.",
    ),
    spec(
        "board-empty",
        0.0,
        0.0,
        400.0,
        "Times the number of empty cells of the board raised to board-empty-exponent.",
    ),
    spec(
        "board-empty-exponent",
        2.0,
        0.5,
        4.0,
        "The power of the number of empty cells that board-empty multiplies.",
    ),
    spec(
        "snake",
        0.0,
        0.0,
        100.0,
        "Times the faces along the best of eight snakes, each worth snake-ratio of the one before.",
    ),
    spec(
        "snake-ratio",
        0.5,
        0.05,
        0.95,
        "What a cell of a snake is worth beside the one before it.",
    ),
];

/// Weights that do nothing without another one.
pub const NEEDED: [(&str, &str); 2] = [
    ("board-empty-exponent", "board-empty"),
    ("snake-ratio", "snake"),
];

/// The row heuristic with those weights that have one of these names, if any does.
pub fn kind<'n>(names: impl Iterator<Item = &'n str> + Clone) -> HeuristicKind {
    let is_named = |weight: &&WeightSpec| names.clone().any(|name| name == weight.name);
    let more: Vec<WeightSpec> = WEIGHTS.iter().filter(is_named).cloned().collect();
    if more.is_empty() {
        return HeuristicKind::Rows;
    }
    HeuristicKind::RichRows([rows::WEIGHTS.to_vec(), more].concat().into())
}

/// The tables: those of lines alone, if no weight is one of the whole board.
///
/// # Panics
/// If the weights are those of another heuristic.
pub(super) fn tables(weights: &Weights) -> Tables {
    assert!(matches!(weights.heuristic, HeuristicKind::RichRows(_)));
    let of = |name: &str| weights.get(name);
    let (constant, outer) = line_values(weights, "");
    let has_inner = weights.iter().any(|(spec, _)| spec.name.starts_with(INNER));
    let inner = || line_values(weights, INNER).1;
    let matrices: Vec<_> = snake(weights).into_iter().chain(matrix(weights)).collect();
    let of_board = ["corner", "board-empty"];
    if matrices.is_empty() && of_board.iter().all(|name| of(name).is_none()) {
        if has_inner {
            let tables = LineTables::of_values(constant, [outer, inner()]);
            return Tables::OuterAndInnerLines(tables);
        }
        return Tables::Rows(RowTables::of_values(constant, [outer]));
    }
    let inner = if has_inner { inner() } else { outer.clone() };
    let rows = LineTables::of_values(constant, [outer, inner]);
    let corner = limited(of("corner").unwrap_or(0.0), MAX_VALUE) as f32;
    let tables = WithCornerBonus::new(RowsAndMatrices::new(rows, matrices), corner);
    Tables::RichRows(WithBoardTerms::new(tables, empty_term(weights)))
}

/// Values of all lines without the constant, which is returned beside them; of
/// weights, those whose names have the prefix go before those without.
fn line_values(weights: &Weights, prefix: &str) -> (f64, Box<[f32; 65536]>) {
    let of = |name: &str| {
        weights
            .get(&format!("{prefix}{name}"))
            .or(weights.get(name))
    };
    let core = Weights {
        heuristic: HeuristicKind::Rows,
        values: rows::WEIGHTS
            .iter()
            .map(|spec| of(&spec.name).unwrap_or(spec.default))
            .collect(),
    };
    let (constant, mut values) = row_values(&core);
    if let Some(weight) = of("smoothness") {
        for (row, value) in values.iter_mut().enumerate() {
            let ranks = [0, 4, 8, 12].map(|shift| row >> shift & 0xf);
            let penalty = limited(weight * f64::from(steps(ranks)), MAX_TERM);
            *value = limited(f64::from(*value) - penalty, MAX_VALUE) as f32;
        }
    }
    (constant, values)
}

/// How far the ranks of neighbouring tiles are apart in sum.
fn steps(ranks: [usize; 4]) -> u32 {
    let mut sum = 0;
    let mut tiles = ranks.into_iter().filter(|&rank| rank > 0);
    let mut previous = tiles.next();
    for rank in tiles {
        sum += previous.map_or(0, |previous| rank.abs_diff(previous) as u32);
        previous = Some(rank);
    }
    sum
}

/// The term of the number of empty cells.
fn empty_term(weights: &Weights) -> impl Fn(u32) -> f64 {
    let weight = weights.get("board-empty").unwrap_or(0.0);
    let exponent = weights.get("board-empty-exponent").unwrap_or(2.0);
    move |cells| weight * limited(libm::pow(f64::from(cells), exponent), MAX_TERM)
}

/// The matrix of a snake, which is looked at from all sides, if there is one.
fn snake(weights: &Weights) -> Option<MatrixTables> {
    let mut worth = limited(weights.get("snake")?, MAX_VALUE);
    let ratio = weights.get("snake-ratio").unwrap_or(0.5);
    let mut values = vec![0.0; CELLS];
    for step in 0..CELLS {
        let (row, column) = (step / 4, step % 4);
        let column = if row % 2 == 0 { column } else { 3 - column };
        values[4 * row + column] = worth;
        worth = limited(worth * ratio, MAX_VALUE);
    }
    Some(of_faces(values))
}

/// The matrix of single entries, looked at likewise, if any is named.
fn matrix(weights: &Weights) -> Option<MatrixTables> {
    let entries: Vec<Option<f64>> = (0..CELLS)
        .map(|cell| weights.get(&entry_name(cell)))
        .collect();
    let entry = |entry: &Option<f64>| limited(entry.unwrap_or(0.0), MAX_VALUE);
    let is_named = entries.iter().any(Option::is_some);
    is_named.then(|| of_faces(entries.iter().map(entry).collect()))
}

fn of_faces(values: Vec<f64>) -> MatrixTables {
    MatrixTables::new(&Weights {
        heuristic: HeuristicKind::CornerMatrix(CellValue::Face),
        values,
    })
}
