//! Tables of rows with matrices added to them, and a learned network with both.
//!
//! The moves after a leaf's spawns lead to few boards: one per gap, side and spawned tile.
//! The matrices value these boards as a whole, which is slower than tables of rows; a
//! heuristic without a matrix skips it.

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::matrix_tables::MatrixTables;
use super::row_tables::{LineTables, SharedLines, SlidLine};
use super::value_function::ValueFunction;
use crate::game::Board;
use crate::game::gaps::Gap;

/// Tables of rows with matrices for the whole board.
#[derive(Debug)]
pub(super) struct RowsAndMatrices {
    pub(super) rows: LineTables<2>,
    /// Matrices in all eight orientations, which value a board and its transpose alike.
    pub(super) matrices: Vec<MatrixTables>,
}

impl RowsAndMatrices {
    fn matrix_value(&self, board: Board) -> f32 {
        let values = self.matrices.iter().map(|matrix| matrix.value(board));
        values.sum()
    }
}

impl ValueFunction for RowsAndMatrices {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.rows.value(board) + self.matrix_value(board)
    }

    fn offset(&self) -> f64 {
        self.rows.offset()
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        let matrices = self.matrices.iter();
        let of_matrices: f32 = matrices.map(|matrix| matrix.upper_bound(position, spawns)).sum();
        self.rows.upper_bound(position, spawns) + of_matrices
    }
}

impl LeafKernel for RowsAndMatrices {
    type Shared = SharedLines;
    type Slid = SlidLine;
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedLines, [u64; 2]) {
        self.rows.share(boards)
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedLines, gap: Gap) -> SlidLine {
        self.rows.slide(shared, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedLines, gap: Gap, slid: SlidLine) -> f32x4 {
        let [a, b, c, d] = self.rows.boards_after(shared, gap, &slid);
        let rows = self.rows.move_values(shared, gap, slid);
        if self.matrices.is_empty() {
            return rows;
        }
        // Sums of columns differ from those of rows in the last bit.
        let value = |columns: u64| self.matrix_value(Board(columns).transpose());
        rows + f32x4::new([value(a), value(b), value(c), value(d)])
    }

    #[inline(always)]
    fn boards_after(&self, shared: &SharedLines, gap: Gap, slid: &SlidLine) -> [u64; 4] {
        self.rows.boards_after(shared, gap, slid)
    }
}

/// A learned network with tables of rows and matrices added to it.
#[derive(Debug)]
pub(super) struct TuplesAndRows<T> {
    pub(super) tuples: T,
    pub(super) rows: RowsAndMatrices,
}

impl<T: LeafKernel> ValueFunction for TuplesAndRows<T> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.tuples.value(board) + self.rows.value(board)
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }

    fn offset(&self) -> f64 {
        self.rows.offset()
    }
}

impl<T: LeafKernel> LeafKernel for TuplesAndRows<T> {
    type Shared = (T::Shared, <RowsAndMatrices as LeafKernel>::Shared);
    type Slid = (T::Slid, <RowsAndMatrices as LeafKernel>::Slid);

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (Self::Shared, [u64; 2]) {
        let (tuples, _) = self.tuples.share(boards);
        let (rows, illegal) = self.rows.share(boards);
        ((tuples, rows), illegal)
    }

    #[inline(always)]
    fn slide(&self, (tuples, rows): &Self::Shared, gap: Gap) -> Self::Slid {
        (self.tuples.slide(tuples, gap), self.rows.slide(rows, gap))
    }

    #[inline(always)]
    fn move_values(&self, (tuples, rows): &Self::Shared, gap: Gap, slid: Self::Slid) -> f32x4 {
        let rows = self.rows.move_values(rows, gap, slid.1);
        self.tuples.move_values(tuples, gap, slid.0) + rows
    }

    #[inline(always)]
    fn boards_after(&self, shared: &Self::Shared, gap: Gap, slid: &Self::Slid) -> [u64; 4] {
        self.rows.boards_after(&shared.1, gap, &slid.1)
    }
}
