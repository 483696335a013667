//! What a player asks of a heuristic: the value of a board, and of a leaf of its search.

use super::spawns::Gaps;
use crate::game::{Board, Move, MoveTables};

/// What a position without a legal move is worth, on the scale of
/// [`HeuristicTables::value`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dead {
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
    pub(super) gaps: Gaps,
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
            gaps: Gaps::new(),
            fast,
        }
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
/// Values leave out [`HeuristicTables::offset`], a constant that every board
/// shares: a large number common to all would cost the others their precision.
pub trait HeuristicTables: Send + Sync {
    /// The value of a board, less the offset. Finite.
    fn value(&self, board: Board) -> f32;

    /// What is added to a value to make it the heuristic's.
    fn offset(&self) -> f64 {
        0.0
    }

    /// The value of a leaf of the search: the mean, over the spawns on an
    /// afterstate, of the best value that a move leads to.
    ///
    fn spawn_mean(&self, afterstate: Board, dead: Dead, leaf: &mut Leaf) -> f32 {
        generic_spawn_mean(self, afterstate, dead, leaf)
    }
}

/// [`HeuristicTables::spawn_mean`] by the value of one board after the other.
pub fn generic_spawn_mean<T: HeuristicTables + ?Sized>(
    tables: &T,
    afterstate: Board,
    dead: Dead,
    leaf: &mut Leaf,
) -> f32 {
    mean_over_spawns(afterstate, |board, _| best_value(tables, board, dead, leaf))
}

/// The best value that a move leads to.
pub fn best_value<T: HeuristicTables + ?Sized>(
    tables: &T,
    board: Board,
    dead: Dead,
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
pub fn dead_value<T: HeuristicTables + ?Sized>(tables: &T, board: Board, dead: Dead) -> f32 {
    match dead {
        Dead::Value(value) => value,
        Dead::Static => tables.value(board),
    }
}

/// The expectation over the spawns on an afterstate: 2 in nine of ten cases,
/// else 4, every empty cell as likely. `value` also gets the spawn's probability.
#[inline]
pub fn mean_over_spawns(afterstate: Board, mut value: impl FnMut(Board, f32) -> f32) -> f32 {
    let mut mask = afterstate.empty_mask();
    let cells = mask.count_ones() as f32;
    let (mut sum_two, mut sum_four) = (0.0, 0.0);
    while mask != 0 {
        let two = mask & mask.wrapping_neg();
        mask ^= two;
        sum_two += value(Board(afterstate.0 | two), 0.9 / cells);
        sum_four += value(Board(afterstate.0 | two << 1), 0.1 / cells);
    }
    (0.9 * sum_two + 0.1 * sum_four) / cells
}
