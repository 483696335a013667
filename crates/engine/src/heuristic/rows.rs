//! The row heuristic: each row and column is worth what a table says.
//!
//! The program that everybody copies (2014) and its untuned forerunner. For a
//! row of ranks r0..r3, empty cells being rank 0:
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
//! ignored; one of n ≥ 2 counts n. A board is worth the sum over its four rows
//! and four columns.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::weights::{HeuristicKind, WeightSpec, Weights};

/// The weights of the heuristic `rows`; their defaults are those of 2014.
pub static WEIGHTS: [WeightSpec; 8] = [
    WeightSpec {
        name: Cow::Borrowed("constant"),
        default: 200_000.0,
        low: 0.0,
        high: 1_000_000.0,
        meaning: Cow::Borrowed("Added to each row and column; keeps live boards above dead ones."),
    },
    WeightSpec {
        name: Cow::Borrowed("empty"),
        default: 270.0,
        low: 0.0,
        high: 2_000.0,
        meaning: Cow::Borrowed("Per empty cell of a row or column."),
    },
    WeightSpec {
        name: Cow::Borrowed("merges"),
        default: 700.0,
        low: 0.0,
        high: 4_000.0,
        meaning: Cow::Borrowed(
            "Per tile that stands beside an equal one, empty cells between them ignored.",
        ),
    },
    WeightSpec {
        name: Cow::Borrowed("monotonicity"),
        default: 47.0,
        low: 0.0,
        high: 400.0,
        meaning: Cow::Borrowed(
            "Penalty on rises and falls of rank^monotonicity-exponent, \
                  whichever of the two are smaller in sum.",
        ),
    },
    WeightSpec {
        name: Cow::Borrowed("monotonicity-exponent"),
        default: 4.0,
        low: 0.5,
        high: 6.0,
        meaning: Cow::Borrowed("The power of the ranks that monotonicity compares."),
    },
    WeightSpec {
        name: Cow::Borrowed("sum"),
        default: 11.0,
        low: 0.0,
        high: 100.0,
        meaning: Cow::Borrowed("Penalty on the sum of rank^sum-exponent."),
    },
    WeightSpec {
        name: Cow::Borrowed("sum-exponent"),
        default: 3.5,
        low: 0.5,
        high: 6.0,
        meaning: Cow::Borrowed("The power of the ranks that sum adds up."),
    },
    WeightSpec {
        name: Cow::Borrowed("edge"),
        default: 0.0,
        low: 0.0,
        high: 40_000.0,
        meaning: Cow::Borrowed(
            "Bonus for a row or column whose largest rank stands at one of its ends.",
        ),
    },
];

/// A row's value never exceeds this, so that sums of rows stay finite
/// whatever finite weights are asked for.
pub(super) const MAX_VALUE: f64 = 1e30;

/// Powers and products are cut here, far from infinity, so that no
/// difference of two of them is undefined.
pub(super) const MAX_TERM: f64 = 1e300;

/// The weights by name.
struct RowWeights {
    empty: f64,
    merges: f64,
    monotonicity: f64,
    sum: f64,
    edge: f64,
}

/// Values of all rows but for the constant, which is returned beside them:
/// a large number common to all would cost the others their precision.
///
/// # Panics
/// If the weights are those of another heuristic.
pub fn row_values(weights: &Weights) -> (f64, Box<[f32; 65536]>) {
    assert_eq!(weights.heuristic, HeuristicKind::Rows);
    let &[
        constant,
        empty,
        merges,
        monotonicity,
        exponent,
        sum,
        sum_exponent,
        edge,
    ] = weights.values.as_slice()
    else {
        panic!("expected {} values", WEIGHTS.len());
    };
    let weights = RowWeights {
        empty,
        merges,
        monotonicity,
        sum,
        edge,
    };
    let rises = Rises::new(&powers_of_ranks(exponent));
    let sum_powers = powers_of_ranks(sum_exponent);
    let shape_values: [f64; Shape::COUNT] = std::array::from_fn(|shape| weights.of_shape(shape));
    let shapes = Shape::of_rows();
    let mut table: Box<[f32; 65536]> = vec![0.0; 65536]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"));
    // Sixteen rows at a time, which differ in their first rank only.
    for (block, (values, shapes)) in table
        .chunks_exact_mut(16)
        .zip(shapes.chunks_exact(16))
        .enumerate()
    {
        let [b, c, d] = [block & 0xf, block >> 4 & 0xf, block >> 8];
        let rest = |table: &[[f64; 16]; 16]| table[c][b] + table[d][c];
        let (down, up) = (rest(&rises.down), rest(&rises.up));
        let sum = sum_powers[b] + sum_powers[c] + sum_powers[d];
        for a in 0..16 {
            let down = rises.down[b][a] + down;
            let up = rises.up[b][a] + up;
            let value = shape_values[usize::from(shapes[a])]
                - limited(weights.monotonicity * f64::min(down, up), MAX_TERM)
                - limited(weights.sum * (sum_powers[a] + sum), MAX_TERM);
            values[a] = limited(value, MAX_VALUE) as f32;
        }
    }
    (constant.clamp(-MAX_VALUE, MAX_VALUE), table)
}

