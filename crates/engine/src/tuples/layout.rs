//! The layout of a network: where the weights of its tuples and stages are.

use std::ops::Add;

use super::extract_bits::ExtractBits;
use super::planes::{ORIENTATIONS, mask_in_planes, orientations_in_planes, place};
use super::shape::{Stages, Tuple};
use super::weights::Weight;
use crate::game::Board;

/// The tuples and stages of a network, and where their weights are: by stage, then by tuple.
///
/// A weight has an *index*, in which the ranks of the cells take four bits each, the first cell's
/// the lowest, and a *place* in memory within the weights of its tuple ([`Self::places`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tuples: Vec<Tuple>,
    /// The mask of each tuple in planes and the index of its first weight within a stage.
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
            parts.push((mask_in_planes(tuple.mask()), stage_weights));
            stage_weights += tuple.weights();
        }
        Self { tuples, parts, stages, stage_weights }
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
        ORIENTATIONS * self.tuples.len()
    }

    /// The places of all weights, in the order of their indices.
    pub fn places(&self) -> impl Iterator<Item = usize> + Clone {
        let stages = (0..self.stages.count()).map(|stage| stage * self.stage_weights);
        stages.flat_map(move |stage| {
            self.tuples.iter().zip(&self.parts).flat_map(move |(tuple, &(_, first))| {
                let cells = tuple.cells();
                (0..tuple.weights()).map(move |index| stage + first + place(index, cells))
            })
        })
    }

    /// The place of the first weight of a board's stage.
    #[inline(always)]
    pub fn stage_start(&self, board: Board) -> usize {
        self.stages.of(board) * self.stage_weights
    }

    /// The value of a board: the sum of its weights, which are in the order of memory.
    ///
    /// # Panics
    /// If there are fewer weights than the layout has.
    #[inline(always)]
    pub(crate) fn value<T: Weight>(
        &self,
        weights: &[T],
        board: Board,
        bits: impl ExtractBits,
    ) -> T::Sum {
        let start = self.stage_start(board);
        assert!(start + self.stage_weights <= weights.len(), "weights of this layout");
        let boards = orientations_in_planes(board, bits);
        let mut sums = [T::Sum::default(); ORIENTATIONS];
        for &(mask, first) in &self.parts {
            for (sum, board) in sums.iter_mut().zip(boards) {
                let place = start + first + bits.extract(board, mask);
                // Safety: a part has a weight for every value of the bits of its mask, and the
                // table has the weights of the stage.
                #[allow(unsafe_code, reason = "checking each place takes a tenth of the time")]
                let weight = *unsafe { weights.get_unchecked(place) };
                *sum += weight.into();
            }
        }
        sum_of(sums)
    }

    /// [`Self::value`] from the start of a board's stage and what [`Self::set_places`] has
    /// written.
    ///
    /// # Safety
    /// `places` must be written by [`Self::set_places`] of this layout.
    #[inline(always)]
    #[allow(unsafe_code, reason = "as in `Self::value`")]
    pub(crate) unsafe fn value_at<T: Weight>(
        &self,
        weights: &[T],
        stage_start: usize,
        places: &[u32],
    ) -> T::Sum {
        assert!(stage_start + self.stage_weights <= weights.len(), "weights of this layout");
        let mut sums = [T::Sum::default(); ORIENTATIONS];
        for (&(_, first), places) in self.parts.iter().zip(places.chunks_exact(ORIENTATIONS)) {
            for (sum, &place) in sums.iter_mut().zip(places) {
                // Safety: a part has a weight for every value of the bits of its mask.
                let place = stage_start + first + place as usize;
                *sum += (*unsafe { weights.get_unchecked(place) }).into();
            }
        }
        sum_of(sums)
    }

    /// Writes the places of a board's weights, each within its tuple, in the order of
    /// [`Self::for_each_place`]. Calls a function with each place within the stage.
    #[inline(always)]
    pub(crate) fn set_places(
        &self,
        board: Board,
        bits: impl ExtractBits,
        places: &mut [u32],
        mut visit: impl FnMut(usize),
    ) {
        let boards = orientations_in_planes(board, bits);
        let places = places.chunks_exact_mut(ORIENTATIONS);
        for (&(mask, first), places) in self.parts.iter().zip(places) {
            for (place, board) in places.iter_mut().zip(boards) {
                // A tuple has at most 2^28 weights.
                let found = bits.extract(board, mask);
                *place = found as u32;
                visit(first + found);
            }
        }
    }

    /// Calls a function with a number and the place within its stage of every weight of a board.
    #[inline(always)]
    pub fn for_each_place(
        &self,
        board: Board,
        bits: impl ExtractBits,
        mut visit: impl FnMut(usize, usize),
    ) {
        let boards = orientations_in_planes(board, bits);
        let mut number = 0;
        for &(mask, first) in &self.parts {
            for board in boards {
                visit(number, first + bits.extract(board, mask));
                number += 1;
            }
        }
    }
}

/// The sum of eight numbers, pair by pair.
#[inline(always)]
fn sum_of<N: Add<Output = N>>([a, b, c, d, e, f, g, h]: [N; ORIENTATIONS]) -> N {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
