//! The row heuristic: the value of a board is a sum over its rows and columns.
//!
//! The heuristic of the most copied program (2014) and its untuned forerunner. For a
//! row of ranks r0..r3, where empty cells have rank 0:
//!
//! ```text
//! constant + empty · (empty cells) + merges · (tiles in runs of equals)
//!     - monotonicity · min(up, down) - sum · Σ r^sum-exponent
//!     + edge · [the largest rank stands at an end]
//! down = Σ over neighbours with r[i-1] > r[i] of r[i-1]^m - r[i]^m, up the same
//!     for the other neighbours with the sign turned, m = monotonicity-exponent
//! ```
//!
//! A run is a maximal sequence of equal ranks, empty cells between them
//! ignored; one of n ≥ 2 counts n. The value of a board is the sum over its four
//! rows and four columns.

use std::sync::LazyLock;

use super::limits::{MAX_TERM, MAX_VALUE, limited};
use super::weight_spec::WeightSpec;
use crate::game::per_row::{PerRow, per_row, ranks};

/// The name in files.
pub const NAME: &str = "rows";

/// The value of a board in words.
pub const MEANING: &str = "A sum over rows and columns.";

/// The weights of the heuristic `rows`; their defaults are those of 2014.
pub static WEIGHTS: [WeightSpec; 8] = [
    WeightSpec::named("constant", 200_000.0, [0.0, 1_000_000.0])
        .means("Added to each row and column; keeps live boards above dead ones."),
    WeightSpec::named("empty", 270.0, [0.0, 2_000.0]).means("Per empty cell of a row or column."),
    WeightSpec::named("merges", 700.0, [0.0, 4_000.0])
        .means("Per tile that stands beside an equal one, empty cells between them ignored."),
    WeightSpec::named("monotonicity", 47.0, [0.0, 400.0]).means(
        "Penalty on rises and falls of rank^monotonicity-exponent, \
         whichever of the two are smaller in sum.",
    ),
    WeightSpec::named("monotonicity-exponent", 4.0, [0.5, 6.0])
        .means("The power of the ranks that monotonicity compares."),
    WeightSpec::named("sum", 11.0, [0.0, 100.0]).means("Penalty on the sum of rank^sum-exponent."),
    WeightSpec::named("sum-exponent", 3.5, [0.5, 6.0])
        .means("The power of the ranks that sum adds up."),
    WeightSpec::named("edge", 0.0, [0.0, 40_000.0])
        .means("Bonus for a row or column whose largest rank stands at one of its ends."),
];

/// The constant, and the value of each row without it: added to the values, a large
/// constant would cost them their precision.
pub(super) fn row_values(values: [f64; WEIGHTS.len()]) -> (f64, PerRow<f32>) {
    let [constant, empty, merges, monotonicity, exponent, sum_factor, sum_exponent, edge] = values;
    let powers = powers_of_ranks(exponent);
    // The fall and the rise of a power of the rank from one cell to the next, by the rank of the
    // second cell, then of the first.
    let steps = |step: &dyn Fn(usize, usize) -> f64| -> [[f64; 16]; 16] {
        std::array::from_fn(|second| std::array::from_fn(|first| step(first, second)))
    };
    let fall = |first: usize, second: usize| powers[first] - powers[second];
    let falls = steps(&|first, second| if first > second { fall(first, second) } else { 0.0 });
    let rises = steps(&|first, second| if first > second { 0.0 } else { -fall(first, second) });
    let sum_powers = powers_of_ranks(sum_exponent);
    // The part of a row's value that does not depend on powers.
    let shape_values: [f64; SHAPES] = std::array::from_fn(|shape| {
        let [empty_cells, tiles_in_runs, is_largest_at_end] =
            [shape / 10, shape / 2 % 5, shape % 2].map(|part| part as f64);
        limited(empty * empty_cells, MAX_TERM)
            + limited(merges * tiles_in_runs, MAX_TERM)
            + limited(edge * is_largest_at_end, MAX_TERM)
    });
    let shapes = shapes_of_rows();
    let mut table: PerRow<f32> = per_row(|_| 0.0);
    // Sixteen rows at a time, which differ in their first rank only.
    for (block, (values, shapes)) in
        table.chunks_exact_mut(16).zip(shapes.chunks_exact(16)).enumerate()
    {
        let [b, c, d] = [block & 0xf, block >> 4 & 0xf, block >> 8];
        let rest = |table: &[[f64; 16]; 16]| table[c][b] + table[d][c];
        let (down, up) = (rest(&falls), rest(&rises));
        let sum = sum_powers[b] + sum_powers[c] + sum_powers[d];
        let of_shapes: [f64; 16] = std::array::from_fn(|a| shape_values[usize::from(shapes[a])]);
        for a in 0..16 {
            let down = falls[b][a] + down;
            let up = rises[b][a] + up;
            let value = of_shapes[a]
                - limited(monotonicity * f64::min(down, up), MAX_TERM)
                - limited(sum_factor * (sum_powers[a] + sum), MAX_TERM);
            values[a] = limited(value, MAX_VALUE) as f32;
        }
    }
    (limited(constant, MAX_VALUE), table)
}

/// rank^exponent for the ranks 0 to 15, by a library that gives the same bits on every processor.
fn powers_of_ranks(exponent: f64) -> [f64; 16] {
    std::array::from_fn(|rank| limited(libm::pow(rank as f64, exponent), MAX_TERM))
}

/// The number of shapes: properties of a row that have factors, powers of its ranks apart.
const SHAPES: usize = 5 * 5 * 2;

/// The shape of each row, which no weight changes: five times the number of empty cells plus that of
/// tiles in runs, twice that, and one more if the largest rank stands at an end.
fn shapes_of_rows() -> &'static [u8; 65536] {
    static TABLE: LazyLock<PerRow<u8>> = LazyLock::new(|| {
        per_row(|row| {
            let ranks = ranks(row);
            let empty_cells: u8 = ranks.map(|rank| u8::from(rank == 0)).into_iter().sum();
            let is_largest_at_end = ranks[0].max(ranks[3]) >= ranks[1].max(ranks[2]);
            (empty_cells * 5 + tiles_in_runs(ranks)) * 2 + u8::from(is_largest_at_end)
        })
    });
    &TABLE
}

/// The number of tiles in runs of two or more equals.
pub(super) fn tiles_in_runs(ranks: [u8; 4]) -> u8 {
    let mut total = 0;
    let mut run = 0;
    let mut previous = 0;
    for rank in ranks.into_iter().filter(|&rank| rank > 0) {
        run = if rank == previous { run + 1 } else { 1 };
        total += match run {
            1 => 0,
            2 => 2,
            _ => 1,
        };
        previous = rank;
    }
    total
}
