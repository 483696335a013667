//! Random play to the end of the game, for players that judge a move by it.
//!
//! Every legal move is as likely as the others: the four directions are drawn
//! in one of their 24 orders, and the first that is legal is made.

use super::board::Board;
use super::moves::{Move, MoveTables};
use super::random::SpawnSource;
use super::score::Score;

/// A game that goes on from an afterstate.
#[derive(Debug)]
pub struct Playout<'s> {
    board: Board,
    source: &'s mut SpawnSource,
    tables: &'static MoveTables,
    moves: u64,
    score: Score,
}

impl<'s> Playout<'s> {
    /// A game in which the next thing to happen is a spawn.
    ///
    /// # Panics
    /// If no cell is empty; after a legal move one is.
    #[inline]
    pub fn new(afterstate: Board, source: &'s mut SpawnSource) -> Self {
        let board = source.spawn(afterstate);
        let mut score = Score::none_on(afterstate);
        score.note_spawn(afterstate, board);
        Self {
            board,
            source,
            tables: MoveTables::get(),
            moves: 0,
            score,
        }
    }

    /// The position to move in.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The moves made since the afterstate.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The points made since the afterstate.
    pub fn points(&self) -> u64 {
        self.score.points(self.board)
    }

    /// Makes a move and the spawn after it; returns whether the move was legal.
    /// An illegal move changes nothing.
    #[inline]
    pub fn make(&mut self, direction: Move) -> bool {
        let transposed = self.board.transpose();
        self.make_if_legal(transposed, direction as usize)
    }

    /// Makes one of the legal moves; returns whether there was one.
    #[inline]
    pub fn make_random(&mut self) -> bool {
        let drawn = ((self.source.draw() >> 32) * ORDERS.len() as u64) >> 32;
        let transposed = self.board.transpose();
        let order = ORDERS[drawn as usize];
        order
            .into_iter()
            .any(|direction| self.make_if_legal(transposed, usize::from(direction)))
    }

    /// Makes random moves until none is legal.
    #[inline]
    pub fn finish(&mut self) {
        while self.make_random() {}
    }

    /// Takes the place of the direction in [`Move::ALL`], and chooses by its
    /// bits instead of by branches, which chance would make the processor guess.
    #[inline(always)]
    fn make_if_legal(&mut self, transposed: Board, direction: usize) -> bool {
        let along_rows = direction & 2 != 0;
        let table = [&self.tables.left, &self.tables.right][direction & 1];
        let lines = if along_rows { self.board } else { transposed };
        let slid = (0..4).fold(0, |slid, line| {
            slid | u64::from(table[usize::from(lines.row(line))]) << (16 * line)
        });
        if slid == lines.0 {
            return false;
        }
        let slid = Board(slid);
        let afterstate = if along_rows { slid } else { slid.transpose() };
        let board = self.source.spawn(afterstate);
        let direction = Move::ALL[direction];
        self.score.note(self.board, direction, afterstate, board);
        self.moves += 1;
        self.board = board;
        true
    }
}

/// Every order of the four directions, by their places in [`Move::ALL`].
const ORDERS: [[u8; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let mut found = 0;
    let mut code = 0_u8;
    while code < u8::MAX {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1_u8 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 0b1111 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
};
