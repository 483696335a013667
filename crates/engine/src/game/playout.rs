//! Random play to the end of a game.
//!
//! Legal moves are equally likely: one of the 24 orders of the four directions is drawn,
//! and its first legal move is made.

use super::board::Board;
use super::moves::{Move, MoveTables};
use super::points::Points;
use super::random::SpawnSource;

/// A game that continues from an afterstate with random moves.
#[derive(Debug)]
pub struct Playout<'s> {
    board: Board,
    source: &'s mut SpawnSource,
    tables: &'static MoveTables,
    moves: u64,
    score: Points,
}

impl<'s> Playout<'s> {
    /// Spawns a tile on an afterstate, and starts to count moves and points.
    ///
    /// # Panics
    /// If no cell is empty, which never happens after a legal move.
    #[inline]
    pub fn new(afterstate: Board, source: &'s mut SpawnSource) -> Self {
        let board = source.spawn(afterstate);
        let mut score = Points::none_on(afterstate);
        score.note_spawn(afterstate, board);
        Self { board, source, tables: MoveTables::get(), moves: 0, score }
    }

    /// The current position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The number of moves since the afterstate.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The points since the afterstate.
    pub fn points(&self) -> u64 {
        self.score.points(self.board)
    }

    /// Makes a move and the spawn after it; returns whether the move was legal. An illegal
    /// move changes nothing.
    #[inline]
    pub fn make(&mut self, direction: Move) -> bool {
        let transposed = self.board.transpose();
        self.make_if_legal(transposed, direction as usize)
    }

    /// Makes a random legal move; returns whether there was one.
    #[inline]
    pub fn make_random(&mut self) -> bool {
        let drawn = ((self.source.draw() >> 32) * ORDERS.len() as u64) >> 32;
        let transposed = self.board.transpose();
        let order = ORDERS[drawn as usize];
        order.into_iter().any(|direction| self.make_if_legal(transposed, usize::from(direction)))
    }

    /// Makes random moves until none is legal.
    #[inline]
    pub fn finish(&mut self) {
        while self.make_random() {}
    }

    /// Makes a move given by its index in [`Move::ALL`]. Selects by the bits of the index
    /// instead of by branches, since no processor can predict random directions.
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

/// All orders of the four directions, as indices in [`Move::ALL`].
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
