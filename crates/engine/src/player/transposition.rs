//! The transposition table: values of afterstates that a search has already found.
//!
//! The number of slots is fixed, and a new entry replaces the old one of its slot. A slot
//! contains the whole board and the depth of its search, so that a hit is never a
//! collision. Clearing increments a generation instead of writing to all slots.

use std::hint::select_unpredictable;

use crate::game::Board;

/// An entry of sixteen bytes, four to a cache line.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Slot {
    board: u64,
    value: f32,
    /// Generation and depth; 0 in an unused slot.
    stamp: u32,
}

/// Values by afterstate and depth.
pub(super) struct TranspositionTable {
    slots: Box<[Slot]>,
    /// 64 minus the binary logarithm of the number of slots.
    shift: u32,
    generation: u32,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "TranspositionTable({} slots)", self.slots.len())
    }
}

/// The number of low bits of a stamp that contain the depth.
const DEPTH_BITS: u32 = 6;

impl TranspositionTable {
    /// A table of `slots` slots, rounded up to a power of two.
    pub(super) fn new(slots: u32) -> Self {
        let slots = slots.max(2).next_power_of_two();
        Self {
            slots: vec![Slot::default(); slots as usize].into_boxed_slice(),
            shift: 64 - slots.trailing_zeros(),
            generation: 1,
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> (32 - DEPTH_BITS) != 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    #[inline]
    fn index(&self, board: Board, depth: u32) -> usize {
        // Fibonacci hashing: the high bits of the product depend on all of the board.
        let hash = (board.0 ^ (board.0 >> 32))
            .wrapping_add(u64::from(depth))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> self.shift) as usize
    }

    #[inline]
    fn stamp(&self, depth: u32) -> u32 {
        self.generation << DEPTH_BITS | depth
    }

    /// The value of an afterstate at a depth, if the table contains it.
    #[inline]
    pub(super) fn get(&self, board: Board, depth: u32) -> Option<f32> {
        let slot = &self.slots[self.index(board, depth)];
        (slot.board == board.0 && slot.stamp == self.stamp(depth)).then_some(slot.value)
    }

    /// The value of an afterstate at a depth and true, or another number and false.
    #[inline(always)]
    pub(super) fn get_or(&self, board: Board, depth: u32, other: f32) -> (f32, bool) {
        let slot = &self.slots[self.index(board, depth)];
        let is_known = (slot.board == board.0) & (slot.stamp == self.stamp(depth));
        (select_unpredictable(is_known, slot.value, other), is_known)
    }

    /// Stores a value and replaces the entry of its slot.
    #[inline]
    pub(super) fn insert(&mut self, board: Board, depth: u32, value: f32) {
        let stamp = self.stamp(depth);
        let index = self.index(board, depth);
        self.slots[index] = Slot { board: board.0, value, stamp };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stored_values_are_found() {
        let mut table = TranspositionTable::new(1000);
        assert_eq!(table.slots.len(), 1024);
        let boards: Vec<_> = (0..5000_u64).map(|i| Board(i * i * i)).collect();
        for (value, &board) in boards.iter().enumerate() {
            assert_eq!(table.get(board, 3), None);
            table.insert(board, 3, value as f32);
            assert_eq!(table.get(board, 3), Some(value as f32));
            assert_eq!(table.get(board, 2), None);
        }
        let held = boards.iter().filter(|&&b| table.get(b, 3).is_some()).count();
        assert!(held > 900, "{held} of 1024 slots are in use");
        table.clear();
        assert!(boards.iter().all(|&board| table.get(board, 3).is_none()));
    }

    #[test]
    fn an_empty_board_is_not_found_in_unused_slots() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.get(Board::EMPTY, 0), None);
    }

    #[test]
    fn generations_restart_before_they_overflow() {
        let mut table = TranspositionTable::new(2);
        table.generation = (1 << (32 - DEPTH_BITS)) - 1;
        table.insert(Board(5), 1, 1.0);
        table.clear();
        assert_eq!(table.get(Board(5), 1), None);
        assert_eq!(table.generation, 1);
    }
}
