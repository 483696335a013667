//! The boards after a spawn in a gap and a move along its row, from what all gaps share.

use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};

/// An afterstate and its transpose, with the boards after a move of all their rows.
pub(crate) struct SlidBoards {
    pub(crate) boards: [Board; 2],
    /// After a move to the left and to the right, by axis.
    slid: [[Board; 2]; 2],
}

impl SlidBoards {
    #[inline(always)]
    pub(crate) fn new(boards: [Board; 2], moves: &MoveTables) -> Self {
        Self { boards, slid: [moves.along(boards[0]), moves.along(boards[1])] }
    }

    /// The illegal moves of [`Legality::illegal_moves`] by axis.
    #[inline(always)]
    pub(crate) fn illegal(&self) -> [u64; 2] {
        let illegal = |board| Legality::illegal_moves_on(Legality::of_rows(), board);
        [illegal(self.boards[0]), illegal(self.boards[1])]
    }

    /// The boards after a spawn of tile 0 (a 2) or 1 (a 4) in a gap and a move to the left or to
    /// the right.
    #[inline(always)]
    pub(crate) fn after(&self, gap: Gap, tile: usize, moves: &MoveTables) -> [Board; 2] {
        let row = usize::from(gap.row_with(&self.boards, 1 + tile as u16));
        let start = 16 * gap.row();
        let board = |side: usize, slid: u16| {
            let others = self.slid[gap.axis()][side].0 & !(0xffff << start);
            Board(others | u64::from(slid) << start)
        };
        [board(0, moves.left[row]), board(1, moves.right[row])]
    }

    /// The boards after a spawn in a gap and a move: of a 2 to the left and to the right, then of
    /// a 4.
    #[inline(always)]
    pub(crate) fn all_after(&self, gap: Gap, moves: &MoveTables) -> [Board; 4] {
        let ([a, b], [c, d]) = (self.after(gap, 0, moves), self.after(gap, 1, moves));
        [a, b, c, d]
    }
}
