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

use super::weights::{HeuristicKind, WeightSpec, Weights};

/// The weights of the heuristic `rows`; their defaults are those of 2014.
pub static WEIGHTS: [WeightSpec; 8] = [
    WeightSpec {
        name: "constant",
        default: 200_000.0,
        low: 0.0,
        high: 1_000_000.0,
        meaning: "Added to each row and column; keeps live boards above dead ones.",
    },
    WeightSpec {
        name: "empty",
        default: 270.0,
        low: 0.0,
        high: 2_000.0,
        meaning: "Per empty cell of a row or column.",
    },
    WeightSpec {
        name: "merges",
        default: 700.0,
        low: 0.0,
        high: 4_000.0,
        meaning: "Per tile that stands beside an equal one, empty cells between them ignored.",
    },
    WeightSpec {
        name: "monotonicity",
        default: 47.0,
        low: 0.0,
        high: 400.0,
        meaning: "Penalty on rises and falls of rank^monotonicity-exponent, \
                  whichever of the two are smaller in sum.",
    },
    WeightSpec {
        name: "monotonicity-exponent",
        default: 4.0,
        low: 0.5,
        high: 6.0,
        meaning: "The power of the ranks that monotonicity compares.",
    },
    WeightSpec {
        name: "sum",
        default: 11.0,
        low: 0.0,
        high: 100.0,
        meaning: "Penalty on the sum of rank^sum-exponent.",
    },
    WeightSpec {
        name: "sum-exponent",
        default: 3.5,
        low: 0.5,
        high: 6.0,
        meaning: "The power of the ranks that sum adds up.",
    },
    WeightSpec {
        name: "edge",
        default: 0.0,
        low: 0.0,
        high: 40_000.0,
        meaning: "Bonus for a row or column whose largest rank stands at one of its ends.",
    },
];

/// A row's value never exceeds this, so that sums of rows stay finite
/// whatever finite weights are asked for.
const LARGEST_VALUE: f64 = 1e30;

/// Powers and products are cut here, far from infinity, so that no
/// difference of two of them is undefined.
const LARGEST_TERM: f64 = 1e300;

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
    let powers = powers_of_ranks(exponent);
    let sum_powers = powers_of_ranks(sum_exponent);
    let mut table: Box<[f32; 65536]> = vec![0.0; 65536]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"));
    for row in 0..=u16::MAX {
        let ranks = std::array::from_fn(|cell| usize::from(row >> (4 * cell)) & 0xf);
        table[usize::from(row)] = weights.value(ranks, &powers, &sum_powers);
    }
    (constant.clamp(-LARGEST_VALUE, LARGEST_VALUE), table)
}

/// rank^exponent for the ranks 0 to 15, by a library that gives the same bits on every processor.
fn powers_of_ranks(exponent: f64) -> [f64; 16] {
    std::array::from_fn(|rank| limited(libm::pow(rank as f64, exponent), LARGEST_TERM))
}

fn limited(value: f64, limit: f64) -> f64 {
    value.clamp(-limit, limit)
}

impl RowWeights {
    /// The value of one row without the constant.
    #[inline]
    fn value(&self, ranks: [usize; 4], powers: &[f64; 16], sum_powers: &[f64; 16]) -> f32 {
        let empty_cells = ranks.iter().filter(|&&rank| rank == 0).count() as f64;
        let sum: f64 = ranks.iter().map(|&rank| sum_powers[rank]).sum();
        let (mut down, mut up) = (0.0, 0.0);
        for cell in 1..4 {
            let fall = powers[ranks[cell - 1]] - powers[ranks[cell]];
            if ranks[cell - 1] > ranks[cell] {
                down += fall;
            } else {
                up -= fall;
            }
        }
        let ends = ranks[0].max(ranks[3]);
        let at_end = f64::from(u8::from(ends >= ranks[1].max(ranks[2])));
        let value = limited(self.empty * empty_cells, LARGEST_TERM)
            + limited(self.merges * f64::from(tiles_in_runs(ranks)), LARGEST_TERM)
            - limited(self.monotonicity * f64::min(down, up), LARGEST_TERM)
            - limited(self.sum * sum, LARGEST_TERM)
            + limited(self.edge * at_end, LARGEST_TERM);
        limited(value, LARGEST_VALUE) as f32
    }
}

/// How many tiles stand in runs of two or more equals.
fn tiles_in_runs(ranks: [usize; 4]) -> u8 {
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