/// How far powers of ranks fall and rise from one cell to the next, by the
/// rank of the second cell, then of the first.
struct Rises {
    down: [[f64; 16]; 16],
    up: [[f64; 16]; 16],
}

impl Rises {
    fn new(powers: &[f64; 16]) -> Self {
        let fall = |first: usize, second: usize| powers[first] - powers[second];
        let table = |entry: &dyn Fn(usize, usize) -> f64| {
            std::array::from_fn(|second| std::array::from_fn(|first| entry(first, second)))
        };
        Self {
            down: table(&|first, second| {
                if first > second {
                    fall(first, second)
                } else {
                    0.0
                }
            }),
            up: table(&|first, second| {
                if first > second {
                    0.0
                } else {
                    -fall(first, second)
                }
            }),
        }
    }
}

/// rank^exponent for the ranks 0 to 15, by a library that gives the same bits on every processor.
fn powers_of_ranks(exponent: f64) -> [f64; 16] {
    std::array::from_fn(|rank| limited(libm::pow(rank as f64, exponent), MAX_TERM))
}

pub(super) fn limited(value: f64, limit: f64) -> f64 {
    value.clamp(-limit, limit)
}

impl RowWeights {
    /// The part of a row's value that does not depend on powers.
    fn of_shape(&self, shape: usize) -> f64 {
        let shape = Shape::from_index(shape);
        limited(self.empty * f64::from(shape.empty_cells), MAX_TERM)
            + limited(self.merges * f64::from(shape.tiles_in_runs), MAX_TERM)
            + limited(self.edge * f64::from(shape.is_largest_at_end), MAX_TERM)
    }
}

/// What counts of a row besides powers of its ranks.
struct Shape {
    empty_cells: u8,
    tiles_in_runs: u8,
    /// 1 if the largest rank stands at an end, else 0.
    is_largest_at_end: u8,
}

impl Shape {
    /// Shapes are numbered from 0.
    const COUNT: usize = 5 * 5 * 2;

    fn new(ranks: [usize; 4]) -> Self {
        let ends = ranks[0].max(ranks[3]);
        Self {
            empty_cells: ranks.iter().map(|&rank| u8::from(rank == 0)).sum(),
            tiles_in_runs: tiles_in_runs(ranks),
            is_largest_at_end: u8::from(ends >= ranks[1].max(ranks[2])),
        }
    }

    fn index(&self) -> u8 {
        (self.empty_cells * 5 + self.tiles_in_runs) * 2 + self.is_largest_at_end
    }

    fn from_index(index: usize) -> Self {
        let index = index as u8;
        Self {
            empty_cells: index / 10,
            tiles_in_runs: index / 2 % 5,
            is_largest_at_end: index % 2,
        }
    }

    /// The number of each row's shape, by row; no weight changes it.
    fn of_rows() -> &'static [u8; 65536] {
        static TABLE: LazyLock<Box<[u8; 65536]>> = LazyLock::new(|| {
            let ranks = |row: u16| std::array::from_fn(|cell| usize::from(row >> (4 * cell) & 0xf));
            let shapes: Vec<u8> = (0..=u16::MAX)
                .map(|row| Shape::new(ranks(row)).index())
                .collect();
            shapes
                .into_boxed_slice()
                .try_into()
                .unwrap_or_else(|_| unreachable!("the length is 65 536"))
        });
        &TABLE
    }
}

/// How many tiles stand in runs of two or more equals.
pub(super) fn tiles_in_runs(ranks: [usize; 4]) -> u8 {
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
