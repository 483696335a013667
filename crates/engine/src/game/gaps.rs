//! Gaps: the runs of empty cells in a row, whose spawns a move along the row cannot distinguish.
//!
//! Wherever in a gap a tile spawns, a move along the row slides it to the same cell. One
//! search per gap therefore serves all of its spawns. Only legality can differ: a move may
//! be legal after one of the spawns and illegal after another.
//!
//! This module describes moves along rows; moves along columns are moves along the rows of
//! the transposed board.

use std::sync::LazyLock;

use super::board::Board;
use super::moves::MoveTables;
use super::per_row::{PerRow, per_row};

/// A mask with the lowest bit of the first cell of each gap in the rows.
#[inline(always)]
pub(crate) fn first_of_gaps(board: Board) -> u64 {
    let empty = board.empty_mask();
    empty & !(empty << 4 & 0x1110_1110_1110_1110)
}

/// A gap in the rows of a board (axis 0) or of the transposed board (axis 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap(u32);

impl Gap {
    /// The gaps of a board and of the transposed board, given the masks of their first cells.
    /// They come in the order of these cells; of equal cells, axis 0 first.
    #[inline(always)]
    pub(crate) fn all(firsts: [u64; 2]) -> impl Iterator<Item = Self> {
        bits(Self::codes(firsts)).map(Self)
    }

    /// The number of gaps.
    #[inline(always)]
    pub(crate) fn count(firsts: [u64; 2]) -> u32 {
        Self::codes(firsts).count_ones()
    }

    /// The gaps of a board and of the transposed board as bits, given the masks of their first
    /// cells.
    #[inline(always)]
    fn codes(firsts: [u64; 2]) -> u64 {
        firsts[0] | firsts[1] << 2
    }

    /// Four times the index of the first cell, plus twice the axis.
    #[inline(always)]
    pub(crate) fn code(self) -> u32 {
        self.0
    }

    /// 0 for the rows of the board, 1 for those of the transposed board.
    #[inline(always)]
    pub(crate) fn axis(self) -> usize {
        (self.0 >> 1 & 1) as usize
    }

    /// The index of the lowest bit of the first cell.
    #[inline(always)]
    pub(crate) fn bit(self) -> u32 {
        self.0 & 60
    }

    /// The index of the lowest bit of the first cell within its row.
    #[inline(always)]
    pub(crate) fn bit_in_row(self) -> u32 {
        self.0 & 12
    }

    /// The index of the row, 0 to 3.
    #[inline(always)]
    pub(crate) fn row(self) -> usize {
        (self.0 >> 4 & 3) as usize
    }

    /// The gap's row with a tile of `rank` in the first cell, given the board and the
    /// transposed board.
    #[inline(always)]
    pub(crate) fn row_with(self, boards: &[Board; 2], rank: u16) -> u16 {
        (boards[self.axis()].0 >> (self.0 & 48)) as u16 | rank << self.bit_in_row()
    }

    /// Twice the index of the gap's line, 0 to 7: the rows of the board and of the transposed
    /// board alternate.
    #[inline(always)]
    pub(crate) fn twice_line(self) -> usize {
        (self.0 >> 2 & 12 | self.0 & 2) as usize
    }
}

/// The indices of the set bits, lowest first.
#[inline(always)]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            bit
        })
    })
}

/// The bit index of a cell on the transposed board.
#[inline(always)]
pub(crate) fn mirrored(bit: u32) -> u32 {
    bit >> 2 & 12 | bit << 2 & 48
}

/// Which moves along a row are illegal after a spawn.
///
/// The lowest sixteen bits are for spawns in the row itself. They have four bits per cell,
/// leftmost cell lowest: with a 2 in the cell the row cannot move to the left, to the
/// right; with a 4 in the cell not to the left, to the right. The other three copies of
/// sixteen bits are for spawns in other rows: in the same positions, they say whether the
/// row as it is cannot move to the left and to the right. A board then needs three ANDs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Legality(u64);

impl Legality {
    /// The table by row, built by the first call.
    pub(crate) fn of_rows() -> &'static [Self; 65536] {
        static TABLE: LazyLock<PerRow<Legality>> = LazyLock::new(|| per_row(Legality::new));
        &TABLE
    }

    fn new(row: u16) -> Self {
        let moves = MoveTables::get();
        let rests = |moved: &[u16; 65536], row: u16| moved[usize::from(row)] == row;
        let mut stuck = 0_u16;
        for cell in (0..4).filter(|cell| row >> (4 * cell) & 0xf == 0) {
            for (lane, rank) in [(0, 1), (2, 2)] {
                let spawned = row | rank << (4 * cell);
                stuck |= u16::from(rests(&moves.left, spawned)) << (4 * cell + lane);
                stuck |= u16::from(rests(&moves.right, spawned)) << (4 * cell + lane + 1);
            }
        }
        let left = if rests(&moves.left, row) { 0x5555 } else { 0 };
        let right = if rests(&moves.right, row) { 0xaaaa } else { 0 };
        Self(u64::from(stuck) | ((left | right) * 0x0001_0001_0001_0000))
    }

    /// [`Self::illegal_moves`] of a board, given [`Self::of_rows`].
    #[inline(always)]
    pub(crate) fn illegal_moves_on(of_rows: &[Self; 65536], board: Board) -> u64 {
        let row = |row: usize| of_rows[usize::from(board.row(row))];
        Self::illegal_moves([row(0), row(1), row(2), row(3)])
    }

    /// The illegal moves along the rows of a board after each spawn, given the entries of
    /// its rows: four bits per cell, as in a row.
    #[inline(always)]
    pub(crate) fn illegal_moves([a, b, c, d]: [Self; 4]) -> u64 {
        // The rotation puts each row's own cells where they are on the board. A row that
        // can slide makes the move legal for spawns in other rows.
        a.0 & b.0.rotate_left(16) & c.0.rotate_left(32) & d.0.rotate_left(48)
    }
}
