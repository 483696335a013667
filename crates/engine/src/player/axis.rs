//! The moves along the rows of an afterstate, gap by gap: see [`crate::game::gaps`].

use crate::game::gaps::Legality;
use crate::game::{Board, MoveTables};

/// A board with what the moves along its rows share.
pub(super) struct Axis {
    pub(super) board: Board,
    /// The board after a move to the left and to the right.
    moved: [Board; 2],
    /// As of [`Legality::illegal_moves`].
    pub(super) illegal: u64,
}

impl Axis {
    #[inline(always)]
    pub(super) fn new(board: Board, moves: &MoveTables) -> Self {
        let legality = Legality::of_rows();
        let row = |row: usize| legality[usize::from(board.row(row))];
        Self {
            board,
            moved: moves.along(board),
            illegal: Legality::illegal_moves([row(0), row(1), row(2), row(3)]),
        }
    }

    /// The boards after a spawn in the gap that starts at a bit and a move to the
    /// left and to the right.
    #[inline(always)]
    pub(super) fn moved(&self, bit: u32, tile: usize, moves: &MoveTables) -> [Board; 2] {
        let shift = bit & 48;
        let row = (self.board.0 >> shift) as u16 | (1 + tile as u16) << (bit & 12);
        let board = |side: usize, slid: u16| {
            Board(self.moved[side].0 & !(0xffff << shift) | u64::from(slid) << shift)
        };
        [
            board(0, moves.left[usize::from(row)]),
            board(1, moves.right[usize::from(row)]),
        ]
    }

    /// The moves after a spawn in the gap that are illegal wherever in it the
    /// tile spawns, one bit each.
    #[inline(always)]
    pub(super) fn illegal_in_gap(&self, bit: u32) -> u32 {
        // With two cells to spawn in, one of them leaves room to slide.
        let is_single = bit & 12 == 12 || self.board.0 >> (bit + 4) & 0xf != 0;
        if is_single {
            (self.illegal >> bit) as u32 & 15
        } else {
            0
        }
    }
}
