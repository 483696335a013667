//! The values of an afterstate's gaps, and what its spawns are worth by them.

use super::f32x4::F32x4;
use crate::game::gaps::{Gap, bits, mirrored};

/// What the moves along rows lead to after a spawn in each gap: a 2 to the left
/// and to the right, a 4 to the left and to the right. By cell, those along the rows of
/// the board, then those along the rows of the transposed one, by cell of that.
#[derive(Clone, Debug)]
#[repr(align(32))]
pub(crate) struct GapValues([f32; 8 * CELLS]);

/// Room for the cells that are written past the last.
const CELLS: usize = 20;

/// Added to the lanes of moves that are illegal, by four bits.
static PENALTIES: [Penalty; 16] = penalties();

/// What is added to four lanes.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Penalty([f32; 4]);

const fn penalties() -> [Penalty; 16] {
    let mut penalties = [Penalty([0.0; 4]); 16];
    let mut bit = 0;
    while bit < 64 {
        if bit >> 2 >> (bit & 3) & 1 == 1 {
            penalties[bit >> 2].0[bit & 3] = f32::NEG_INFINITY;
        }
        bit += 1;
    }
    penalties
}

impl GapValues {
    pub(crate) fn new() -> Self {
        Self([0.0; 8 * CELLS])
    }

    /// Sets the value of a gap; along a row, from left to right.
    #[inline(always)]
    pub(crate) fn set(&mut self, gap: Gap, value: F32x4) {
        // It is stored four cells on; gaps that follow overwrite it.
        let first = 2 * gap.code() as usize;
        for cell in 0..4 {
            self.0[first + 8 * cell..][..4].copy_from_slice(&value.get());
        }
    }

    #[inline(always)]
    fn value(&self, axis: usize, bit: u32, illegal: [u64; 2]) -> F32x4 {
        let penalty = PENALTIES[(illegal[axis] >> bit & 15) as usize];
        let values = &self.0[2 * bit as usize + 4 * axis..][..4];
        F32x4::new([values[0], values[1], values[2], values[3]]).plus(F32x4::new(penalty.0))
    }

    /// The sums over the spawns of the best value that a legal move leads to, 2s
    /// and 4s; minus infinity if one leaves none. By axis, the moves that are illegal
    /// as of [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves).
    #[inline(always)]
    pub(crate) fn best_sums(&self, empty: u64, illegal: [u64; 2]) -> [f32; 2] {
        let mut sums = F32x4::new([0.0; 4]);
        for bit in bits(empty) {
            let value = |axis, bit| self.value(axis, bit, illegal);
            let best = value(0, bit).larger(value(1, mirrored(bit)));
            sums = sums.plus(best.larger(best.swapped()));
        }
        let sums = sums.get();
        [sums[0], sums[2]]
    }
}
