//! Moves along the rows of an afterstate after a spawn, one gap at a time.

use crate::game::gaps::Legality;
use crate::game::{Board, Move, MoveTables};

/// A board with the parts of moves along its rows that its spawns share.
pub(super) struct Axis {
    pub(super) board: Board,
    /// The boards after a move to the left and after one to the right.
    moved: [Board; 2],
    /// The result of [`Legality::illegal_moves`].
    pub(super) illegal: u64,
}

impl Axis {
    #[inline(always)]
    pub(super) fn new(board: Board, moves: &MoveTables) -> Self {
        Self {
            board,
            moved: moves.along(board),
            illegal: Legality::illegal_moves_on(Legality::of_rows(), board),
        }
    }

    /// The boards after a spawn of tile 0 (a 2) or 1 (a 4) in the gap that starts at `bit`,
    /// and a move to the left or to the right.
    #[inline(always)]
    pub(super) fn moved(&self, bit: u32, tile: usize, moves: &MoveTables) -> [Board; 2] {
        let shift = bit & 48;
        let row = (self.board.0 >> shift) as u16 | (1 + tile as u16) << (bit & 12);
        let board = |side: usize, slid: u16| {
            Board(self.moved[side].0 & !(0xffff << shift) | u64::from(slid) << shift)
        };
        [board(0, moves.left[usize::from(row)]), board(1, moves.right[usize::from(row)])]
    }

    /// The points of either move after a spawn of tile 0 (a 2) or 1 (a 4) in the gap that
    /// starts at `bit`.
    pub(super) fn points(&self, bit: u32, tile: usize, moves: &MoveTables) -> f32 {
        moves.points(Board(self.board.0 | (1 + tile as u64) << bit), Move::Left) as f32
    }

    /// The moves that are legal after a spawn in some cell of the gap, one bit each.
    #[inline(always)]
    pub(super) fn legal_in_gap(&self, bit: u32) -> u64 {
        let is_single = (bit & 12 == 12) | (self.board.0 >> 4 >> bit & 0xf != 0);
        // In a gap of two cells, a spawn in one leaves room to slide.
        !(self.illegal >> bit) & 15 | if is_single { 0 } else { 15 }
    }
}
