//! A game whose moves are made elsewhere, with tiles beyond 32 768.

use super::board::{Board, MAX_RANK};
use super::moves::{Move, slide_line};
use super::random::{GameSeed, SpawnSource};
use super::session::GameResult;

/// A game with the spawns of a [`Session`](super::Session) of the same seed, on a board whose ranks
/// have no limit: two tiles 32 768 make a 65 536, and two of these a 131 072.
///
/// ```
/// use tune2048_engine::game::{GameSeed, LongGame, Move};
///
/// let mut game = LongGame::new(GameSeed(1));
/// while Move::ALL.into_iter().any(|direction| game.make(direction)) {}
/// assert!(game.is_over() && game.result().moves > 0);
/// ```
#[derive(Clone, Debug)]
pub struct LongGame {
    ranks: [u8; 16],
    spawns: SpawnSource,
    score: u64,
    moves: u32,
}

impl LongGame {
    /// Starts a game, with two tiles on the board.
    pub fn new(seed: GameSeed) -> Self {
        let mut game = Self { ranks: [0; 16], spawns: SpawnSource::new(seed), score: 0, moves: 0 };
        game.spawn();
        game.spawn();
        game
    }

    /// The ranks in reading order: binary logarithms of tiles, 0 for empty cells.
    pub fn ranks(&self) -> [u8; 16] {
        self.ranks
    }

    /// The board as sixteen digits in base 36: rank 17 is `h`.
    pub fn text(&self) -> [u8; 16] {
        self.ranks.map(|rank| b"0123456789abcdefghijklmnopqrstuvwxyz"[usize::from(rank)])
    }

    /// Makes a move and the spawn after it; returns whether the move was legal. An illegal move
    /// changes nothing.
    pub fn make(&mut self, direction: Move) -> bool {
        let (ranks, points) = slide(self.ranks, direction);
        if ranks == self.ranks {
            return false;
        }
        self.ranks = ranks;
        self.score += points;
        self.moves += 1;
        self.spawn();
        true
    }

    /// Whether no move is legal.
    pub fn is_over(&self) -> bool {
        Move::ALL.into_iter().all(|direction| slide(self.ranks, direction).0 == self.ranks)
    }

    /// The score, the largest tile and the moves so far; boards that a player valued are not known.
    pub fn result(&self) -> GameResult {
        let highest = self.ranks.into_iter().fold(0, u8::max);
        GameResult {
            score: self.score.into(),
            largest_tile: if highest == 0 { 0 } else { 1 << highest },
            moves: self.moves,
            ..GameResult::default()
        }
    }

    fn spawn(&mut self) {
        // Where tiles are decides where the next one comes, not which they are.
        let board = Board::from_ranks(self.ranks.map(|rank| rank.min(MAX_RANK)));
        let board = board.expect("no rank exceeds the highest");
        let spawned = self.spawns.spawn(board);
        let cell = ((board.0 ^ spawned.0).trailing_zeros() / 4) as usize;
        self.ranks[cell] = spawned.rank(cell);
    }
}

/// The ranks after a move without its spawn, and its points.
fn slide(ranks: [u8; 16], direction: Move) -> ([u8; 16], u64) {
    // The first cell of a line and the step to the next, seen from where tiles go.
    let (first, step, next_line) = match direction {
        Move::Left => (0, 1, 4),
        Move::Right => (3, -1, 4),
        Move::Up => (0, 4, 1),
        Move::Down => (12, -4, 1),
    };
    let (mut slid, mut points) = ([0; 16], 0);
    for line in 0..4 {
        let cells = [0, 1, 2, 3].map(|place| (first + line * next_line + place * step) as usize);
        let (moved, gained) = slide_line(cells.map(|cell| ranks[cell]));
        for (cell, rank) in cells.into_iter().zip(moved) {
            slid[cell] = rank;
        }
        points += u64::from(gained);
    }
    (slid, points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Session;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn games_are_those_of_sessions(seed: u64, draws: [u8; 400]) {
            let (mut long, mut short) = (LongGame::new(GameSeed(seed)), Session::new(GameSeed(seed)));
            for draw in draws {
                let direction = Move::ALL[usize::from(draw) % 4];
                prop_assert_eq!(long.make(direction), short.make(direction));
                prop_assert_eq!(long.ranks(), short.board().ranks());
                let found = long.result();
                prop_assert_eq!(found.score, short.score().into());
                prop_assert_eq!((found.largest_tile, found.moves), (short.largest_tile(), short.moves()));
                let is_over = Move::ALL.iter().all(|&direction| !short.clone().make(direction));
                prop_assert_eq!(long.is_over(), is_over);
            }
        }
    }

    #[test]
    fn tiles_beyond_32_768_merge() {
        let mut ranks = [0; 16];
        ranks[..4].copy_from_slice(&[15, 15, 16, 17]);
        for (first, points) in
            [([16, 16, 17, 0], 1 << 16), ([17, 17, 0, 0], 1 << 17), ([18, 0, 0, 0], 1 << 18)]
        {
            let (slid, found) = slide(ranks, Move::Left);
            assert_eq!((&slid[..4], found), (&first[..], points));
            ranks = slid;
        }
        let game = LongGame { ranks, ..LongGame::new(GameSeed(1)) };
        assert_eq!(game.result().largest_tile, 262_144);
        assert_eq!(&game.text(), b"i000000000000000");
    }
}
