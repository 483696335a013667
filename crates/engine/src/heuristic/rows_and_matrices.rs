//! Rows, and matrices that are added to them.
//!
//! The moves of a leaf's spawns lead to few boards, one per gap, side and
//! spawned tile. The matrices are worked out for those whole boards: slower
//! than what tables of rows do, and paid for by those who ask for it only.

use std::fmt;

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::matrix_tables::MatrixTables;
use super::row_tables::LineTables;
use super::value_function::{Leaf, LeafTerminalValue, ValueFunction};
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};

/// Tables of rows with matrices for the whole board.
pub struct RowsAndMatrices {
    rows: LineTables<2>,
    /// Each is looked at from all sides, and so worth the same on the transposed board.
    matrices: Vec<MatrixTables>,
    moves: &'static MoveTables,
}

impl fmt::Debug for RowsAndMatrices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RowsAndMatrices")
    }
}

impl RowsAndMatrices {
    pub(super) fn new(rows: LineTables<2>, matrices: Vec<MatrixTables>) -> Self {
        Self {
            rows,
            matrices,
            moves: MoveTables::get(),
        }
    }

    fn of_matrices(&self, board: Board) -> f32 {
        let values = self.matrices.iter().map(|matrix| matrix.value(board));
        values.sum()
    }
}

impl ValueFunction for RowsAndMatrices {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.rows.value(board) + self.of_matrices(board)
    }

    fn offset(&self) -> f64 {
        self.rows.offset()
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        if self.matrices.is_empty() {
            self.rows.upper_bound(position, spawns)
        } else {
            f32::INFINITY
        }
    }

    #[inline]
    fn spawn_sums(&self, afterstate: Board, dead: LeafTerminalValue, leaf: &mut Leaf) -> [f32; 2] {
        leaf_kernel::spawn_sums(self, afterstate, dead, leaf)
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], dead: LeafTerminalValue, leaf: &mut Leaf) -> f32 {
        leaf_kernel::chance_value(self, boards, dead, leaf)
    }
}

/// What the moves share.
pub(super) struct SharedLines {
    rows: <LineTables<2> as LeafKernel>::SharedLines,
    boards: [Board; 2],
    /// By axis, the boards after a move of all rows to the left and to the right;
    /// nothing if there is no matrix.
    moved: [[u64; 2]; 2],
}

impl LeafKernel for RowsAndMatrices {
    type SharedLines = SharedLines;
    type SlidRow = <LineTables<2> as LeafKernel>::SlidRow;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (SharedLines, [u64; 2]) {
        let (rows, illegal) = self.rows.lines(boards);
        let moved = boards.map(|board| {
            if self.matrices.is_empty() {
                return [0; 2];
            }
            self.moves.along(board).map(|board| board.0)
        });
        let lines = SharedLines {
            rows,
            boards,
            moved,
        };
        (lines, illegal)
    }

    #[inline(always)]
    fn moved(&self, lines: &SharedLines, gap: Gap) -> Self::SlidRow {
        self.rows.moved(&lines.rows, gap)
    }

    #[inline(always)]
    fn along(&self, lines: &SharedLines, gap: Gap, moved: Self::SlidRow) -> F32x4 {
        let rows = self.rows.along(&lines.rows, gap, moved);
        if self.matrices.is_empty() {
            return rows;
        }
        let start = 16 * gap.row();
        let part = |rank: u16, side: usize| {
            let table = [&self.moves.left, &self.moves.right][side];
            let moved = u64::from(table[usize::from(gap.row_with(lines.boards, rank))]);
            let others = lines.moved[gap.axis()][side] & !(0xffff << start);
            self.of_matrices(Board(others | moved << start))
        };
        let parts = F32x4::new([part(1, 0), part(1, 1), part(2, 0), part(2, 1)]);
        rows.plus(parts)
    }
}
