//! The tables of a search: what it has found out about afterstates.
//!
//! A table has a fixed number of slots, chosen by a board and a depth. A new entry replaces an old
//! one. A slot contains the whole board and the depth of its search, so that a hit is never a
//! collision.

use super::cut::CutRange;
use crate::game::Board;
use crate::tuples::prefetch;

/// The number of low bits of a stamp that the generation leaves to the table.
const LOW_BITS: u32 = 6;

/// A power of two of slots. Clearing increments a generation instead of writing to all slots: an
/// entry has a stamp of the generation that stored it.
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

/// An entry of sixteen bytes, four to a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(super) struct Value {
    board: u64,
    value: f32,
    /// Generation and depth; 0 in an unused slot.
    stamp: u32,
}

/// Values by afterstate and depth.
pub(super) type TranspositionTable = Slots<Value>;

impl TranspositionTable {
    /// The value of an afterstate at a depth, if the table contains it.
    #[inline]
    pub(super) fn get(&self, board: Board, depth: u32) -> Option<f32> {
        let slot = &self.slots[self.index(board, depth)];
        (slot.board == board.0 && slot.stamp == self.stamp(depth)).then_some(slot.value)
    }

    /// Stores a value and replaces the entry of its slot.
    #[inline]
    pub(super) fn insert(&mut self, board: Board, depth: u32, value: f32) {
        let stamp = self.stamp(depth);
        let index = self.index(board, depth);
        self.slots[index] = Value { board: board.0, value, stamp };
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Known {
    /// Its value, or a bound that its value does not reach.
    pub(super) value: f32,
    pub(super) is_bound: bool,
}

/// An entry of half a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct Node {
    board: u64,
    known: Known,
    /// Generation and depth; 0 in an unused slot.
    stamp: u32,
    /// The lowest probability of the node, and a bound above the highest.
    probabilities: [f32; 2],
}

impl Node {
    /// Whether the slot is about an afterstate at a depth and a probability.
    #[inline(always)]
    fn is_of(&self, board: Board, stamp: u32, probability: f32) -> bool {
        let [low, high] = self.probabilities;
        self.board == board.0 && self.stamp == stamp && low <= probability && probability < high
    }
}

/// The slots that an entry may be in, a cache line: the newest first.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Line([Node; WAYS]);

const WAYS: usize = 2;

/// What is known of chance nodes above the leaves, by afterstate and depth.
///
/// With a cut by probability the value of a node depends on its path. A slot therefore
/// contains the probabilities of the paths on which the same search would be made.
pub(super) type NodeTable = Slots<Line>;

impl NodeTable {
    /// A table of `slots` slots, rounded up to a power of two.
    pub(super) fn of_nodes(slots: u32) -> Self {
        Self::new(slots.div_ceil(WAYS as u32))
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
        let (index, stamp) = (self.index(board, depth), self.stamp(depth));
        let slot = self.slots[index].0.iter().find(|slot| slot.is_of(board, stamp, probability))?;
        Some((slot.known, CutRange::of_probabilities(slot.probabilities, probability)))
    }

    /// Asks the processor for the line of an afterstate.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board, depth: u32) {
        prefetch(&raw const self.slots[self.index(board, depth)]);
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
        let (index, stamp) = (self.index(board, depth), self.stamp(depth));
        let [newer, older] = &mut self.slots[index].0;
        if !newer.is_of(board, stamp, probability) {
            *older = *newer;
        }
        let probabilities = range.probabilities(probability);
        *newer = Node { board: board.0, known, stamp, probabilities };
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

    #[test]
    fn knowledge_is_found_on_the_paths_on_which_it_holds() {
        let mut table = NodeTable::new(64);
        let mut range = CutRange::ALL;
        range.compare(0.02, 0.01);
        range.compare(0.005, 0.01);
        let board = Board(0x1234);
        let five = Known { value: 5.0, is_bound: false };
        table.insert(board, 3, 0.1, five, range);
        for (probability, is_found) in
            [(0.0499, false), (0.051, true), (0.1, true), (0.199, true), (0.2001, false)]
        {
            let found = table.get(board, 3, probability);
            assert_eq!(found.map(|(known, _)| known), is_found.then_some(five));
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
        let value = |value| Known { value, is_bound: false };
        let below = |value| Known { value, is_bound: true };
        table.insert(board, 2, 0.1, value(1.0), range);
        table.insert(board, 2, 0.9, below(2.0), range);
        assert_eq!(known(&table, 0.1), Some(value(1.0)));
        assert_eq!(known(&table, 0.9), Some(below(2.0)));
        table.insert(board, 2, 0.9, below(1.5), range);
        assert_eq!(known(&table, 0.1), Some(value(1.0)));
        assert_eq!(known(&table, 0.9), Some(below(1.5)));
    }
}
