//! The values of an afterstate's gaps, and what its spawns are worth by them.

use super::lanes::Lanes;
use crate::game::gaps::{bits, mirrored};

/// What the moves along rows lead to after a spawn in each gap: a 2 to the left
/// and to the right, a 4 to the left and to the right. Axis 0 is that of the
/// rows, axis 1 that of the columns, by cell of the transposed board.
#[derive(Clone, Debug)]
pub(crate) struct GapValues([Lanes; 2 * AXIS]);

/// Where the second axis starts: room for the cells that are written past the last.
const AXIS: usize = 32;

/// Added to the lanes of moves that are illegal, by four bits.
static PENALTIES: [Lanes; 16] = penalties();

const fn penalties() -> [Lanes; 16] {
    let mut penalties = [Lanes([0.0; 4]); 16];
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
        Self([Lanes([0.0; 4]); 2 * AXIS])
    }

    /// Sets the value of a gap by the bit of its first cell; along a row, from
    /// left to right.
    #[inline(always)]
    pub(crate) fn set(&mut self, axis: usize, bit: u32, value: Lanes) {
        let cell = (bit >> 2 & 15) as usize + AXIS * (axis & 1);
        // It is stored four cells on; gaps that follow overwrite it.
        self.0[cell..cell + 4].fill(value);
    }

    /// The sums over the spawns of the best value that a legal move leads to, 2s
    /// and 4s; minus infinity if one leaves none. By axis, the moves that are illegal
    /// as of [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves).
    #[inline(always)]
    pub(crate) fn best_sums(&self, empty: u64, illegal: [u64; 2]) -> [f32; 2] {
        let mut sums = Lanes([0.0; 4]);
        for bit in bits(empty) {
            let value = |axis: usize, bit: u32| {
                let penalty = PENALTIES[(illegal[axis] >> bit & 15) as usize];
                self.0[(bit >> 2 & 15) as usize + AXIS * axis].plus(penalty)
            };
            let (horizontal, vertical) = (value(0, bit), value(1, mirrored(bit)));
            let best = horizontal.larger(vertical);
            sums = sums.plus(best.larger(best.swapped()));
        }
        [sums.0[0], sums.0[2]]
    }
}
