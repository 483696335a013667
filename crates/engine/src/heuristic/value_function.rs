//! The interface between heuristics and players: the value of a board, and of a leaf of a search.

use std::fmt;

use super::gap_values::GapValues;
use crate::game::gaps::bits;
use crate::game::{Board, Move, MoveTables};
use crate::processor::Processor;

/// The state that the leaves of a search share: counts, working memory, and the evaluation of
/// positions without a legal move.
#[derive(Debug)]
pub struct Leaf {
    /// Boards valued so far.
    pub nodes: u64,
    /// Chance nodes above the leaves searched so far.
    pub inner_nodes: u64,
    /// The value of positions without a legal move, less the offset; `None` for the heuristic's own.
    pub(crate) dead: Option<f32>,
    pub(crate) gaps: GapValues,
    /// Numbers that a value function keeps between calls.
    pub(super) scratch: Vec<u32>,
    pub(crate) processor: Processor,
    /// The move made least often of late at depth 1; no value depends on it.
    pub(super) rarest: Move,
}

impl Leaf {
    /// Leaves on the fast path, if the processor has its instructions.
    pub fn new(dead: Option<f32>) -> Self {
        Self {
            nodes: 0,
            inner_nodes: 0,
            dead,
            gaps: GapValues::new(),
            scratch: Vec::new(),
            processor: Processor::get(),
            rarest: Move::Right,
        }
    }

    /// Leaves on the path that runs on any processor.
    pub fn portable(dead: Option<f32>) -> Self {
        Self { processor: Processor::ANY, ..Self::new(dead) }
    }
}

/// A heuristic with its weights, compiled into tables.
///
/// Values leave out [`ValueFunction::offset`], a constant that every board
/// shares: added to them, a large constant would cost them their precision.
pub trait ValueFunction: fmt::Debug + Send + Sync {
    /// The value of a board, less the offset. Finite.
    fn value(&self, board: Board) -> f32;

    /// The constant to add to a value.
    fn offset(&self) -> f64 {
        0.0
    }

    /// Whether values are points still to come, as learned networks predict them. A search
    /// then values a move by the points of its merges plus the value of its afterstate, and the
    /// value of a chance node includes the points of the moves after the spawns.
    ///
    /// A constant of the type. As a method it keeps `dyn ValueFunction` possible; inlined,
    /// it costs nothing.
    #[inline(always)]
    fn counts_points(&self) -> bool {
        false
    }

    /// The value of a move from that of its afterstate: with the points of its merges, if the
    /// value function counts points.
    #[inline(always)]
    fn with_points(&self, value: f32, board: Board, direction: Move) -> f32 {
        if self.counts_points() {
            value + MoveTables::get().points(board, direction) as f32
        } else {
            value
        }
    }

    /// The value of a board without a legal move: that of all such boards, or its own.
    #[inline]
    fn terminal_value(&self, board: Board, dead: Option<f32>) -> f32 {
        dead.unwrap_or_else(|| self.value(board))
    }

    /// An upper bound on the value of every board that at most `spawns` spawns, and any
    /// moves between them, lead to from a position; with the points of these moves if the
    /// value function counts points. Infinite if no bound is known.
    fn upper_bound(&self, _position: Board, _spawns: u32) -> f32 {
        f32::INFINITY
    }

    /// The value of a board, offset included, in double precision where the heuristic has
    /// it: slower than [`ValueFunction::value`].
    fn static_value(&self, board: Board) -> f64 {
        f64::from(self.value(board)) + self.offset()
    }

    /// The value of each of the 65 536 rows, the constant included, if boards are sums of them: of all lines, or of outer
    /// lines and then of inner ones.
    fn row_values(&self) -> Option<Vec<f32>> {
        None
    }

    /// Returns large buffers to the pool, from which later tables take them.
    fn release(self: Box<Self>) {}
}

/// The mean over the spawns on an afterstate, from the sums for 2s and for 4s.
#[inline(always)]
pub(super) fn mean([twos, fours]: [f32; 2], afterstate: Board) -> f32 {
    (0.9 * twos + 0.1 * fours) / afterstate.empty_cells() as f32
}

/// The sums, over the empty cells of an afterstate, of the best value that a move leads to, after a
/// spawned 2 and after a spawned 4, from the values of single boards.
pub fn generic_spawn_sums<T: ValueFunction + ?Sized>(
    tables: &T,
    afterstate: Board,
    leaf: &mut Leaf,
) -> [f32; 2] {
    let mut sums = [0.0; 2];
    for bit in bits(afterstate.empty_mask()) {
        for (rank, sum) in (1..).zip(&mut sums) {
            let board = Board(afterstate.0 | rank << bit);
            let mut best = f32::NEG_INFINITY;
            for direction in Move::ALL {
                let after = MoveTables::get().apply(board, direction);
                if after != board {
                    best = best.max(tables.with_points(tables.value(after), board, direction));
                    leaf.nodes += 1;
                }
            }
            let is_dead = best == f32::NEG_INFINITY;
            *sum += if is_dead { tables.terminal_value(board, leaf.dead) } else { best };
        }
    }
    sums
}
