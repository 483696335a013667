//! The table of chance nodes above the leaves: what a search has found out about them.
//!
//! With a cut by probability the value of a node depends on its path. A slot therefore
//! contains the probabilities of the paths on which the same search would be made.

use super::cut_range::CutRange;
use crate::game::Board;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Known {
    /// Its value.
    Value(f32),
    /// A number that its value is below.
    Below(f32),
}

/// Half a cache line.
#[derive(Clone, Copy, Default)]
#[repr(C, align(32))]
struct Slot {
    board: u64,
    value: f32,
    /// Generation, depth, and whether the value is below the number; 0 in an unused slot.
    stamp: u32,
    /// The lowest probability of the node, and a number above the highest.
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

/// The number of slots that an entry may be in, side by side in a cache line: the newest first.
const WAYS: usize = 2;

/// The number of low bits of a stamp that contain the depth and whether the value is below.
const LOW_BITS: u32 = 6;

/// Nodes by afterstate and depth.
pub(super) struct NodeTable {
    slots: Box<[Slot]>,
    /// 64 minus the binary logarithm of the number of pairs of slots.
    shift: u32,
    generation: u32,
}

impl std::fmt::Debug for NodeTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "NodeTable({} slots)", self.slots.len())
    }
}

impl NodeTable {
    /// A table of `slots` slots, rounded up to a power of two.
    pub(super) fn new(slots: u32) -> Self {
        let slots = slots.max(2 * WAYS as u32).next_power_of_two();
        Self {
            slots: vec![Slot::default(); slots as usize].into_boxed_slice(),
            shift: 64 - (slots / WAYS as u32).trailing_zeros(),
            generation: 1,
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> (32 - LOW_BITS) != 0 {
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
        (hash >> self.shift) as usize * WAYS
    }

    #[inline]
    fn stamp(&self, depth: u32) -> u32 {
        self.generation << LOW_BITS | depth << 1
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
        let slot = self.slots[index..index + WAYS]
            .iter()
            .find(|slot| slot.is_of(board, stamp, probability))?;
        let known = if slot.stamp & 1 == 0 {
            Known::Value(slot.value)
        } else {
            Known::Below(slot.value)
        };
        let range = CutRange::of_probabilities(slot.probabilities, probability);
        Some((known, range))
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
        let (value, is_below) = match known {
            Known::Value(value) => (value, 0),
            Known::Below(value) => (value, 1),
        };
        if !self.slots[index].is_of(board, stamp, probability) {
            self.slots[index + 1] = self.slots[index];
        }
        self.slots[index] = Slot {
            board: board.0,
            value,
            stamp: stamp | is_below,
            probabilities: range.probabilities(probability),
        };
    }
}
