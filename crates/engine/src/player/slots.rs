//! The slots of a table, chosen by a board and a depth.
//!
//! Their number is fixed. Clearing increments a generation instead of writing to all slots: an
//! entry has a stamp of the generation that stored it.

use crate::game::Board;

/// The number of low bits of a stamp that the generation leaves to the table.
const LOW_BITS: u32 = 6;

/// A power of two of slots.
#[derive(Debug)]
pub(super) struct Slots<S> {
    pub(super) slots: Box<[S]>,
    /// 64 minus the binary logarithm of the number of slots.
    shift: u32,
    generation: u32,
}

impl<S: Copy + Default> Slots<S> {
    /// At least `count` slots, which contain nothing.
    pub(super) fn new(count: u32) -> Self {
        let count = count.max(2).next_power_of_two();
        Self {
            slots: vec![S::default(); count as usize].into_boxed_slice(),
            shift: 64 - count.trailing_zeros(),
            generation: 1,
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> (32 - LOW_BITS) != 0 {
            self.slots.fill(S::default());
            self.generation = 1;
        }
    }

    #[inline]
    pub(super) fn index(&self, board: Board, depth: u32) -> usize {
        // Fibonacci hashing: the high bits of the product depend on all of the board.
        let hash = (board.0 ^ (board.0 >> 32))
            .wrapping_add(u64::from(depth))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> self.shift) as usize
    }

    /// The stamp of an entry of this generation; that of no entry is 0.
    #[inline]
    pub(super) fn stamp(&self, low_bits: u32) -> u32 {
        self.generation << LOW_BITS | low_bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_restart_before_they_overflow() {
        let mut slots = Slots::<u32>::new(2);
        slots.generation = (1 << (32 - LOW_BITS)) - 1;
        slots.slots[1] = slots.stamp(1);
        slots.clear();
        assert_eq!((slots.slots[1], slots.generation), (0, 1));
    }
}
