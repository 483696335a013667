//! The points of a game, computed from its tiles.
//!
//! A tile of rank r that grew from 2s has scored (r - 1)·2^r, less 4 points for every 4
//! that spawned. The points of a game therefore follow from its board and the number of
//! spawned 4s, and moves need not be counted.

use super::board::Board;
use super::moves::{Move, MoveTables};

/// The part of a game's points that its board does not determine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points {
    /// The difference between the points of the game and those of its tiles.
    correction: i64,
    /// Whether two tiles of the highest rank have merged, which no board shows.
    pub(super) merged_highest: bool,
}

impl Points {
    /// The score of a game that starts with a board: 0 points.
    pub(super) fn none_on(board: Board) -> Self {
        Self { correction: -points_of_tiles(board), merged_highest: false }
    }

    /// The points of the game at its current board.
    pub(super) fn points(&self, board: Board) -> u64 {
        (points_of_tiles(board) + self.correction).unsigned_abs()
    }

    /// Updates the score for a move and the spawn after it.
    #[inline(always)]
    pub(super) fn note(&mut self, before: Board, direction: Move, afterstate: Board, after: Board) {
        if before.has_highest() {
            self.note_highest(before, direction, afterstate);
        }
        let is_four = (afterstate.0 ^ after.0) & 0x2222_2222_2222_2222 != 0;
        self.correction -= 4 * i64::from(is_four);
    }

    /// Updates the score for a move on a board with a 32 768, which two of them may merge in.
    #[cold]
    #[inline(never)]
    fn note_highest(&mut self, before: Board, direction: Move, afterstate: Board) {
        let points = i64::from(MoveTables::get().points(before, direction));
        let of_tiles = points_of_tiles(afterstate) - points_of_tiles(before);
        self.correction += points - of_tiles;
        self.merged_highest |= points != of_tiles;
    }
}

/// The points of tiles that grew from 2s.
fn points_of_tiles(board: Board) -> i64 {
    let points = |rank: u8| i64::from(rank.saturating_sub(1)) << rank;
    board.ranks().into_iter().map(points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The expected points come from the tables of moves, whose tests compare them with the rules.
        #[test]
        fn points_are_those_of_the_merges(bits: u64, mask: u64, direction in 0..4_usize) {
            let (tables, direction) = (MoveTables::get(), Move::ALL[direction]);
            for before in [Board(bits), Board(bits & mask), Board(bits | mask)] {
                let afterstate = tables.apply(before, direction);
                let mut score = Points::none_on(before);
                score.note(before, direction, afterstate, afterstate);
                let points = tables.points(before, direction);
                prop_assert_eq!(score.points(afterstate), u64::from(points), "{}", before);
                let sums = [before, afterstate].map(|board| {
                    board.ranks().iter().filter(|&&rank| rank > 0).map(|rank| 1_u32 << rank).sum::<u32>()
                });
                // Any other merge keeps the sum of the tiles.
                prop_assert_eq!(score.merged_highest, sums[0] != sums[1], "{}", before);
            }
        }
    }
}
