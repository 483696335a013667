//! Tables of rows with matrices added to them.
//!
//! The moves after a leaf's spawns lead to few boards: one per gap, side and spawned tile.
//! The matrices value these boards as a whole, which is slower than tables of rows; a
//! heuristic without a matrix skips it.

use wide::f32x4;

use super::leaf_kernel::{BoardsAfter, LeafKernel, leaf_methods};
use super::matrix_tables::MatrixTables;
use super::row_tables::LineTables;
use super::slid_boards::SlidBoards;
use super::value_function::ValueFunction;
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};

/// Tables of rows with matrices for the whole board.
#[derive(Debug)]
pub struct RowsAndMatrices {
    rows: LineTables<2>,
    /// Matrices in all eight orientations, which value a board and its transpose alike.
    matrices: Vec<MatrixTables>,
    moves: &'static MoveTables,
}

impl RowsAndMatrices {
    pub(super) fn new(rows: LineTables<2>, matrices: Vec<MatrixTables>) -> Self {
        Self { rows, matrices, moves: MoveTables::get() }
    }

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

    leaf_methods!();
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedRows {
    rows: <LineTables<2> as LeafKernel>::Shared,
    /// The slid boards that all matrices read, if there is a matrix.
    slid: Option<SlidBoards>,
}

impl LeafKernel for RowsAndMatrices {
    type Shared = SharedRows;
    type Slid = <LineTables<2> as LeafKernel>::Slid;
    const LOOKS_AHEAD: bool = LineTables::<2>::LOOKS_AHEAD;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedRows, [u64; 2]) {
        let (rows, illegal) = self.rows.share(boards);
        let has_matrix = !self.matrices.is_empty();
        let slid = has_matrix.then(|| SlidBoards::new(boards, self.moves));
        (SharedRows { rows, slid }, illegal)
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedRows, gap: Gap) -> Self::Slid {
        self.rows.slide(&shared.rows, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedRows, gap: Gap, slid: Self::Slid) -> f32x4 {
        let rows = self.rows.move_values(&shared.rows, gap, slid);
        let Some(slid) = &shared.slid else { return rows };
        let [a, b, c, d] = slid.with_rows(gap, slid.slid_rows(gap, self.moves));
        rows + f32x4::new([
            self.matrix_value(a),
            self.matrix_value(b),
            self.matrix_value(c),
            self.matrix_value(d),
        ])
    }
}

impl BoardsAfter for RowsAndMatrices {
    #[inline(always)]
    fn boards_after(&self, shared: &SharedRows, gap: Gap, slid: &Self::Slid) -> [u64; 4] {
        self.rows.boards_after(&shared.rows, gap, slid)
    }
}
