//! The moves along the rows of an afterstate, gap by gap: see [`crate::game::gaps`].

use crate::game::gaps::Legality;
use crate::game::{Board, Move, MoveTables};

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
        let rows = [0, 1, 2, 3].map(|row| legality[usize::from(board.row(row))]);
        Self {
            board,
            moved: [Move::Left, Move::Right].map(|direction| moves.apply(board, direction)),
            illegal: Legality::illegal_moves(rows),
        }
    }

    /// The board after a spawn in the gap that starts at a bit and a move,
    /// unless the move is illegal wherever in the gap the tile spawns.
    #[inline(always)]
    pub(super) fn moved(&self, bit: u32, lane: usize, moves: &MoveTables) -> Option<Board> {
        let is_single = bit & 12 == 12 || self.board.0 >> (bit + 4) & 0xf != 0;
        if is_single && self.illegal >> (bit as usize + lane) & 1 == 1 {
            return None;
        }
        let row = self.board.row((bit >> 4) as usize) | (1 + (lane as u16 >> 1)) << (bit & 12);
        let side = lane & 1;
        let slid = [&moves.left, &moves.right][side][usize::from(row)];
        let shift = bit & 48;
        Some(Board(
            self.moved[side].0 & !(0xffff << shift) | u64::from(slid) << shift,
        ))
    }
}
