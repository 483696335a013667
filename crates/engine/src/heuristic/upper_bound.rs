//! An upper bound on the values that a search can reach, over all arrangements of the tiles.
//!
//! The value of a row is split into a part for each tile, wherever it stands, and a part for
//! their arrangement. The first part of a board depends on its tiles alone, which moves
//! change only by merging; the second is bounded over all rows once. A search skips the
//! branches that the bound rules out.

use std::sync::LazyLock;

use crate::game::Board;
use crate::game::per_row::{PerRow, per_row, ranks};

const RANKS: usize = 16;

/// The largest number of spawns with a bound.
const MAX_SPAWNS: usize = 16;

/// The largest number of tiles of one rank that a board can gain: 4s, spawned or merged from 2s.
const MAX_ADDED: usize = MAX_SPAWNS + (16 + MAX_SPAWNS) / 2;

/// One more than the largest number of tiles of one rank, those included that merge later.
const MAX_TILES: usize = 16 + MAX_ADDED + 1;

/// Bounds on the values of boards, derived from the values of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperBound {
    /// The part of a cell in the value of its row, and of its column, by rank; empty cells have rank 0.
    cells: [f64; RANKS],
    /// The largest part of the arrangement of rows and columns without equal tiles, and a
    /// margin above the rounding of sums in single precision.
    arrangement: f64,
    /// The gain of a 2 and of a 4 in an empty cell, in its row and its column together.
    spawned: [f64; 2],
    /// The gain of a merge in the cells of its row and its column together, by rank.
    merges: [f64; RANKS],
    /// The largest gain of equal tiles from standing in lines with each other, by their number.
    twins: [f64; MAX_TILES],
}

