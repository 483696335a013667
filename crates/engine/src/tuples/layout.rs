//! The layout of a network: where the weights of its tuples and stages are.

use super::extract::ExtractBits;
use super::orientations::{COUNT, orientations};
use super::shape::Tuple;
use super::stages::Stages;
use crate::game::Board;

/// The weights of a network, by index.
pub trait WeightTable {
    /// A weight.
    ///
    /// # Safety
    /// The index must be below the number of weights.
    #[allow(
        unsafe_code,
        reason = "a check of every index costs a tenth of the time of a value"
    )]
    unsafe fn weight(&self, index: usize) -> f32;

    /// Asks the processor to bring a weight into its caches.
    #[inline(always)]
    fn prefetch(&self, _index: usize) {}
}

impl WeightTable for [f32] {
    #[inline(always)]
    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, index: usize) -> f32 {
        debug_assert!(index < self.len());
        // Safety: the caller promises that the index is below the length.
        unsafe { *self.get_unchecked(index) }
    }
}

/// The tuples and stages of a network, and where their weights are: by stage, then by tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tuples: Vec<Tuple>,
    /// The mask of each tuple and the index of its first weight within a stage.
    parts: Vec<(u64, usize)>,
    stages: Stages,
    stage_weights: usize,
}

impl Layout {
    /// The layout of these tuples and stages.
    pub fn new(tuples: Vec<Tuple>, stages: Stages) -> Self {
        let mut stage_weights = 0;
        let mut parts = Vec::with_capacity(tuples.len());
        for tuple in &tuples {
            parts.push((tuple.mask(), stage_weights));
            stage_weights += tuple.weights();
        }
        Self {
            tuples,
            parts,
            stages,
            stage_weights,
        }
    }

    /// The tuples.
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// The stages.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// The number of weights of one stage.
    pub fn stage_weights(&self) -> usize {
        self.stage_weights
    }

    /// The number of weights of all stages.
    pub fn weights(&self) -> usize {
        self.stage_weights * self.stages.count()
    }

    /// The number of weights that add up to the value of a board: eight per tuple.
    pub fn lookups(&self) -> usize {
        COUNT * self.tuples.len()
    }

    /// The index of the first weight of a board's stage.
    #[inline(always)]
    pub fn stage_start(&self, board: Board) -> usize {
        self.stages.of(board) * self.stage_weights
    }

    /// The value of a board in points: the sum of its weights.
    #[inline(always)]
    pub fn value(
        &self,
        weights: &(impl WeightTable + ?Sized),
        board: Board,
        bits: impl ExtractBits,
    ) -> f32 {
        let start = self.stage_start(board);
        let boards = orientations(board);
        let mut sums = [0.0; COUNT];
        for &(mask, first) in &self.parts {
            for (sum, board) in sums.iter_mut().zip(boards) {
                let index = start + first + bits.extract(board, mask);
                // Safety: a part has a weight for every value of the bits of its mask.
                #[allow(unsafe_code, reason = "see `WeightTable::weight`")]
                unsafe {
                    *sum += weights.weight(index);
                }
            }
        }
        sum_of(sums)
    }

    /// Calls a function with the index of every weight of a board within its stage.
    #[inline(always)]
    pub fn for_each_index(
        &self,
        board: Board,
        bits: impl ExtractBits,
        mut visit: impl FnMut(usize, usize),
    ) {
        let boards = orientations(board);
        let mut place = 0;
        for &(mask, first) in &self.parts {
            for board in boards {
                visit(place, first + bits.extract(board, mask));
                place += 1;
            }
        }
    }
}

/// The sum of eight numbers, pair by pair.
#[inline(always)]
fn sum_of([a, b, c, d, e, f, g, h]: [f32; COUNT]) -> f32 {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
