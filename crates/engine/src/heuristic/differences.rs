//! Adjacent differences: the tiles, less how far neighbours are apart.
//!
//! A board of cell values A is worth 2 · (sum · Σ A - difference · Σ |A - B|),
//! the second sum over all pairs of neighbours. Each cell stands in one row and
//! one column, each pair of neighbours in one of them, so that it is a sum over
//! rows and columns, read off the tables of [`row_tables`]: a line is worth
//! sum · Σ A - 2 · difference · Σ |A - B|. Its author's cells are face values;
//! here they may be a power of them.
//!
//! [`row_tables`]: super::row_tables

use std::borrow::Cow;

use super::row_tables::RowTables;
use super::rows::{MAX_TERM, MAX_VALUE, limited};
use super::weights::{HeuristicKind, WeightSpec, Weights};

/// The weights of the heuristic `differences`; their defaults are its author's.
pub static WEIGHTS: [WeightSpec; 3] = [
    WeightSpec {
        name: Cow::Borrowed("sum"),
        default: 4.0,
        low: 0.0,
        high: 20.0,
        meaning: Cow::Borrowed("Per unit of the sum of the cells' values, twice."),
    },
    WeightSpec {
        name: Cow::Borrowed("difference"),
        default: 1.0,
        low: 0.0,
        high: 10.0,
        meaning: Cow::Borrowed("Penalty on the differences between neighbouring cells, twice."),
    },
    WeightSpec {
        name: Cow::Borrowed("exponent"),
        default: 1.0,
        low: 0.1,
        high: 2.0,
        meaning: Cow::Borrowed("The power of the face value that stands for a tile."),
    },
];

/// Builds the tables.
///
/// # Panics
/// If the weights are those of another heuristic.
pub fn tables(weights: &Weights) -> RowTables {
    assert_eq!(weights.heuristic, HeuristicKind::Differences);
    let &[sum, difference, exponent] = weights.values.as_slice() else {
        panic!("expected {} values", WEIGHTS.len());
    };
    let value = |rank: u16| match rank {
        0 => 0.0,
        rank => limited(libm::exp2(f64::from(rank) * exponent), MAX_TERM),
    };
    let cells: [f64; 16] = std::array::from_fn(|rank| value(rank as u16));
    let line = |row: u16| {
        let [a, b, c, d] = [0, 4, 8, 12].map(|bit| cells[usize::from(row >> bit & 0xf)]);
        let apart = (a - b).abs() + (b - c).abs() + (c - d).abs();
        let value = limited(sum * (a + b + c + d), MAX_TERM)
            - limited(difference * (2.0 * apart), MAX_TERM);
        limited(value, MAX_VALUE) as f32
    };
    let values: Box<[f32]> = (0..=u16::MAX).map(line).collect();
    let values = values
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"));
    RowTables::of_values(0.0, [values])
}
