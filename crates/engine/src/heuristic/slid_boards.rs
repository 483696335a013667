//! The boards after a spawn in a gap and a move along its row, from what all gaps share.

use crate::game::gaps::Gap;
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

    /// A gap's row with a 2 and with a 4.
    #[inline(always)]
    pub(crate) fn spawned_rows(&self, gap: Gap) -> [usize; 2] {
        [1, 2].map(|rank| usize::from(gap.row_with(&self.boards, rank)))
    }

    /// A gap's row with a 2 after a move to the left and to the right, then with a 4.
    #[inline(always)]
    pub(crate) fn slid_rows(&self, gap: Gap, moves: &MoveTables) -> [u16; 4] {
        let [two, four] = self.spawned_rows(gap);
        let (left, right) = (&moves.left, &moves.right);
        [left[two], right[two], left[four], right[four]]
    }

    /// The boards in which a gap's row has become one of the [`Self::slid_rows`].
    #[inline(always)]
    pub(crate) fn with_rows(&self, gap: Gap, [a, b, c, d]: [u16; 4]) -> [Board; 4] {
        let start = 16 * gap.row();
        let [left, right] = self.slid[gap.axis()].map(|board| board.0 & !(0xffff << start));
        let with = |others: u64, row: u16| Board(others | u64::from(row) << start);
        [with(left, a), with(right, b), with(left, c), with(right, d)]
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
}
