//! A learned network with tables of rows and matrices added to it.

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::row_tables::{LineTables, SharedLines, SlidLine};
use super::value_function::ValueFunction;
use crate::game::Board;
use crate::game::gaps::Gap;

/// A learned network with tables of rows and matrices added to it.
#[derive(Debug)]
pub(super) struct TuplesAndRows<T> {
    pub(super) tuples: T,
    pub(super) rows: LineTables<2, true>,
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
    type Shared = (T::Shared, SharedLines);
    type Slid = (T::Slid, SlidLine);

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
