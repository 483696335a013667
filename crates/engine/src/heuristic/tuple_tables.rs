//! A learned network as a value function: points still to come.
//!
//! The spawns of one gap lead to the same boards (see [`leaf_kernel`]), each of which is valued
//! by as many lookups as the network has. They are far apart in memory, so that a leaf is as fast
//! as they can be brought; the processor overlaps those of one board with those of the next.

use std::fmt;
use std::sync::Arc;

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::limits::{MAX_VALUE, limited};
use super::value_function::{Leaf, TerminalEvaluation, ValueFunction};
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};
#[cfg(target_arch = "x86_64")]
use crate::tuples::Pext;
use crate::tuples::{ExtractBits, NamedNetwork, Portable};

/// A learned network as a value function.
pub struct TupleTables {
    network: Arc<NamedNetwork>,
    factor: f32,
    moves: &'static MoveTables,
    legality: &'static [Legality; 65536],
    #[cfg(target_arch = "x86_64")]
    pext: Option<Pext>,
}

impl fmt::Debug for TupleTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.network.fmt(formatter)
    }
}

impl TupleTables {
    /// The values of a network, times a factor.
    pub fn new(network: Arc<NamedNetwork>, factor: f64) -> Self {
        Self {
            network,
            factor: limited(factor, MAX_VALUE) as f32,
            moves: MoveTables::get(),
            legality: Legality::of_rows(),
            #[cfg(target_arch = "x86_64")]
            pext: Pext::get(),
        }
    }

    #[inline(always)]
    fn values<const BOARDS: usize>(&self, boards: [Board; BOARDS]) -> [f32; BOARDS] {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = self.pext {
            // Safety: `Pext` exists only on processors with these instructions.
            #[allow(unsafe_code, reason = "with `pext` an index takes one instruction")]
            return unsafe { self.fast_values(boards, pext) };
        }
        self.values_by(boards, Portable)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_values<const BOARDS: usize>(
        &self,
        boards: [Board; BOARDS],
        pext: Pext,
    ) -> [f32; BOARDS] {
        self.values_by(boards, pext)
    }

    #[inline(always)]
    fn values_by<const BOARDS: usize>(
        &self,
        boards: [Board; BOARDS],
        bits: impl ExtractBits,
    ) -> [f32; BOARDS] {
        let network = &self.network.network;
        let (layout, weights) = (network.layout(), network.weights());
        let mut values = [0.0; BOARDS];
        for (value, board) in values.iter_mut().zip(boards) {
            *value = self.factor * layout.value(weights, board, bits);
        }
        values
    }

    #[inline(always)]
    fn points(&self, board: Board) -> [u32; 4] {
        [0, 1, 2, 3].map(|row| self.moves.points[usize::from(board.row(row))])
    }

    #[inline(always)]
    fn illegal(&self, board: Board) -> u64 {
        let legality = |row: usize| self.legality[usize::from(board.row(row))];
        Legality::illegal_moves([legality(0), legality(1), legality(2), legality(3)])
    }
}

impl ValueFunction for TupleTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.values([board])[0]
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }

    #[inline]
    fn spawn_sums(
        &self,
        afterstate: Board,
        terminal: TerminalEvaluation,
        leaf: &mut Leaf,
    ) -> [f32; 2] {
        leaf_kernel::spawn_sums(self, afterstate, terminal, leaf)
    }

    #[inline(always)]
    fn chance_value(
        &self,
        boards: [Board; 2],
        terminal: TerminalEvaluation,
        leaf: &mut Leaf,
    ) -> f32 {
        leaf_kernel::chance_value(self, boards, terminal, leaf)
    }
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedBoards {
    boards: [Board; 2],
    /// The boards after a move of all rows to the left and to the right, by axis.
    slid: [[u64; 2]; 2],
    /// The points of the other three rows, by axis and row.
    points: [[u32; 4]; 2],
}

impl LeafKernel for TupleTables {
    type Shared = SharedBoards;
    type Slid = [usize; 2];

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedBoards, [u64; 2]) {
        let points = boards.map(|board| {
            let [a, b, c, d] = self.points(board);
            let all = a + b + c + d;
            [all - a, all - b, all - c, all - d]
        });
        let slid = boards.map(|board| self.moves.along(board).map(|board| board.0));
        let shared = SharedBoards {
            boards,
            slid,
            points,
        };
        (shared, [self.illegal(boards[0]), self.illegal(boards[1])])
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedBoards, gap: Gap) -> [usize; 2] {
        [1, 2].map(|rank| usize::from(gap.row_with(shared.boards, rank)))
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedBoards, gap: Gap, rows: [usize; 2]) -> F32x4 {
        let start = 16 * gap.row();
        let slid = shared.slid[gap.axis()].map(|slid| slid & !(0xffff << start));
        let [left, right] = [&self.moves.left, &self.moves.right];
        let [two, four] = rows;
        let after = |side: usize, row: u16| Board(slid[side] | u64::from(row) << start);
        let boards = [
            after(0, left[two]),
            after(1, right[two]),
            after(0, left[four]),
            after(1, right[four]),
        ];
        let others = shared.points[gap.axis()][gap.row()];
        let points = rows.map(|row| (others + self.moves.points[row]) as f32);
        let points = F32x4::new([points[0], points[0], points[1], points[1]]);
        points.plus(F32x4::new(self.values(boards)))
    }
}
