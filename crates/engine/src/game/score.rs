//! The points of a game, told from its tiles.
//!
//! A tile of rank r that grew from 2s has scored (r - 1)·2^r, and every 4 that is
//! spawned saves 4 points of that. So the points of a game follow from its board and
//! from how many 4s were spawned, and a move costs nothing to count.

use super::board::Board;
use super::moves::{Move, MoveTables};

/// What the tiles of a board do not tell of the points of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// What to add to the points that the tiles of the board say.
    correction: i64,
    merged_highest: bool,
}

impl Score {
    /// No points yet, on a board.
    pub(super) fn none_on(board: Board) -> Self {
        Self {
            correction: -points_of_tiles(board),
            merged_highest: false,
        }
    }

    /// The points of the game, now that it has come to a board.
    pub(super) fn points(&self, board: Board) -> u64 {
        (points_of_tiles(board) + self.correction).unsigned_abs()
    }

    /// Whether two of the highest tiles have merged, of which the board tells nothing.
    pub(super) fn merged_highest(&self) -> bool {
        self.merged_highest
    }

    /// Takes note of a move and of the spawn after it.
    #[inline(always)]
    pub(super) fn note(&mut self, before: Board, direction: Move, afterstate: Board, after: Board) {
        if before.has_highest() {
            self.note_highest(before, direction, afterstate);
        }
        self.note_spawn(afterstate, after);
    }

    /// Takes note of a spawn.
    #[inline(always)]
    pub(super) fn note_spawn(&mut self, before: Board, after: Board) {
        let is_four = (before.0 ^ after.0) & 0x2222_2222_2222_2222 != 0;
        self.correction -= 4 * i64::from(is_four);
    }

    /// A board forgets that two 32 768 tiles have merged.
    #[cold]
    #[inline(never)]
    fn note_highest(&mut self, before: Board, direction: Move, afterstate: Board) {
        let points = i64::from(MoveTables::get().points(before, direction));
        let told = points_of_tiles(afterstate) - points_of_tiles(before);
        self.correction += points - told;
        self.merged_highest |= points != told;
    }
}

/// The points that the tiles have scored if they have grown from 2s.
fn points_of_tiles(board: Board) -> i64 {
    let points = |rank: u8| i64::from(rank.saturating_sub(1)) << rank;
    board.ranks().into_iter().map(points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The tables of points are compared with the rules, row by row, by the tests of moves.
        #[test]
        fn points_are_those_of_the_merges(bits: u64, mask: u64, direction in 0..4_usize) {
            let (tables, direction) = (MoveTables::get(), Move::ALL[direction]);
            for before in [Board(bits), Board(bits & mask), Board(bits | mask)] {
                let afterstate = tables.apply(before, direction);
                let mut score = Score::none_on(before);
                score.note(before, direction, afterstate, afterstate);
                let points = tables.points(before, direction);
                prop_assert_eq!(score.points(afterstate), u64::from(points), "{}", before);
                let sums = [before, afterstate].map(|board| {
                    board.ranks().iter().filter(|&&rank| rank > 0).map(|rank| 1_u32 << rank).sum::<u32>()
                });
                // Any other merge keeps the sum of the tiles.
                prop_assert_eq!(score.merged_highest(), sums[0] != sums[1], "{}", before);
            }
        }
    }
}
