//! The lookups of any network, board by board.

use std::sync::Arc;

use super::f32x4::F32x4;
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};
#[cfg(target_arch = "x86_64")]
use crate::tuples::Pext;
use crate::tuples::{ExtractBits, NamedNetwork, Portable, prefetch};

/// The lookups of a network, whose values are multiplied by a factor.
pub(super) struct NetworkLookups {
    network: Arc<NamedNetwork>,
    factor: f32,
    moves: &'static MoveTables,
    legality: &'static [Legality; 65536],
    #[cfg(target_arch = "x86_64")]
    pext: Option<Pext>,
}

impl NetworkLookups {
    pub(super) fn new(network: Arc<NamedNetwork>, factor: f32) -> Self {
        Self {
            network,
            factor,
            moves: MoveTables::get(),
            legality: Legality::of_rows(),
            #[cfg(target_arch = "x86_64")]
            pext: Pext::get(),
        }
    }

    pub(super) fn value(&self, board: Board) -> f32 {
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
        let network = &self.network.network;
        self.factor * network.layout().value(network.weights(), board, bits)
    }

    #[inline(always)]
    fn illegal(&self, board: Board) -> u64 {
        let legality = |row: usize| self.legality[usize::from(board.row(row))];
        Legality::illegal_moves([legality(0), legality(1), legality(2), legality(3)])
    }

    #[inline(always)]
    pub(super) fn share(&self, boards: [Board; 2]) -> (SharedBoards, [u64; 2]) {
        let slid = boards.map(|board| self.moves.along(board).map(|board| board.0));
        let illegal = [self.illegal(boards[0]), self.illegal(boards[1])];
        (SharedBoards { slid }, illegal)
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
        shared: &SharedBoards,
        gap: Gap,
        rows: [usize; 2],
        places: &mut [u32],
    ) -> [usize; 4] {
        let boards = self.boards(shared, gap, rows);
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
        let network = &self.network.network;
        let (layout, weights) = (network.layout(), network.weights());
        let lookups = layout.lookups();
        let mut starts = [0; 4];
        // Not `map`: its closure would be compiled without the instructions of `Pext`.
        for (number, board) in boards.into_iter().enumerate() {
            let start = layout.stage_start(board);
            starts[number] = start;
            let places = &mut places[number * lookups..][..lookups];
            let weights = weights.as_ptr().wrapping_add(start);
            layout.set_places(board, bits, places, |place| {
                prefetch(weights.wrapping_add(place));
            });
        }
        starts
    }

    /// The values of four boards from what [`Self::look_up`] has found.
    ///
    /// # Safety
    /// `places` must be written by [`Self::look_up`] of these lookups.
    #[inline(always)]
    #[allow(unsafe_code, reason = "see `WeightTable::weight`")]
    pub(super) unsafe fn values_at(&self, stage_starts: [usize; 4], places: &[u32]) -> F32x4 {
        let network = &self.network.network;
        let (layout, weights) = (network.layout(), network.weights());
        let lookups = layout.lookups();
        let mut values = [0.0; 4];
        for (number, value) in values.iter_mut().enumerate() {
            let places = &places[number * lookups..][..lookups];
            // Safety: `look_up` has the places from this layout.
            let points = unsafe { layout.value_at(weights, stage_starts[number], places) };
            *value = self.factor * points;
        }
        F32x4::new(values)
    }

    /// Asks for the weights of the boards of [`Self::move_values`].
    #[inline(always)]
    pub(super) fn prefetch(&self, shared: &SharedBoards, gap: Gap, rows: [usize; 2]) {
        let boards = self.boards(shared, gap, rows);
        // Inlined into the leaf, which has the instructions of `Pext` where that exists.
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            return self.prefetch_by(boards, pext);
        }
        self.prefetch_by(boards, Portable);
    }

    #[inline(always)]
    fn values_by(&self, boards: [Board; 4], bits: impl ExtractBits) -> F32x4 {
        let mut values = [0.0; 4];
        for (value, board) in values.iter_mut().zip(boards) {
            *value = self.value_by(board, bits);
        }
        F32x4::new(values)
    }

    #[inline(always)]
    fn prefetch_by(&self, boards: [Board; 4], bits: impl ExtractBits) {
        let network = &self.network.network;
        let (layout, weights) = (network.layout(), network.weights());
        for board in boards {
            let start = layout.stage_start(board);
            layout.for_each_place(board, bits, |_, place| {
                prefetch(weights.as_ptr().wrapping_add(start + place));
            });
        }
    }

    /// The values of the boards after a spawn in a gap and a move along its row; `rows` are the
    /// row with a 2 and with a 4.
    #[inline(always)]
    pub(super) fn move_values(&self, shared: &SharedBoards, gap: Gap, rows: [usize; 2]) -> F32x4 {
        let boards = self.boards(shared, gap, rows);
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            return self.values_by(boards, pext);
        }
        self.values_by(boards, Portable)
    }

    /// The boards after a spawn in a gap and a move: of a 2 to the left and to the right, then of
    /// a 4.
    #[inline(always)]
    fn boards(&self, shared: &SharedBoards, gap: Gap, rows: [usize; 2]) -> [Board; 4] {
        let start = 16 * gap.row();
        let slid = shared.slid[gap.axis()].map(|slid| slid & !(0xffff << start));
        let [left, right] = [&self.moves.left, &self.moves.right];
        let after = |side: usize, row: u16| Board(slid[side] | u64::from(row) << start);
        let [two, four] = rows;
        [
            after(0, left[two]),
            after(1, right[two]),
            after(0, left[four]),
            after(1, right[four]),
        ]
    }
}

/// The boards after a move of all rows to the left and to the right, by axis.
pub(super) struct SharedBoards {
    slid: [[u64; 2]; 2],
}
