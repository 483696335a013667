//! Terms of the whole board, added to other tables: one of the number of empty cells, and a bonus
//! for a largest tile in a corner.
//!
//! Tables of rows and matrices can only value empty cells linearly, and do not see which tile is
//! the largest. A heuristic without such a term is built without these tables, and pays nothing
//! for them.

use wide::{bytemuck, f32x4, u8x16, u64x2};

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

/// Whether a tile of the highest rank stands in a corner.
fn is_largest_in_corner(board: Board) -> bool {
    let corners = [0, 12, 48, 60].map(|shift| (board.0 >> shift & 0xf) as u8);
    corners.into_iter().max() == Some(board.highest_rank())
}

/// [`is_largest_in_corner`] of four boards, one bit each; the first two have the same tiles, and so
/// have the last two.
///
/// In registers of bytes: each byte has the rank of one cell, and the largest of eight bytes is
/// found by three shifts.
#[inline(always)]
fn are_largest_in_corner([a, b, c, d]: [u64; 4]) -> usize {
    let ranks = u64x2::splat(0x0f0f_0f0f_0f0f_0f0f);
    let of_cells = |boards: u64x2| [boards & ranks, (boards >> 4) & ranks];
    let (ac, bd) = (of_cells(u64x2::new([a, c])), of_cells(u64x2::new([b, d])));
    let largest = larger(ac[0], ac[1]);
    let largest = larger(largest, largest >> 32);
    let largest = larger(largest, largest >> 16);
    let largest = bytes(larger(largest, largest >> 8));
    let is_in_corner = |[even, odd]: [u64x2; 2]| {
        // Cells 0 and 12, then 3 and 15.
        let corners = larger(
            even & u64x2::splat(0x00ff_0000_0000_00ff),
            odd & u64x2::splat(0xff00_0000_0000_ff00),
        );
        let corners = larger(corners, corners >> 48);
        let corners = larger(corners, corners >> 8);
        // The lowest byte of each board.
        bytes(corners).simd_eq(largest).to_bitmask() & 0x0101
    };
    let bits = is_in_corner(ac) | is_in_corner(bd) << 1;
    ((bits | bits >> 6) & 15) as usize
}

/// The larger of each two bytes.
#[inline(always)]
fn larger(a: u64x2, b: u64x2) -> u64x2 {
    bytemuck::cast(bytes(a).max(bytes(b)))
}

#[inline(always)]
fn bytes(numbers: u64x2) -> u8x16 {
    bytemuck::cast(numbers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cells_of_a_board_are_corners_or_not() {
        for cell in 0..16 {
            let in_corner = [0, 3, 12, 15].contains(&cell);
            let board = Board(0x1111_1111_1111_1111 | 0xf << (4 * cell));
            assert_eq!(is_largest_in_corner(board), in_corner, "{cell}");
        }
        // All tiles are largest ones.
        assert!(is_largest_in_corner(Board::EMPTY));
        assert_eq!(are_largest_in_corner([0; 4]), 15);
    }

    proptest! {
        #[test]
        fn four_boards_are_as_one_by_one(boards: [u64; 2], masks: [u64; 2], turns: [u32; 2]) {
            let [a, c] = [0, 1].map(|pair| boards[pair] & masks[pair]);
            // The same tiles in other cells.
            let [b, d] = [a.rotate_left(turns[0] & !3), c.rotate_left(turns[1] & !3)];
            let boards = [a, b, c, d];
            let mut expected = 0;
            for (place, board) in boards.into_iter().enumerate() {
                expected |= usize::from(is_largest_in_corner(Board(board))) << place;
            }
            prop_assert_eq!(are_largest_in_corner(boards), expected);
        }
    }
}
