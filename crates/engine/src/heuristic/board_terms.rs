//! A term of the number of empty cells of the whole board, added to other tables.
//!
//! Tables of rows and matrices can only value empty cells linearly. A heuristic without
//! such a term is built without these tables, and pays nothing for them.

use std::sync::LazyLock;

use super::f32x4::F32x4;
use super::leaf_kernel::{LeafKernel, leaf_methods};
use super::limits::{MAX_VALUE, limited};
use super::per_row::{PerRow, per_row, ranks};
use super::value_function::ValueFunction;
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};

/// Tables with a term of the number of empty cells added to their values.
#[derive(Debug)]
pub struct WithBoardTerms<T> {
    tables: T,
    /// The term by the number of empty cells.
    terms: [f32; 17],
    /// The term in double precision, for [`ValueFunction::static_value`].
    exact_terms: Box<[f64; 17]>,
    empty_after_move: &'static [u8; 65536],
}

impl<T> WithBoardTerms<T> {
    /// Adds a term of the number of empty cells, 0 to 16, to the values of tables.
    pub fn new(tables: T, term: impl Fn(u32) -> f64) -> Self {
        let term = |cells| limited(term(cells as u32), MAX_VALUE);
        let exact_terms: [f64; 17] = std::array::from_fn(term);
        Self {
            tables,
            terms: exact_terms.map(|term| term as f32),
            exact_terms: Box::new(exact_terms),
            empty_after_move: empty_after_move(),
        }
    }
}

impl<T: LeafKernel> ValueFunction for WithBoardTerms<T> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.tables.value(board) + self.terms[board.empty_cells() as usize]
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        self.tables.counts_points()
    }

    fn offset(&self) -> f64 {
        self.tables.offset()
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        let highest = self.terms.into_iter().fold(f32::NEG_INFINITY, f32::max);
        self.tables.upper_bound(position, spawns) + highest
    }

    fn static_value(&self, board: Board) -> f64 {
        self.tables.static_value(board) + self.exact_terms[board.empty_cells() as usize]
    }

    leaf_methods!();
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedEmptyCells<L> {
    tables: L,
    boards: [Board; 2],
    /// The number of empty cells in the other three rows after a move: by axis, then by
    /// row in one byte each.
    empty_in_others: [u32; 2],
}

impl<T: LeafKernel> LeafKernel for WithBoardTerms<T> {
    type Shared = SharedEmptyCells<T::Shared>;
    type Slid = T::Slid;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (Self::Shared, [u64; 2]) {
        let (tables, illegal) = self.tables.share(boards);
        let empty_in_others = |board: Board| {
            let empty = |row| u32::from(self.empty_after_move[usize::from(board.row(row))]);
            let [a, b, c, d] = [empty(0), empty(1), empty(2), empty(3)];
            let all = (a + b) + (c + d);
            (all - a) | (all - b) << 8 | (all - c) << 16 | (all - d) << 24
        };
        let shared = SharedEmptyCells {
            tables,
            boards,
            empty_in_others: [empty_in_others(boards[0]), empty_in_others(boards[1])],
        };
        (shared, illegal)
    }

    #[inline(always)]
    fn slide(&self, shared: &Self::Shared, gap: Gap) -> Self::Slid {
        self.tables.slide(&shared.tables, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &Self::Shared, gap: Gap, slid: Self::Slid) -> F32x4 {
        let others = (shared.empty_in_others[gap.axis()] >> (8 * gap.row())) as u8;
        // A row loses the same number of tiles to the left and to the right.
        let term = |rank: u16| {
            let row = gap.row_with(&shared.boards, rank);
            self.terms[usize::from(others + self.empty_after_move[usize::from(row)])]
        };
        let (two, four) = (term(1), term(2));
        let values = self.tables.move_values(&shared.tables, gap, slid);
        values.plus(F32x4::new([two, two, four, four]))
    }
}

/// The number of empty cells of each row after a move along it.
fn empty_after_move() -> &'static [u8; 65536] {
    static TABLE: LazyLock<PerRow<u8>> = LazyLock::new(|| {
        let left = &MoveTables::get().left;
        per_row(|row| {
            let after = ranks(left[usize::from(row)]).into_iter();
            after.map(|rank| u8::from(rank == 0)).sum()
        })
    });
    &TABLE
}
