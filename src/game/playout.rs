//! Random play to the end of the game, for players that judge a move by it.
//!
//! Every legal move is as likely as the others: the four directions are drawn
//! in one of their 24 orders, and the first that is legal is made. The points
//! of a game follow from the tiles of its first and last board: a tile of rank
//! r that grew from 2s has scored (r - 1)·2^r, and every 4 that is spawned
//! saves 4 points of that.

use super::board::Board;
use super::moves::{Move, MoveTables};
use super::random::SpawnSource;

/// A game that goes on from an afterstate.
#[derive(Debug)]
pub struct Playout<'s> {
    board: Board,
    source: &'s mut SpawnSource,
    tables: &'static MoveTables,
    moves: u64,
    /// What to add to the points that the tiles of the board say.
    correction: i64,
}

impl<'s> Playout<'s> {
    /// A game in which the next thing to happen is a spawn.
    ///
    /// # Panics
    /// If no cell is empty; after a legal move one is.
    #[inline]
    pub fn new(afterstate: Board, source: &'s mut SpawnSource) -> Self {
        let mut playout = Self {
            board: afterstate,
            source,
            tables: MoveTables::get(),
            moves: 0,
            correction: -points_of_tiles(afterstate),
        };
        playout.spawn(afterstate);
        playout
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
        (points_of_tiles(self.board) + self.correction).unsigned_abs()
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
        if self.board.has_highest() {
            // A board forgets that two 32 768 tiles have merged.
            let points = self.tables.points(self.board, Move::ALL[direction]);
            let told = points_of_tiles(afterstate) - points_of_tiles(self.board);
            self.correction += i64::from(points) - told;
        }
        self.moves += 1;
        self.spawn(afterstate);
        true
    }

    #[inline(always)]
    fn spawn(&mut self, afterstate: Board) {
        self.board = self.source.spawn(afterstate);
        let is_four = (self.board.0 - afterstate.0) & 0x2222_2222_2222_2222 != 0;
        self.correction -= 4 * i64::from(is_four);
    }
}

/// The points that the tiles have scored if they have grown from 2s.
fn points_of_tiles(board: Board) -> i64 {
    let points = |rank: u8| i64::from(rank.saturating_sub(1)) << rank;
    board.ranks().into_iter().map(points).sum()
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
