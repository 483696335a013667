//! An editor in which a board is set up cell by cell.

use tune2048_engine::game::{Board, MAX_RANK, Move};

/// Editor of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEditor {
    /// The board so far.
    pub board: Board,
    /// The selected cell, 0 to 15 in reading order.
    pub cell: usize,
}

impl BoardEditor {
    /// Starts with a board, the first cell selected.
    pub fn new(board: Board) -> Self {
        Self { board, cell: 0 }
    }

    /// Selects the neighbouring cell, if there is one.
    pub fn select(&mut self, direction: Move) {
        let (row, column) = (self.cell / 4, self.cell % 4);
        match direction {
            Move::Up if row > 0 => self.cell -= 4,
            Move::Down if row < 3 => self.cell += 4,
            Move::Left if column > 0 => self.cell -= 1,
            Move::Right if column < 3 => self.cell += 1,
            _ => {}
        }
    }

    /// Puts a rank into the cell and selects the next one.
    pub fn put(&mut self, rank: u8) {
        self.set(rank);
        self.cell = (self.cell + 1) % 16;
    }

    /// Raises or lowers the rank of the cell by one.
    pub fn change(&mut self, larger: bool) {
        let rank = self.board.rank(self.cell);
        self.set(if larger { (rank + 1).min(MAX_RANK) } else { rank.saturating_sub(1) });
    }

    fn set(&mut self, rank: u8) {
        let shift = 4 * self.cell;
        let others = self.board.0 & !(0xf << shift);
        self.board = Board(others | u64::from(rank.min(MAX_RANK)) << shift);
    }
}
