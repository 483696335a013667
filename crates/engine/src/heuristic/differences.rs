//! Adjacent differences: the tiles, less the differences between neighbours.
//!
//! The value of a board of cell values A is 2 · (sum · Σ A - difference · Σ |A - B|),
//! where the second sum is over all pairs of neighbours. Each cell stands in one row
//! and one column, and each pair of neighbours in one line, so that the value is a sum
//! over rows and columns: sum · Σ A - 2 · difference · Σ |A - B| for each. The author's
//! cells are face values; here they may be a power of them.

use super::limits::{MAX_TERM, MAX_VALUE, limited};
use super::row_tables::LineTables;
use super::weight_spec::WeightSpec;
use crate::game::per_row::{per_row, ranks};

/// The name in files.
pub const NAME: &str = "differences";

/// The value of a board in words.
pub const MEANING: &str = "The tiles, less the differences between neighbours.";

/// The weights of the heuristic `differences`; their defaults are its author's.
pub static WEIGHTS: [WeightSpec; 3] = [
    WeightSpec::named("sum", 4.0, [0.0, 20.0])
        .means("Per unit of the sum of the cells' values, twice."),
    WeightSpec::named("difference", 1.0, [0.0, 10.0])
        .means("Penalty on the differences between neighbouring cells, twice."),
    WeightSpec::named("exponent", 1.0, [0.1, 2.0])
        .means("The power of the face value that stands for a tile."),
];

pub(super) fn tables(values: &[f64]) -> LineTables<1> {
    let [sum, difference, exponent] = std::array::from_fn(|index| values[index]);
    let cells: [f64; 16] = std::array::from_fn(|rank| match rank {
        0 => 0.0,
        rank => limited(libm::exp2(rank as f64 * exponent), MAX_TERM),
    });
    let line = |row: u16| {
        let [a, b, c, d] = ranks(row).map(|rank| cells[usize::from(rank)]);
        let apart = (a - b).abs() + (b - c).abs() + (c - d).abs();
        let value = limited(sum * (a + b + c + d), MAX_TERM)
            - limited(difference * (2.0 * apart), MAX_TERM);
        limited(value, MAX_VALUE) as f32
    };
    LineTables::new(0.0, [per_row(line)])
}
