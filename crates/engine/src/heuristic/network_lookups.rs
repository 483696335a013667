//! The lookups of any network, board by board.

use std::sync::Arc;

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::slid_boards::SlidBoards;
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};
#[cfg(target_arch = "x86_64")]
use crate::tuples::Pext;
use crate::tuples::{ExtractBits, NamedNetwork, Portable, Table, WeightTable};

/// The lookups of a network, whose values are multiplied by a factor.
#[derive(Debug)]
pub struct NetworkLookups {
    network: Arc<NamedNetwork>,
    factor: f32,
    moves: &'static MoveTables,
    legality: &'static [Legality; 65536],
    #[cfg(target_arch = "x86_64")]
    pext: Option<Pext>,
}

impl NetworkLookups {
    pub(crate) fn new(network: Arc<NamedNetwork>, factor: f32) -> Self {
        Self {
            network,
            factor,
            moves: MoveTables::get(),
            legality: Legality::of_rows(),
            #[cfg(target_arch = "x86_64")]
            pext: Pext::get(),
        }
    }

    pub(super) fn value_of(&self, board: Board) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            // Safety: `Pext` exists only on processors with these instructions.
            #[allow(unsafe_code, reason = "with `pext` a place takes one instruction")]
            return unsafe { self.fast_value(board, pext) };
        }
        self.value_by(board, Portable)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_value(&self, board: Board, pext: Pext) -> f32 {
        self.value_by(board, pext)
    }

    #[inline(always)]
    fn value_by(&self, board: Board, bits: impl ExtractBits) -> f32 {
        self.factor * self.network.network.value(board, bits)
    }

    /// The points of a move of all rows but one, by row.
    #[inline(always)]
    fn points_of_other_rows(&self, board: Board) -> [u32; 4] {
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
    fn boards(&self, shared: &SharedNetwork, gap: Gap) -> [Board; 4] {
        let rows = shared.boards.slid_rows(gap, self.moves);
        shared.boards.with_rows(gap, rows)
    }

    /// The number of weights of a board.
    #[inline(always)]
    pub(super) fn lookups(&self) -> usize {
        self.network.network.layout().lookups()
    }

    /// Asks for the weights of the boards of [`Self::move_values`] and writes their places
    /// ([`Layout::set_places`](crate::tuples::Layout::set_places)), board by board. Returns where
    /// the stages start.
    #[inline(always)]
    pub(super) fn look_up(
        &self,
        shared: &SharedNetwork,
        gap: Gap,
        places: &mut [u32],
    ) -> [usize; 4] {
        let boards = self.boards(shared, gap);
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            return self.look_up_by(boards, places, pext);
        }
        self.look_up_by(boards, places, Portable)
    }

    #[inline(always)]
    fn look_up_by(
        &self,
        boards: [Board; 4],
        places: &mut [u32],
        bits: impl ExtractBits,
    ) -> [usize; 4] {
        match self.network.network.table() {
            Table::Floats(weights) => self.look_up_in(&weights, boards, places, bits),
            Table::Multiples(weights) => self.look_up_in(&weights, boards, places, bits),
        }
    }

    #[inline(always)]
    fn look_up_in(
        &self,
        weights: &impl WeightTable,
        boards: [Board; 4],
        places: &mut [u32],
        bits: impl ExtractBits,
    ) -> [usize; 4] {
        let layout = self.network.network.layout();
        let lookups = layout.lookups();
        let mut starts = [0; 4];
        // Not `map`: its closure would be compiled without the instructions of `Pext`.
        for (number, board) in boards.into_iter().enumerate() {
            let start = layout.stage_start(board);
            starts[number] = start;
            let places = &mut places[number * lookups..][..lookups];
            layout.set_places(board, bits, places, |place| weights.prefetch(start + place));
        }
        starts
    }

    /// The values of four boards from what [`Self::look_up`] has found.
    ///
    /// # Safety
    /// `places` must be written by [`Self::look_up`] of these lookups.
    #[inline(always)]
    #[allow(unsafe_code, reason = "see `WeightTable::weight`")]
    pub(super) unsafe fn values_at(&self, stage_starts: [usize; 4], places: &[u32]) -> f32x4 {
        // Safety: as the caller promises.
        unsafe {
            match self.network.network.table() {
                Table::Floats(weights) => self.values_in(&weights, stage_starts, places),
                Table::Multiples(weights) => self.values_in(&weights, stage_starts, places),
            }
        }
    }

    /// [`Self::values_at`] in a table of the network.
    #[inline(always)]
    #[allow(unsafe_code, reason = "see `WeightTable::weight`")]
    unsafe fn values_in(
        &self,
        weights: &impl WeightTable,
        stage_starts: [usize; 4],
        places: &[u32],
    ) -> f32x4 {
        let layout = self.network.network.layout();
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

    #[inline(always)]
    fn values_by(&self, boards: [Board; 4], bits: impl ExtractBits) -> f32x4 {
        let mut values = [0.0; 4];
        for (value, board) in values.iter_mut().zip(boards) {
            *value = self.value_by(board, bits);
        }
        f32x4::new(values)
    }

    #[inline(always)]
    fn prefetch_by(&self, boards: [Board; 4], bits: impl ExtractBits) {
        match self.network.network.table() {
            Table::Floats(weights) => self.prefetch_in(&weights, boards, bits),
            Table::Multiples(weights) => self.prefetch_in(&weights, boards, bits),
        }
    }

    #[inline(always)]
    fn prefetch_in(&self, weights: &impl WeightTable, boards: [Board; 4], bits: impl ExtractBits) {
        let layout = self.network.network.layout();
        for board in boards {
            let start = layout.stage_start(board);
            layout.for_each_place(board, bits, |_, place| weights.prefetch(start + place));
        }
    }

    #[inline(always)]
    fn board_values(&self, boards: [Board; 4]) -> f32x4 {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            return self.values_by(boards, pext);
        }
        self.values_by(boards, Portable)
    }
}

impl LeafKernel for NetworkLookups {
    type Shared = SharedNetwork;
    type Slid = ();
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedNetwork, [u64; 2]) {
        let shared = SharedNetwork {
            boards: SlidBoards::new(boards, self.moves),
            points: boards.map(|board| self.points_of_other_rows(board)),
        };
        let illegal = |board| Legality::illegal_moves_on(self.legality, board);
        (shared, [illegal(boards[0]), illegal(boards[1])])
    }

    /// Asks for the weights of the boards of [`Self::move_values`].
    #[inline(always)]
    fn slide(&self, shared: &SharedNetwork, gap: Gap) {
        let boards = self.boards(shared, gap);
        // Inlined into the leaf, which has the instructions of `Pext` where that exists.
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            return self.prefetch_by(boards, pext);
        }
        self.prefetch_by(boards, Portable);
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedNetwork, gap: Gap, (): ()) -> f32x4 {
        let [two, four] = self.points(shared, gap);
        let values = self.board_values(self.boards(shared, gap));
        values + f32x4::new([two, two, four, four])
    }
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedNetwork {
    pub(super) boards: SlidBoards,
    /// The points of a move of all rows but one, by axis and row.
    points: [[u32; 4]; 2],
}
