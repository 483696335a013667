//! An upper bound on the values of a matrix that a search can reach.
//!
//! The best place of a larger number is a larger weight. If two equal tiles merge into one
//! that counts at least twice as much, the sum grows with every merge. So no board of the
//! same tiles is worth more than the one on which they have merged as far as they can, and
//! which is sorted like the weights: the tiles are then the binary digits of their sum.

use super::limits::MAX_VALUE;
use super::weight_matrix::{CELLS, WeightMatrix};
use crate::game::{Board, MAX_RANK};

/// The weights of a matrix without orientation, and the numbers that stand for tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixBound {
    /// The largest first, none negative.
    weights: [f64; CELLS],
    cell_values: [f64; 16],
}

impl MatrixBound {
    /// `None` for a matrix with negative weights, or with tiles that are not worth two of
    /// those that merge into them.
    pub(super) fn of(matrix: &WeightMatrix) -> Option<Self> {
        let mut weights = matrix.entries;
        weights.sort_by(|a, b| b.total_cmp(a));
        let values = matrix.cell_values;
        let merges_gain = values[1..].windows(2).all(|pair| pair[1] >= 2.0 * pair[0]);
        let is_simple = values[0] == 0.0 && values[1] >= 0.0 && merges_gain;
        let is_exact = weights[0] * values[usize::from(MAX_RANK)] < MAX_VALUE;
        (weights[CELLS - 1] >= 0.0 && is_simple && is_exact)
            .then_some(Self { weights, cell_values: values })
    }

    /// An upper bound on the value of every board that at most `spawns` spawns, and any
    /// moves between them, lead to from a position.
    pub(super) fn value(&self, position: Board, spawns: u32) -> f32 {
        let tiles = position.ranks().into_iter().filter(|&rank| rank > 0);
        let mut rest = tiles.map(|rank| 1 << rank).sum::<u64>() + 4 * u64::from(spawns);
        let mut sum = 0.0;
        for weight in self.weights {
            if rest == 0 {
                break;
            }
            // Two tiles of the highest rank merge into one of the same rank: no gain.
            let rank = rest.ilog2().min(u32::from(MAX_RANK));
            rest -= 1 << rank;
            sum += weight * self.cell_values[rank as usize];
        }
        // With a margin above the rounding of sums in single precision.
        (sum * (1.0 + 1e-5)) as f32
    }
}
