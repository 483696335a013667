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
    /// The amount that a move has, by the board after it and the points that it takes.
    amount: fn(Board, u32) -> u32,
}

impl Trait {
    const fn new(name: &'static str, unit: &'static str, amount: fn(Board, u32) -> u32) -> Self {
        Self { name, more: "", less: "", unit, amount }
    }

    const fn said(self, more: &'static str, less: &'static str) -> Self {
        Self { more, less, ..self }
    }

    /// Returns the amount of the trait that a legal move on a board has.
    pub fn of(&self, board: Board, direction: Move) -> f64 {
        let tables = MoveTables::get();
        let amount = (self.amount)(tables.apply(board, direction), tables.points(board, direction));
        f64::from(amount)
    }
}

/// All traits.
pub const TRAITS: [Trait; 6] = [
    Trait::new("empty-cells", "cells", |after, _| after.empty_cells())
        .said("keeps more cells empty", "keeps fewer cells empty"),
    Trait::new("equal-pairs", "pairs", |after, _| over_lines(after, equal_pairs)).said(
        "leaves more pairs of equal tiles side by side",
        "leaves fewer pairs of equal tiles side by side",
    ),
    Trait::new("points", "points", |_, points| points)
        .said("takes more points at once", "takes fewer points at once"),
    Trait::new("largest-in-corner", "of these boards", |after, _| {
        is_largest_in_corner(after).into()
    })
    .said(
        "has the largest tile in a corner more often",
        "has the largest tile in a corner less often",
    ),
    Trait::new("rank-steps", "ranks in sum", |after, _| over_lines(after, rank_steps)).said(
        "lets neighbouring tiles differ more",
        "keeps neighbouring tiles closer to each other",
    ),
    Trait::new("lines-in-order", "of 8", |after, _| over_lines(after, is_in_order))
        .said("keeps more rows and columns in order", "keeps fewer rows and columns in order"),
];

/// Sums a property over the four rows and the four columns.
fn over_lines(board: Board, of_line: fn(&[u8; 4]) -> u32) -> u32 {
    let lines = |board: Board| (0..4).map(move |row| [0, 1, 2, 3].map(|i| board.rank(4 * row + i)));
    lines(board).chain(lines(board.transpose())).map(|line| of_line(&line)).sum()
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
        let found = TRAITS.map(|one| one.of(board, Move::Left));
        // The columns are 2048 8 _ 8 and 2. All rows are in order, the first column is not.
        let expected = [12.0, 1.0, 2056.0, 1.0, 8.0 + 10.0, 7.0];
        for ((one, found), expected) in TRAITS.iter().zip(found).zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{}: {found}", one.name);
        }
    }
}
