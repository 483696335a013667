//! The values of the moves after a spawn in each gap of an afterstate.

use wide::f32x4;

use crate::game::gaps::{Gap, bits, mirrored};

/// The values of the moves along a line after a spawn in each of its gaps: a 2 to the left
/// and to the right, then a 4 to the left and to the right.
///
/// Stored by cell: eight numbers each, four for the rows of the board and four for the rows
/// of the transposed board.
#[derive(Clone, Debug)]
#[repr(align(32))]
pub(crate) struct GapValues([f32; 8 * CELLS]);

/// The cells of a board, and room for the writes of a gap that ends at the last one.
const CELLS: usize = 20;

/// Minus infinity in the lanes of illegal moves, by their four bits.
static PENALTIES: [Penalty; 16] = penalties();

/// A number to add to each of four lanes.
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

/// Four values, with minus infinity in the lanes of illegal moves, by the lowest four bits.
#[inline(always)]
pub(crate) fn legal_values(values: &[f32], illegal: u64) -> f32x4 {
    let penalty = PENALTIES[(illegal & 15) as usize];
    f32x4::new([values[0], values[1], values[2], values[3]]) + f32x4::new(penalty.0)
}

/// The numbers with neighbours swapped: of lanes 0 and 1, and of lanes 2 and 3.
#[inline(always)]
pub(crate) fn swapped(values: f32x4) -> f32x4 {
    let [a, b, c, d] = values.to_array();
    f32x4::new([b, a, d, c])
}

impl GapValues {
    pub(crate) fn new() -> Self {
        Self([0.0; 8 * CELLS])
    }

    /// Sets the values of a gap. The gaps of a row must come from left to right.
    #[inline(always)]
    pub(crate) fn set(&mut self, gap: Gap, value: f32x4) {
        // A gap has at most four cells: four are written, and later gaps overwrite
        // those that belong to them.
        let first = 2 * gap.code() as usize;
        for cell in 0..4 {
            self.0[first + 8 * cell..][..4].copy_from_slice(&value.to_array());
        }
    }

    /// The values of the moves along an axis after a spawn in a cell; minus infinity for an
    /// illegal move.
    #[inline(always)]
    pub(crate) fn value(&self, axis: usize, bit: u32, illegal: [u64; 2]) -> f32x4 {
        let values = &self.0[2 * bit as usize + 4 * axis..][..4];
        legal_values(values, illegal[axis] >> bit)
    }

    /// The sums over the empty cells of the best value of a legal move, after a 2 and after
    /// a 4; minus infinity if a spawn leaves no legal move.
    ///
    /// `illegal` are the illegal moves of
    /// [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves), by axis.
    #[inline(always)]
    pub(crate) fn best_sums(&self, empty: u64, illegal: [u64; 2]) -> [f32; 2] {
        let mut sums = f32x4::new([0.0; 4]);
        for bit in bits(empty) {
            let value = |axis, bit| self.value(axis, bit, illegal);
            let best = value(0, bit).fast_max(value(1, mirrored(bit)));
            sums += best.fast_max(swapped(best));
        }
        let sums = sums.to_array();
        [sums[0], sums[2]]
    }
}
