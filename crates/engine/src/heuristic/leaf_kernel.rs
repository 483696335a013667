//! The leaf of a search: the best move after each spawn on an afterstate.
//!
//! A spawn touches one row and one column only, so that the others are computed once per
//! afterstate. Along a row, the empty cells of one gap between tiles are alike: wherever in
//! the gap the tile spawns, the row slides to the same place. So the moves to the left and
//! to the right are valued once per gap of a row, up and down once per gap of a column, and
//! the value of a spawn is the best of its two gaps. Within a gap only the legality of a
//! move differs.
//!
//! The functions below describe the moves along rows; the moves along columns are the same
//! on the transposed board.

use wide::f32x4;

use super::value_function::{Leaf, ValueFunction, generic_spawn_sums, mean};
use crate::game::Board;
use crate::game::gaps::{Gap, first_of_gaps};

/// The parts of a heuristic that value the moves along rows.
pub(super) trait LeafKernel: ValueFunction {
    /// The data that all moves of an afterstate share.
    type Shared;

    /// The rows that result from a spawn in a gap and a move.
    type Slid;

    /// Whether the next gap's row is looked up before a gap is valued, which hides the
    /// latency of the lookups where they are many.
    const LOOKS_AHEAD: bool = false;

    /// The data that all moves of an afterstate share, and the illegal moves of
    /// [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves) by axis.
    /// `boards` is the afterstate and its transpose.
    fn share(&self, boards: [Board; 2]) -> (Self::Shared, [u64; 2]);

    /// The rows that result from a spawn in a gap and a move.
    fn slide(&self, shared: &Self::Shared, gap: Gap) -> Self::Slid;

    /// The values of the boards after a spawn in a gap and a move along its row: of a 2 to
    /// the left and to the right, then of a 4 to the left and to the right.
    fn move_values(&self, shared: &Self::Shared, gap: Gap, slid: Self::Slid) -> f32x4;

    /// The boards that [`Self::move_values`] values, in its order, or the transposes of all four.
    fn boards_after(&self, shared: &Self::Shared, gap: Gap, slid: &Self::Slid) -> [u64; 4];
}

/// The methods of a [`ValueFunction`] that [`LeafKernel`] computes gap by gap.
macro_rules! leaf_methods {
    () => {
        #[inline(always)]
        fn chance_value(
            &self,
            boards: [$crate::game::Board; 2],
            leaf: &mut $crate::heuristic::Leaf,
        ) -> f32 {
            $crate::heuristic::leaf_kernel::chance_value(self, boards, leaf)
        }

        #[inline(always)]
        fn set_gaps(&self, boards: [$crate::game::Board; 2], leaf: &mut $crate::heuristic::Leaf) {
            $crate::heuristic::leaf_kernel::count_and_set_gaps(self, boards, leaf);
        }
    };
}

pub(super) use leaf_methods;

/// [`ValueFunction::chance_value`] computed gap by gap.
#[inline(always)]
pub(super) fn chance_value<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) -> f32 {
    let illegal = set_gaps(tables, boards, leaf);
    let sums = leaf.gaps.best_sums(boards[0].empty_mask(), illegal);
    if sums[0] + sums[1] == f32::NEG_INFINITY {
        return mean(generic_spawn_sums(tables, boards[0], leaf), boards[0]);
    }
    leaf.nodes += u64::from(4 * Gap::count(boards.map(first_of_gaps)));
    mean(sums, boards[0])
}

/// [`ValueFunction::set_gaps`] computed gap by gap.
#[inline(always)]
pub(super) fn count_and_set_gaps<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) {
    set_gaps(tables, boards, leaf);
    leaf.nodes += u64::from(4 * Gap::count(boards.map(first_of_gaps)));
}

/// Sets the values of all gaps; returns the illegal moves by axis.
#[inline(always)]
fn set_gaps<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) -> [u64; 2] {
    let (shared, illegal) = tables.share(boards);
    // One loop over the gaps of both axes ends in one mispredicted branch instead of two.
    let firsts = [first_of_gaps(boards[0]), first_of_gaps(boards[1])];
    let mut gaps = Gap::all(firsts);
    if T::LOOKS_AHEAD
        && let Some(mut gap) = gaps.next()
    {
        let mut slid = tables.slide(&shared, gap);
        for next in gaps {
            let slid_next = tables.slide(&shared, next);
            leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
            (gap, slid) = (next, slid_next);
        }
        leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
    } else {
        for gap in gaps {
            let slid = tables.slide(&shared, gap);
            leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
        }
    }
    illegal
}
