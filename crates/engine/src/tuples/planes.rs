//! Boards in planes, and the order of weights in memory.
//!
//! A board in planes has the lower two bits of all ranks in its lower half, cell by cell, and the
//! upper two in its upper half. A weight's place in memory is gathered from these bits, so that
//! the weights of boards that differ in tiles up to 8 only are near each other: all of them for
//! six cells are 16 KiB. A search at depth 1 with four tuples of six cells brings half as many
//! lines into a level-2 cache as with ranks side by side (docs/engine.md).

use super::extract_bits::{ExtractBits, Portable};
use crate::game::Board;

/// The number of orientations of a board: turned and mirrored.
pub const ORIENTATIONS: usize = 8;

/// The lower two bits of every rank.
const LOWER: u64 = 0x3333_3333_3333_3333;

/// A board in planes.
#[inline(always)]
pub(super) fn planes(board: u64, bits: impl ExtractBits) -> u64 {
    (bits.extract(board, LOWER) | bits.extract(board, !LOWER) << 32) as u64
}

/// The bits in planes of the cells that a mask selects.
pub(super) fn mask_in_planes(mask: u64) -> u64 {
    planes(mask, Portable)
}

/// The place of a weight in memory, given its index: four bits for the rank of each cell.
pub(super) fn place(index: usize, cells: u32) -> usize {
    let (mut lower, mut upper) = (0, 0);
    for cell in 0..cells {
        lower |= (index >> (4 * cell) & 3) << (2 * cell);
        upper |= (index >> (4 * cell + 2) & 3) << (2 * cell);
    }
    lower | upper << (2 * cells)
}

/// The board in planes in each orientation: as it is, mirrored left to right, top to bottom and
/// both; then the same of the transposed board.
#[inline(always)]
pub(super) fn orientations_in_planes(board: Board, bits: impl ExtractBits) -> [u64; ORIENTATIONS] {
    let of = |board: u64| {
        let mirrored = mirror_rows(board);
        [board, mirrored, mirror_columns(board), mirror_columns(mirrored)]
    };
    let board = planes(board.0, bits);
    let [[a, b, c, d], [e, f, g, h]] = [of(board), of(transpose(board))];
    [a, b, c, d, e, f, g, h]
}

/// The order of cells in each row reversed: of four pairs of bits in each byte.
#[inline(always)]
fn mirror_rows(planes: u64) -> u64 {
    const LOW_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let planes = planes >> 2 & LOWER | (planes & LOWER) << 2;
    planes >> 4 & LOW_NIBBLES | (planes & LOW_NIBBLES) << 4
}

/// The order of rows reversed: of four bytes in each half.
#[inline(always)]
fn mirror_columns(planes: u64) -> u64 {
    planes.swap_bytes().rotate_left(32)
}

/// Rows and columns swapped.
#[inline(always)]
fn transpose(planes: u64) -> u64 {
    /// Cells of even rows and odd columns.
    const CELLS: u64 = 0x00cc_00cc_00cc_00cc;
    /// Cells of the upper rows and right columns.
    const QUARTERS: u64 = 0x0000_f0f0_0000_f0f0;
    let swapped = (planes ^ planes >> 6) & CELLS;
    let planes = planes ^ swapped ^ swapped << 6;
    let swapped = (planes ^ planes >> 12) & QUARTERS;
    planes ^ swapped ^ swapped << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_those_of_the_ranks(board: u64, cells: u16) {
            let chosen: Vec<u32> = (0..16).filter(|cell| cells >> cell & 1 == 1).take(7).collect();
            let mask = chosen.iter().fold(0, |mask, cell| mask | 0xf << (4 * cell));
            let turned = [board, Board(board).transpose().0].map(|board| {
                let cell = |cell: usize| board >> (4 * cell) & 0xf;
                [0, 3, 12, 15].map(|flip| (0..16).map(|at| cell(at ^ flip) << (4 * at)).sum())
            });
            let in_planes = orientations_in_planes(Board(board), Portable);
            for (turned, in_planes) in turned.into_iter().flatten().zip(in_planes) {
                let index = Portable.extract(turned, mask);
                let found = Portable.extract(in_planes, mask_in_planes(mask));
                prop_assert_eq!(found, place(index, chosen.len() as u32));
            }
        }
    }
}
