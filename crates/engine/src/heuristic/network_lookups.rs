//! The lookups of any network, board by board.

use std::sync::Arc;

use wide::f32x4;

use super::slid_boards::SlidBoards;
use super::value_function::ValueFunction;
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};
use crate::tuples::{ExtractBits, Layout, NamedNetwork, Numbers, Weight};

/// The lookups of a network, whose values are multiplied by a factor.
#[derive(Debug)]
pub(super) struct NetworkLookups<T, B> {
    network: Arc<NamedNetwork>,
    pub(super) numbers: Arc<Numbers<T>>,
    /// How the places of weights are gathered from the bits of a board.
    pub(super) bits: B,
    factor: f32,
    pub(super) moves: &'static MoveTables,
    pub(super) legality: &'static [Legality; 65536],
}

impl<T: Weight, B: ExtractBits> NetworkLookups<T, B> {
    /// The lookups in these numbers, which are those of the network.
    pub(super) fn new(
        network: Arc<NamedNetwork>,
        numbers: Arc<Numbers<T>>,
        bits: B,
        factor: f32,
    ) -> Self {
        let (moves, legality) = (MoveTables::get(), Legality::of_rows());
        Self { network, numbers, bits, factor, moves, legality }
    }

    #[inline(always)]
    pub(super) fn layout(&self) -> &Layout {
        self.network.network.layout()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_value(&self, board: Board) -> f32 {
        self.value_here(board)
    }

    /// The value of a board by the instructions of the caller.
    #[inline(always)]
    pub(super) fn value_here(&self, board: Board) -> f32 {
        self.factor * self.layout().value(self.numbers.table(), board, self.bits)
    }

    /// The points of a move of all rows but one, by row.
    #[inline(always)]
    pub(super) fn points_of_other_rows(&self, board: Board) -> [u32; 4] {
        let points = |row: usize| self.moves.points[usize::from(board.row(row))];
        let [a, b, c, d] = [points(0), points(1), points(2), points(3)];
        let all = a + b + c + d;
        [all - a, all - b, all - c, all - d]
    }

    /// The points of a move along a gap's row with a 2 and with a 4.
    #[inline(always)]
    pub(super) fn points(&self, shared: &SharedNetwork, gap: Gap) -> [f32; 2] {
        let others = shared.points[gap.axis()][gap.row()];
        let rows = shared.boards.spawned_rows(gap);
        rows.map(|row| (others + self.moves.points[row]) as f32)
    }

    /// The boards after a spawn in a gap and a move: of a 2 to the left and to the right, then of
    /// a 4.
    #[inline(always)]
    pub(super) fn boards(&self, shared: &SharedNetwork, gap: Gap) -> [Board; 4] {
        let rows = shared.boards.slid_rows(gap, self.moves);
        shared.boards.with_rows(gap, rows)
    }

    /// Asks for the weights of the [`Self::boards`] of a gap and writes their places
    /// ([`Layout::set_places`]), board by board. Returns where the stages start.
    #[inline(always)]
    pub(super) fn look_up(
        &self,
        shared: &SharedNetwork,
        gap: Gap,
        places: &mut [u32],
    ) -> [usize; 4] {
        let (layout, weights) = (self.layout(), self.numbers.table());
        let lookups = layout.lookups();
        let mut starts = [0; 4];
        // Not `map`: its closure would be compiled without the instructions of the leaf.
        for (number, board) in self.boards(shared, gap).into_iter().enumerate() {
            let start = layout.stage_start(board);
            starts[number] = start;
            let places = &mut places[number * lookups..][..lookups];
            layout.set_places(board, self.bits, places, |place| weights.prefetch(start + place));
        }
        starts
    }

    /// The values of four boards from what [`Self::look_up`] has found.
    ///
    /// # Safety
    /// `places` must be written by [`Self::look_up`] of these lookups.
    #[inline(always)]
    #[allow(unsafe_code, reason = "see `Table::weight`")]
    pub(super) unsafe fn values_at(&self, stage_starts: [usize; 4], places: &[u32]) -> f32x4 {
        let (layout, weights) = (self.layout(), self.numbers.table());
        let lookups = layout.lookups();
        let mut values = [0.0; 4];
        for (number, value) in values.iter_mut().enumerate() {
            let places = &places[number * lookups..][..lookups];
            // Safety: `look_up` has the places from this layout.
            let points = unsafe { layout.value_at(weights, stage_starts[number], places) };
            *value = self.factor * points;
        }
        f32x4::new(values)
    }
}

impl<T: Weight, B: ExtractBits> ValueFunction for NetworkLookups<T, B> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if B::IS_FAST {
            // Safety: such bits exist only on processors with these instructions.
            #[allow(unsafe_code, reason = "with `pext` a place takes one instruction")]
            return unsafe { self.fast_value(board) };
        }
        self.value_here(board)
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedNetwork {
    pub(super) boards: SlidBoards,
    /// The points of a move of all rows but one, by axis and row.
    pub(super) points: [[u32; 4]; 2],
}
