//! The transposition table: values of afterstates that a search has already found.
//!
//! A new entry replaces the old one of its slot. A slot contains the whole board and the depth
//! of its search, so that a hit is never a collision.

use std::hint::select_unpredictable;

use super::slots::Slots;
use crate::game::Board;

/// An entry of sixteen bytes, four to a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(super) struct Slot {
    board: u64,
    value: f32,
    /// Generation and depth; 0 in an unused slot.
    stamp: u32,
}

/// Values by afterstate and depth.
pub(super) type TranspositionTable = Slots<Slot>;

impl TranspositionTable {
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
}
