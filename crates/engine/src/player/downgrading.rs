//! Boards with larger tiles than a heuristic knows, searched as boards that it knows.
//!
//! *Tile-downgrading* (Guei et al. 2021, arXiv:2111.11090): all tiles above the largest one that is
//! missing are halved, until the largest tile is small enough or none below it is missing. Equal
//! tiles stay equal and others differ, so that the same moves are legal and make the same merges.
//! Only the points of the merges above differ.

use crate::game::{Board, MAX_RANK};

/// A board with the same moves whose largest rank is below `from`, as far as ranks are missing.
pub fn downgraded(mut board: Board, from: u8) -> Board {
    loop {
        let highest = board.highest_rank();
        let is_missing = |rank: &u8| (0..16).all(|cell| board.rank(cell) != *rank);
        let missing = (1..highest).rev().filter(|_| highest >= from).find(is_missing);
        let Some(missing) = missing else { return board };
        for cell in 0..16 {
            board.0 -= u64::from(board.rank(cell) > missing) << (4 * cell);
        }
    }
}

/// The rank of a tile from which boards are downgraded; `None` for a number that is none.
pub fn rank_of(tile: u32) -> Option<u8> {
    let rank = u8::try_from(tile.trailing_zeros()).ok()?;
    (tile.is_power_of_two() && (2..=MAX_RANK).contains(&rank)).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, MoveTables};
    use proptest::prelude::*;

    #[test]
    fn tiles_above_the_largest_missing_one_are_halved() {
        for (board, from, expected) in [
            // 32 768, 16 384 and 4096 without 8192.
            ("fec2 1000 0000 0000", 15, "edc2 1000 0000 0000"),
            // 8192 and 4096 are missing: halved twice if need be.
            ("fe20 0000 0000 0000", 15, "ed20 0000 0000 0000"),
            ("fe20 0000 0000 0000", 14, "dc20 0000 0000 0000"),
            // Below the border, and where no tile is missing, nothing changes.
            ("ec20 0000 0000 0000", 15, "ec20 0000 0000 0000"),
            ("fedc ba98 7654 3211", 15, "fedc ba98 7654 3211"),
            ("ffff 0000 0000 0000", 15, "eeee 0000 0000 0000"),
        ] {
            let board: Board = board.parse().unwrap();
            let expected: Board = expected.parse().unwrap();
            assert_eq!(downgraded(board, from), expected, "{board} from {from}");
        }
    }

    proptest! {
        #[test]
        fn the_same_moves_are_legal(ranks in prop::array::uniform16(0_u8..=15), from in 2_u8..=15) {
            let board = Board::from_ranks(ranks).unwrap();
            let found = downgraded(board, from);
            let moves = MoveTables::get();
            for direction in Move::ALL {
                let is_legal = |board: Board| moves.apply(board, direction) != board;
                prop_assert_eq!(is_legal(found), is_legal(board));
            }
            let all_present = (1..found.highest_rank()).all(|rank| found.ranks().contains(&rank));
            prop_assert!(found.highest_rank() < from || all_present);
        }
    }
}
