//! The lookups of any network, board by board.

use std::sync::Arc;

use super::f32x4::F32x4;
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};
#[cfg(target_arch = "x86_64")]
use crate::tuples::Pext;
use crate::tuples::{ExtractBits, NamedNetwork, Portable};

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
        self.values([board])[0]
    }

    #[inline(always)]
    fn values<const BOARDS: usize>(&self, boards: [Board; BOARDS]) -> [f32; BOARDS] {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            // Safety: `Pext` exists only on processors with these instructions.
            #[allow(unsafe_code, reason = "with `pext` an index takes one instruction")]
            return unsafe { self.fast_values(boards, pext) };
        }
        self.values_by(boards, Portable)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_values<const BOARDS: usize>(
        &self,
        boards: [Board; BOARDS],
        pext: Pext,
    ) -> [f32; BOARDS] {
        self.values_by(boards, pext)
    }

    #[inline(always)]
    fn values_by<const BOARDS: usize>(
        &self,
        boards: [Board; BOARDS],
        bits: impl ExtractBits,
    ) -> [f32; BOARDS] {
        let network = &self.network.network;
        let (layout, weights) = (network.layout(), network.weights());
        let mut values = [0.0; BOARDS];
        for (value, board) in values.iter_mut().zip(boards) {
            *value = self.factor * layout.value(weights, board, bits);
        }
        values
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

    /// The values of the boards after a spawn in a gap and a move along its row; `rows` are the
    /// row with a 2 and with a 4.
    #[inline(always)]
    pub(super) fn move_values(&self, shared: &SharedBoards, gap: Gap, rows: [usize; 2]) -> F32x4 {
        let start = 16 * gap.row();
        let slid = shared.slid[gap.axis()].map(|slid| slid & !(0xffff << start));
        let [left, right] = [&self.moves.left, &self.moves.right];
        let after = |side: usize, row: u16| Board(slid[side] | u64::from(row) << start);
        let [two, four] = rows;
        F32x4::new(self.values([
            after(0, left[two]),
            after(1, right[two]),
            after(0, left[four]),
            after(1, right[four]),
        ]))
    }
}

/// The boards after a move of all rows to the left and to the right, by axis.
pub(super) struct SharedBoards {
    slid: [[u64; 2]; 2],
}
