//! The table of chance nodes above the leaves: what a search has found out about them.
//!
//! With a cut by probability the value of a node depends on its path. A slot therefore
//! contains the probabilities of the paths on which the same search would be made.

use super::cut_range::CutRange;
use super::slots::Slots;
use crate::game::Board;
use crate::tuples::prefetch;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Known {
    /// Its value.
    Value(f32),
    /// A bound that its value does not reach.
    Below(f32),
}

/// Half a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct Slot {
    board: u64,
    value: f32,
    /// Generation, depth, and whether the value is below the number; 0 in an unused slot.
    stamp: u32,
    /// The lowest probability of the node, and a bound above the highest.
    probabilities: [f32; 2],
}

impl Slot {
    /// Whether the slot is about an afterstate at a depth and a probability.
    #[inline(always)]
    fn is_of(&self, board: Board, stamp: u32, probability: f32) -> bool {
        let [low, high] = self.probabilities;
        self.board == board.0
            && self.stamp & !1 == stamp
            && low <= probability
            && probability < high
    }
}

/// The slots that an entry may be in, a cache line: the newest first.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Line([Slot; WAYS]);

const WAYS: usize = 2;

/// Nodes by afterstate and depth.
#[derive(Debug)]
pub(super) struct NodeTable(Slots<Line>);

impl NodeTable {
    /// A table of `slots` slots, rounded up to a power of two.
    pub(super) fn new(slots: u32) -> Self {
        Self(Slots::new(slots.div_ceil(WAYS as u32)))
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn stamp(&self, depth: u32) -> u32 {
        self.0.stamp(depth << 1)
    }

    /// What is known of an afterstate at a depth and a probability, and the range of that
    /// knowledge.
    #[inline]
    pub(super) fn get(
        &self,
        board: Board,
        depth: u32,
        probability: f32,
    ) -> Option<(Known, CutRange)> {
        let (index, stamp) = (self.0.index(board, depth), self.stamp(depth));
        let slot =
            self.0.slots[index].0.iter().find(|slot| slot.is_of(board, stamp, probability))?;
        let known =
            if slot.stamp & 1 == 0 { Known::Value(slot.value) } else { Known::Below(slot.value) };
        let range = CutRange::of_probabilities(slot.probabilities, probability);
        Some((known, range))
    }

    /// Asks the processor for the line of an afterstate.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board, depth: u32) {
        prefetch(&raw const self.0.slots[self.0.index(board, depth)]);
    }

    /// Stores what is known, in place of what was known before or of the older entry.
    #[inline]
    pub(super) fn insert(
        &mut self,
        board: Board,
        depth: u32,
        probability: f32,
        known: Known,
        range: CutRange,
    ) {
        let (index, stamp) = (self.0.index(board, depth), self.stamp(depth));
        let (value, is_below) = match known {
            Known::Value(value) => (value, 0),
            Known::Below(value) => (value, 1),
        };
        let [newer, older] = &mut self.0.slots[index].0;
        if !newer.is_of(board, stamp, probability) {
            *older = *newer;
        }
        *newer = Slot {
            board: board.0,
            value,
            stamp: stamp | is_below,
            probabilities: range.probabilities(probability),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knowledge_is_found_on_the_paths_on_which_it_holds() {
        let mut table = NodeTable::new(64);
        let mut range = CutRange::ALL;
        range.compare(0.02, 0.01);
        range.compare(0.005, 0.01);
        let board = Board(0x1234);
        table.insert(board, 3, 0.1, Known::Value(5.0), range);
        for (probability, is_found) in
            [(0.0499, false), (0.051, true), (0.1, true), (0.199, true), (0.2001, false)]
        {
            let found = table.get(board, 3, probability);
            assert_eq!(found.map(|(known, _)| known), is_found.then_some(Known::Value(5.0)));
        }
        assert!(table.get(board, 4, 0.1).is_none());
        assert!(table.get(Board(0x1235), 3, 0.1).is_none());
        table.clear();
        assert!(table.get(board, 3, 0.1).is_none());
    }

    #[test]
    fn two_paths_of_a_board_are_remembered() {
        let mut table = NodeTable::new(2);
        let mut range = CutRange::ALL;
        range.compare(0.02, 0.01);
        range.compare(0.005, 0.01);
        let board = Board(7);
        let known = |table: &NodeTable, probability| {
            table.get(board, 2, probability).map(|(known, _)| known)
        };
        table.insert(board, 2, 0.1, Known::Value(1.0), range);
        table.insert(board, 2, 0.9, Known::Below(2.0), range);
        assert_eq!(known(&table, 0.1), Some(Known::Value(1.0)));
        assert_eq!(known(&table, 0.9), Some(Known::Below(2.0)));
        table.insert(board, 2, 0.9, Known::Below(1.5), range);
        assert_eq!(known(&table, 0.1), Some(Known::Value(1.0)));
        assert_eq!(known(&table, 0.9), Some(Known::Below(1.5)));
    }
}
