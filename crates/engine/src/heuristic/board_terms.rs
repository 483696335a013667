//! Terms of the whole board, added to other tables: one of the number of empty cells, and a bonus
//! for a largest tile in a corner.
//!
//! Tables of rows and matrices can only value empty cells linearly, and do not see which tile is
//! the largest. A heuristic without such a term is built without these tables, and pays nothing
//! for them.

use wide::f32x4;

use super::largest_in_corner::{are_largest_in_corner, is_largest_in_corner};
use super::leaf_kernel::LeafKernel;
use super::limits::{MAX_VALUE, limited};
use super::value_function::ValueFunction;
use crate::game::Board;
use crate::game::gaps::Gap;

/// Tables with terms of the whole board added to their values.
#[derive(Debug)]
pub(super) struct WithBoardTerms<T> {
    tables: T,
    /// The bonus for a largest tile in a corner; 0 skips the comparisons.
    corner: f32,
    /// The bonuses of four boards, by a bit for each.
    corners: [f32x4; 16],
    /// The term by the number of empty cells.
    terms: [f32; 17],
    /// The term in double precision, for [`ValueFunction::static_value`].
    exact_terms: Box<[f64; 17]>,
}

impl<T> WithBoardTerms<T> {
    /// Adds to the values of tables a bonus for a largest tile in a corner, and a term of the
    /// number of empty cells, 0 to 16.
    pub(super) fn new(tables: T, corner: f64, term: impl Fn(u32) -> f64) -> Self {
        let corner = limited(corner, MAX_VALUE) as f32;
        let bonus = |boards: usize, place: usize| f32::from(boards >> place & 1 == 1) * corner;
        let exact_terms: [f64; 17] =
            std::array::from_fn(|cells| limited(term(cells as u32), MAX_VALUE));
        Self {
            tables,
            corner,
            corners: std::array::from_fn(|boards| {
                f32x4::new([0, 1, 2, 3].map(|place| bonus(boards, place)))
            }),
            terms: exact_terms.map(|term| term as f32),
            exact_terms: Box::new(exact_terms),
        }
    }

    fn corner(&self, board: Board) -> f32 {
        if is_largest_in_corner(board) { self.corner } else { 0.0 }
    }
}

impl<T: LeafKernel> ValueFunction for WithBoardTerms<T> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let of_cells = self.terms[board.empty_cells() as usize];
        self.tables.value(board) + self.corner(board) + of_cells
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        self.tables.counts_points()
    }

    fn offset(&self) -> f64 {
        self.tables.offset()
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        let of_cells = self.terms.into_iter().fold(f32::NEG_INFINITY, f32::max);
        self.tables.upper_bound(position, spawns) + self.corner.max(0.0) + of_cells
    }

    fn static_value(&self, board: Board) -> f64 {
        let of_cells = self.exact_terms[board.empty_cells() as usize];
        self.tables.static_value(board) + f64::from(self.corner(board)) + of_cells
    }

    fn release(self: Box<Self>) {
        Box::new(self.tables).release();
    }
}

impl<T: LeafKernel> LeafKernel for WithBoardTerms<T> {
    type Shared = T::Shared;
    type Slid = T::Slid;
    const LOOKS_AHEAD: bool = T::LOOKS_AHEAD;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (T::Shared, [u64; 2]) {
        self.tables.share(boards)
    }

    #[inline(always)]
    fn slide(&self, shared: &T::Shared, gap: Gap) -> T::Slid {
        self.tables.slide(shared, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &T::Shared, gap: Gap, slid: T::Slid) -> f32x4 {
        let boards = self.tables.boards_after(shared, gap, &slid);
        let mut values = self.tables.move_values(shared, gap, slid);
        if self.corner != 0.0 {
            values += self.corners[are_largest_in_corner(boards)];
        }
        // To the left and to the right a row merges the same tiles.
        let [two, four] =
            [0, 2].map(|place| self.terms[Board(boards[place]).empty_cells() as usize]);
        values + f32x4::new([two, two, four, four])
    }

    #[inline(always)]
    fn boards_after(&self, shared: &T::Shared, gap: Gap, slid: &T::Slid) -> [u64; 4] {
        self.tables.boards_after(shared, gap, slid)
    }
}
