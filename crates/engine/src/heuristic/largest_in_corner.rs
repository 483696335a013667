//! Whether a largest tile of a board stands in a corner, for one board and for four at once.

use wide::{bytemuck, u8x16, u64x2};

use crate::game::Board;

/// Whether a tile of the highest rank stands in a corner.
pub(super) fn is_largest_in_corner(board: Board) -> bool {
    let corners = [0, 12, 48, 60].map(|shift| (board.0 >> shift & 0xf) as u8);
    corners.into_iter().max() == Some(board.highest_rank())
}

/// [`is_largest_in_corner`] of four boards, one bit each; the first two have the same tiles, and so
/// have the last two.
///
/// In registers of bytes: each byte has the rank of one cell, and the largest of eight bytes is
/// found by three shifts.
#[inline(always)]
pub(super) fn are_largest_in_corner([a, b, c, d]: [u64; 4]) -> usize {
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
