//! Traits of a move and of the board after it, independent of any heuristic.

use tune2048_engine::game::{Board, Move, MoveTables};

/// A countable property of a move and of the board after it.
#[derive(Clone, Copy, Debug)]
pub struct Trait {
    /// The name of the trait in files.
    pub name: &'static str,
    /// The predicate of a player whose moves have more of the trait.
    pub more: &'static str,
    /// The predicate of a player whose moves have less of the trait.
    pub less: &'static str,
    /// The unit of the count.
    pub unit: &'static str,
    /// The amount of the trait that a legal move on a board has.
    pub of: fn(Board, Move) -> f64,
}

/// All traits.
pub const TRAITS: [Trait; 6] = [
    Trait {
        name: "empty-cells",
        more: "keeps more cells empty",
        less: "keeps fewer cells empty",
        unit: "cells",
        of: |board, direction| f64::from(after(board, direction).empty_cells()),
    },
    Trait {
        name: "equal-pairs",
        more: "leaves more pairs of equal tiles side by side",
        less: "leaves fewer pairs of equal tiles side by side",
        unit: "pairs",
        of: |board, direction| over_lines(after(board, direction), equal_pairs),
    },
    Trait {
        name: "points",
        more: "takes more points at once",
        less: "takes fewer points at once",
        unit: "points",
        of: |board, direction| f64::from(MoveTables::get().points(board, direction)),
    },
    Trait {
        name: "largest-in-corner",
        more: "has the largest tile in a corner more often",
        less: "has the largest tile in a corner less often",
        unit: "of these boards",
        of: |board, direction| f64::from(u8::from(is_largest_in_corner(after(board, direction)))),
    },
    Trait {
        name: "rank-steps",
        more: "lets neighbouring tiles differ more",
        less: "keeps neighbouring tiles closer to each other",
        unit: "ranks in sum",
        of: |board, direction| over_lines(after(board, direction), rank_steps),
    },
    Trait {
        name: "lines-in-order",
        more: "keeps more rows and columns in order",
        less: "keeps fewer rows and columns in order",
        unit: "of 8",
        of: |board, direction| over_lines(after(board, direction), is_in_order),
    },
];

fn after(board: Board, direction: Move) -> Board {
    MoveTables::get().apply(board, direction)
}

/// Sums a property over the four rows and the four columns.
fn over_lines(board: Board, of_line: fn(&[u8; 4]) -> u32) -> f64 {
    let lines = |board: Board| (0..4).map(move |row| [0, 1, 2, 3].map(|i| board.rank(4 * row + i)));
    let sum: u32 = lines(board).chain(lines(board.transpose())).map(|line| of_line(&line)).sum();
    f64::from(sum)
}

/// Returns the ranks of neighbouring tiles of a line, ignoring empty cells between them.
fn neighbours(line: &[u8; 4]) -> impl Iterator<Item = (u8, u8)> + '_ {
    let tiles = line.iter().copied().filter(|&rank| rank > 0);
    tiles.clone().zip(tiles.skip(1))
}

fn equal_pairs(line: &[u8; 4]) -> u32 {
    neighbours(line).filter(|(a, b)| a == b).count() as u32
}

fn rank_steps(line: &[u8; 4]) -> u32 {
    neighbours(line).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
}

/// Returns 1 if the ranks only rise or only fall along a line, including empty cells, and else 0.
fn is_in_order(line: &[u8; 4]) -> u32 {
    let pairs = || line.iter().zip(&line[1..]);
    u32::from(pairs().all(|(a, b)| a <= b) || pairs().all(|(a, b)| a >= b))
}

fn is_largest_in_corner(board: Board) -> bool {
    let corners = [0, 3, 12, 15].map(|cell| board.rank(cell));
    corners.contains(&board.highest_rank())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_of_a_move() {
        // 1024 1024 2 0 / 4 0 4 0 / empty / 0 0 0 8, moved to the left: 2048 2 / 8 / empty / 8.
        let board: Board = "aa10202000000003".parse().unwrap();
        let found = TRAITS.map(|one| (one.of)(board, Move::Left));
        // The columns are 2048 8 _ 8 and 2. All rows are in order, the first column is not.
        let expected = [12.0, 1.0, 2056.0, 1.0, 8.0 + 10.0, 7.0];
        for ((one, found), expected) in TRAITS.iter().zip(found).zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{}: {found}", one.name);
        }
    }
}
