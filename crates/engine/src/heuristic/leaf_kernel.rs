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

/// Tables that value the leaves of a search, by the moves along rows.
///
/// All is inlined, so that it is compiled for the instructions that its caller may use.
pub(super) trait LeafKernel: ValueFunction + Sized {
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

    /// The value of a chance node at a leaf: the mean, over the spawns on an afterstate,
    /// of the best value that a move leads to. `boards` is the afterstate and its transpose.
    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], leaf: &mut Leaf) -> f32 {
        let illegal = set_gaps(self, boards, leaf);
        let sums = leaf.gaps.best_sums(boards[0].empty_mask(), illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            return mean(generic_spawn_sums(self, boards[0], leaf), boards[0]);
        }
        leaf.nodes += u64::from(4 * Gap::count(boards.map(first_of_gaps)));
        mean(sums, boards[0])
    }

    /// [`Self::chance_value`] of four afterstates, each with its transpose; minus infinity for one
    /// that is `board` itself, whose move is illegal.
    #[inline(always)]
    fn chance_values(&self, board: Board, afters: [[Board; 2]; 4], leaf: &mut Leaf) -> [f32; 4] {
        let mut value = |after: [Board; 2]| {
            if after[0] == board {
                return f32::NEG_INFINITY;
            }
            self.chance_value(after, leaf)
        };
        // Not a loop: the processor predicts the branches of four copies of the code separately.
        [value(afters[0]), value(afters[1]), value(afters[2]), value(afters[3])]
    }
}

/// Sets the values of the moves after the spawns in each gap of an afterstate, whether or not they
/// are legal; returns the illegal moves by axis. `boards` is the afterstate and its transpose.
#[inline(always)]
pub(super) fn set_gaps<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) -> [u64; 2] {
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
