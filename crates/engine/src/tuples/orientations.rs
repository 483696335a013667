//! The eight orientations of a board: turned and mirrored.

use crate::game::Board;

/// The number of orientations.
pub const COUNT: usize = 8;

/// The board in each orientation: as it is, mirrored left to right, top to bottom and both; then
/// the same of the transposed board.
#[inline(always)]
pub fn orientations(board: Board) -> [u64; COUNT] {
    let of = |board: u64| {
        let mirrored = mirror_rows(board);
        [board, mirrored, mirror_columns(board), mirror_columns(mirrored)]
    };
    let [[a, b, c, d], [e, f, g, h]] = [of(board.0), of(board.transpose().0)];
    [a, b, c, d, e, f, g, h]
}

/// The order of cells in each row reversed.
#[inline(always)]
fn mirror_rows(board: u64) -> u64 {
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const LOW_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    let board = board >> 4 & LOW | (board & LOW) << 4;
    board >> 8 & LOW_BYTES | (board & LOW_BYTES) << 8
}

/// The order of rows reversed.
#[inline(always)]
fn mirror_columns(board: u64) -> u64 {
    const LOW: u64 = 0x0000_ffff_0000_ffff;
    let board = board >> 16 & LOW | (board & LOW) << 16;
    board.rotate_left(32)
}