impl UpperBound {
    /// The bound for rows and columns with these values, by the kind of line.
    pub(super) fn of_rows<const KINDS: usize>(values: &[PerRow<f32>; KINDS]) -> Self {
        // Any split gives a bound; the best cell of a lone tile gives a near one.
        let alone = |row: usize| {
            let values = values.iter().map(|values| f64::from(values[row]));
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        let empty = alone(0) / 4.0;
        let cells: [f64; RANKS] = std::array::from_fn(|rank| {
            let places = [0, 4, 8, 12].map(|shift| alone(rank << shift));
            places.into_iter().fold(f64::NEG_INFINITY, f64::max) - 3.0 * empty
        });
        let single = cells.map(|value| value as f32);
        let twins = twins_of_rows();
        // The largest arrangement by the number of twins. Sixteen rows at a time differ in their
        // first rank only.
        let mut highest = [f32::NEG_INFINITY; 5];
        for values in values {
            let blocks = values.chunks_exact(RANKS).zip(twins.chunks_exact(RANKS));
            for (block, (values, twins)) in blocks.enumerate() {
                let others = [block & 0xf, block >> 4 & 0xf, block >> 8];
                let rest: f32 = others.iter().map(|&rank| single[rank]).sum();
                for ((value, first), &twins) in values.iter().zip(single).zip(twins) {
                    let highest = &mut highest[usize::from(twins)];
                    *highest = larger(*highest, value - (first + rest));
                }
            }
        }
        let highest = highest.map(f64::from);
        let largest = cells.into_iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let twin =
            (2..5).map(|twins| (highest[twins] - highest[0]) / twins as f64).fold(0.0, f64::max);
        let merges = std::array::from_fn(|rank| {
            let merged = cells[(rank + 1).min(RANKS - 1)];
            2.0 * (merged + cells[0] - 2.0 * cells[rank])
        });
        Self {
            cells,
            arrangement: 8.0 * highest[0] + 1e-3 * (largest + highest[0].abs() + twin),
            spawned: [1, 2].map(|rank| 2.0 * (cells[rank] - cells[0])),
            merges,
            twins: std::array::from_fn(|tiles| twin * lines_with_twins(tiles) as f64),
        }
    }

    /// An upper bound on the value of every board that at most `spawns` spawns, and any
    /// moves between them, lead to from a position.
    ///
    /// The tiles are assumed to merge in the best way, wherever they stand: from the highest
    /// rank down, the best sum is computed for each number of tiles that lower merges add.
    pub(super) fn value(&self, position: Board, spawns: u32) -> f32 {
        let spawns = spawns as usize;
        if spawns > MAX_SPAWNS {
            return f32::INFINITY;
        }
        let mut counts = [0_usize; RANKS];
        // Four independent sums run in parallel.
        let mut sums = [0.0; 4];
        for (cell, rank) in position.ranks().into_iter().enumerate() {
            counts[usize::from(rank)] += 1;
            sums[cell % 4] += self.cells[usize::from(rank)];
        }
        let sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        // The largest number of tiles that each rank can gain: merged ones, and spawned 4s.
        // A spawned tile counts as a 2 and as a 4.
        let mut most_added = [0; RANKS];
        most_added[2] = spawns + (counts[1] + spawns) / 2;
        for rank in 2..RANKS - 1 {
            most_added[rank + 1] = (counts[rank] + most_added[rank]) / 2;
        }
        let mut buffers = [[0.0; MAX_ADDED + 1]; 2];
        let [above, best] = &mut buffers;
        let (mut above, mut best) = (above, best);
        for (added, best) in above[..=most_added[RANKS - 1]].iter_mut().enumerate() {
            *best = self.best_of_highest(counts[RANKS - 1] + added);
        }
        for rank in (2..RANKS - 1).rev() {
            if counts[rank] + most_added[rank] > 1 {
                for (added, best) in best[..=most_added[rank]].iter_mut().enumerate() {
                    *best = self.best_of_rank(rank, counts[rank] + added, above);
                }
                std::mem::swap(&mut best, &mut above);
            } else {
                above[1] = above[0];
            }
        }
        // Boards after fewer spawns are bounded too.
        let mut highest = f64::NEG_INFINITY;
        for fours in 0..=spawns {
            for twos in 0..=spawns - fours {
                let spawned = twos as f64 * self.spawned[0] + fours as f64 * self.spawned[1];
                let value = spawned + self.best_of_rank(1, counts[1] + twos, &above[fours..]);
                highest = f64::max(highest, value);
            }
        }
        (2.0 * sum + highest + self.arrangement) as f32
    }

    /// The largest gain of merges and of equal tiles of a rank and the ranks above it, from
    /// the number of its tiles and the gains of the ranks above.
    #[inline(always)]
    fn best_of_rank(&self, rank: usize, tiles: usize, above: &[f64]) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for (pairs, above) in above[..=tiles / 2].iter().enumerate() {
            let of_pairs = pairs as f64 * self.merges[rank] + above;
            let value = of_pairs + self.twins[tiles - 2 * pairs];
            best = if value > best { value } else { best };
        }
        best
    }

    /// The largest gain in the highest rank, where two tiles merge into one of the same rank.
    fn best_of_highest(&self, tiles: usize) -> f64 {
        let of_merges =
            |merges: usize| merges as f64 * self.merges[RANKS - 1] + self.twins[tiles - merges];
        (0..tiles.max(1)).map(of_merges).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The larger of two numbers, neither of which is NaN.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A bound on the number of places in lines, rows and columns, that equal tiles share with
/// an equal one: two share at most one line, four can stand in a square.
fn lines_with_twins(tiles: usize) -> usize {
    if tiles > 3 { 2 * tiles } else { [0, 0, 2, 4][tiles] }
}

/// The number of tiles of each row with an equal tile in it.
fn twins_of_rows() -> &'static [u8; 65536] {
    static TABLE: LazyLock<PerRow<u8>> = LazyLock::new(|| {
        per_row(|row| {
            let ranks = ranks(row);
            let count = |rank: u8| ranks.iter().filter(|&&other| other == rank).count();
            let twins = ranks.iter().filter(|&&rank| rank > 0 && count(rank) > 1);
            twins.count() as u8
        })
    });
    &TABLE
}
