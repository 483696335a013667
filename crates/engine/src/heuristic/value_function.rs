//! What a player asks of a heuristic: the value of a board, and of a leaf of its search.

use super::gap_values::GapValues;
use crate::game::gaps::bits;
use crate::game::{Board, Move, MoveTables};

/// What a position without a legal move is worth, on the scale of
/// [`ValueFunction::value`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafTerminalValue {
    /// A number.
    Value(f32),
    /// What the heuristic says of the board.
    Static,
}

/// What leaves of a search leave behind, and where they work.
#[derive(Debug)]
pub struct Leaf {
    /// Boards valued so far.
    pub nodes: u64,
    pub(crate) gaps: GapValues,
    /// Whether the processor has the instructions of the fast path.
    pub(super) fast: bool,
}

impl Leaf {
    /// On the fast path, if the processor has one.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        let fast = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let fast = false;
        Self {
            nodes: 0,
            gaps: GapValues::new(),
            fast,
        }
    }

    /// Whether the processor has the instructions of the fast path.
    #[inline(always)]
    pub(crate) fn is_fast(&self) -> bool {
        self.fast
    }

    /// On the path that any processor can take.
    pub fn portable() -> Self {
        Self {
            fast: false,
            ..Self::new()
        }
    }
}

impl Default for Leaf {
    fn default() -> Self {
        Self::new()
    }
}

/// A heuristic with its weights worked into tables.
///
/// Values leave out [`ValueFunction::offset`], a constant that every board
/// shares: a large number common to all would cost the others their precision.
pub trait ValueFunction: Send + Sync {
    /// The value of a board, less the offset. Finite.
    fn value(&self, board: Board) -> f32;

    /// What is added to a value to make it the heuristic's.
    fn offset(&self) -> f64 {
        0.0
    }

    /// A number that no board exceeds that is reached from a position by at most that
    /// many spawns, whatever the moves between them; infinite if none is known.
    fn upper_bound(&self, _position: Board, _spawns: u32) -> f32 {
        f32::INFINITY
    }

    /// What the heuristic says of a board, where it can in double precision:
    /// slower than [`ValueFunction::value`].
    fn static_value(&self, board: Board) -> f64 {
        f64::from(self.value(board)) + self.offset()
    }

    /// The sums, over the empty cells of an afterstate, of the best value that a
    /// move leads to after a spawned 2, and after a 4.
    fn spawn_sums(&self, afterstate: Board, dead: LeafTerminalValue, leaf: &mut Leaf) -> [f32; 2] {
        generic_spawn_sums(self, afterstate, dead, leaf)
    }

    /// The value of a leaf of the search: the mean, over the spawns on an
    /// afterstate, of the best value that a move leads to. The afterstate is given as
    /// it is and transposed.
    ///
    /// Made part of its caller, and compiled for the processor that the caller is.
    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], dead: LeafTerminalValue, leaf: &mut Leaf) -> f32 {
        mean(self.spawn_sums(boards[0], dead, leaf), boards[0])
    }
}

/// The mean over the spawns on an afterstate, by the sums of 2s and of 4s.
#[inline(always)]
pub(super) fn mean([twos, fours]: [f32; 2], afterstate: Board) -> f32 {
    (0.9 * twos + 0.1 * fours) / afterstate.empty_cells() as f32
}

/// [`ValueFunction::spawn_sums`] by the value of one board after the other.
pub fn generic_spawn_sums<T: ValueFunction + ?Sized>(
    tables: &T,
    afterstate: Board,
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> [f32; 2] {
    let mut sums = [0.0; 2];
    for bit in bits(afterstate.empty_mask()) {
        for (rank, sum) in (1..).zip(&mut sums) {
            *sum += best_value(tables, Board(afterstate.0 | rank << bit), dead, leaf);
        }
    }
    sums
}

/// The best value that a move leads to.
pub fn best_value<T: ValueFunction + ?Sized>(
    tables: &T,
    board: Board,
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> f32 {
    let moves = MoveTables::get();
    let mut best = f32::NEG_INFINITY;
    for direction in Move::ALL {
        let after = moves.apply(board, direction);
        if after != board {
            best = best.max(tables.value(after));
            leaf.nodes += 1;
        }
    }
    if best == f32::NEG_INFINITY {
        best = dead_value(tables, board, dead);
    }
    best
}

/// What a board without a legal move is worth.
#[inline]
pub fn dead_value<T: ValueFunction + ?Sized>(
    tables: &T,
    board: Board,
    dead: LeafTerminalValue,
) -> f32 {
    match dead {
        LeafTerminalValue::Value(value) => value,
        LeafTerminalValue::Static => tables.value(board),
    }
}
