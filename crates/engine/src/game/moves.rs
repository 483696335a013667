//! The four moves, looked up row by row.
//!
//! A move to the left slides each row independently, so that a table of the 65 536 rows
//! defines it; the other directions are mirror images and transpositions.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::board::{Board, MAX_RANK};

/// The direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// Towards row 0.
    Up,
    /// Towards row 3.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 3.
    Right,
}

impl Move {
    /// All moves in the order that breaks ties: of equally good moves the first is played.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The lower-case name: `up`, `down`, `left` or `right`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The result of moves for each of the 65 536 rows; independent of weights.
pub struct MoveTables {
    /// Rows after a move to the left, by row.
    pub left: Box<[u16; 65536]>,
    /// Rows after a move to the right, by row.
    pub right: Box<[u16; 65536]>,
    /// The points of either move, by row.
    pub points: Box<[u32; 65536]>,
}

impl fmt::Debug for MoveTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MoveTables")
    }
}

static TABLES: LazyLock<MoveTables> = LazyLock::new(MoveTables::new);

impl MoveTables {
    /// The tables, built by the first call.
    #[inline]
    pub fn get() -> &'static Self {
        &TABLES
    }

    fn new() -> Self {
        let mut tables = Self {
            left: zeroed(),
            right: zeroed(),
            points: zeroed(),
        };
        for row in 0..=u16::MAX {
            let (slid, points) = slide_left(row);
            tables.left[usize::from(row)] = slid;
            tables.right[usize::from(reverse(row))] = reverse(slid);
            tables.points[usize::from(row)] = points;
        }
        tables
    }

    /// The board after a move, before the spawn; unchanged if the move is illegal.
    #[inline]
    pub fn apply(&self, board: Board, direction: Move) -> Board {
        match direction {
            Move::Up => slide(&self.left, board.transpose()).transpose(),
            Move::Down => slide(&self.right, board.transpose()).transpose(),
            Move::Left => slide(&self.left, board),
            Move::Right => slide(&self.right, board),
        }
    }

    /// The boards after a move to the left and after one to the right.
    #[inline(always)]
    pub fn along(&self, board: Board) -> [Board; 2] {
        [slide(&self.left, board), slide(&self.right, board)]
    }

    /// [`Self::apply`] without a branch that depends on the direction, for directions that
    /// no processor can predict.
    #[inline]
    pub fn apply_unpredictable(&self, board: Board, direction: Move) -> Board {
        let is_vertical = matches!(direction, Move::Up | Move::Down);
        let is_to_start = matches!(direction, Move::Up | Move::Left);
        let turned = |board: Board| {
            let transposed = board.transpose();
            if is_vertical { transposed } else { board }
        };
        let table = if is_to_start { &self.left } else { &self.right };
        turned(slide(table, turned(board)))
    }

    /// The points of a move: the sum of the face values of merged tiles.
    #[inline]
    pub fn points(&self, board: Board, direction: Move) -> u32 {
        let board = match direction {
            Move::Up | Move::Down => board.transpose(),
            Move::Left | Move::Right => board,
        };
        (0..4)
            .map(|row| self.points[usize::from(board.row(row))])
            .sum()
    }
}

#[inline]
fn slide(table: &[u16; 65536], board: Board) -> Board {
    let mut bits = 0;
    for row in 0..4 {
        bits |= u64::from(table[usize::from(board.row(row))]) << (16 * row);
    }
    Board(bits)
}

/// The mirrored row.
#[inline]
pub(crate) fn reverse(row: u16) -> u16 {
    row << 12 | (row & 0x00f0) << 4 | (row & 0x0f00) >> 4 | row >> 12
}

/// Slides a row towards its lowest four bits; returns the new row and the points.
fn slide_left(row: u16) -> (u16, u32) {
    let mut slid = 0;
    let mut length = 0;
    let mut waiting = 0;
    let mut points = 0;
    for cell in 0..4 {
        let rank = row >> (4 * cell) & 0xf;
        if rank == 0 {
            continue;
        }
        if rank == waiting {
            points += 2_u32 << rank;
            slid |= (rank + 1).min(u16::from(MAX_RANK)) << (4 * length);
            length += 1;
            waiting = 0;
        } else {
            if waiting != 0 {
                slid |= waiting << (4 * length);
                length += 1;
            }
            waiting = rank;
        }
    }
    if waiting != 0 {
        slid |= waiting << (4 * length);
    }
    (slid, points)
}

fn zeroed<T: Copy + Default>() -> Box<[T; 65536]> {
    vec![T::default(); 65536]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules on ranks, written without tables.
    fn naive_slide(row: [u8; 4]) -> ([u8; 4], u32) {
        let tiles: Vec<u8> = row.into_iter().filter(|&rank| rank > 0).collect();
        let mut slid = Vec::new();
        let mut points = 0;
        let mut next = 0;
        while next < tiles.len() {
            if next + 1 < tiles.len() && tiles[next] == tiles[next + 1] {
                points += 1 << (tiles[next] + 1);
                slid.push((tiles[next] + 1).min(15));
                next += 2;
            } else {
                slid.push(tiles[next]);
                next += 1;
            }
        }
        slid.resize(4, 0);
        (slid.try_into().unwrap(), points)
    }

    fn unpack(row: u16) -> [u8; 4] {
        std::array::from_fn(|cell| (row >> (4 * cell)) as u8 & 0xf)
    }

    fn pack(ranks: [u8; 4]) -> u16 {
        ranks
            .iter()
            .enumerate()
            .fold(0, |row, (cell, &rank)| row | u16::from(rank) << (4 * cell))
    }

    #[test]
    fn every_row_slides_as_the_rules_say() {
        let tables = MoveTables::get();
        for row in 0..=u16::MAX {
            let ranks = unpack(row);
            let (left, points) = naive_slide(ranks);
            let mut mirrored = ranks;
            mirrored.reverse();
            let (mut right, points_right) = naive_slide(mirrored);
            right.reverse();
            let index = usize::from(row);
            assert_eq!(tables.left[index], pack(left), "left of row {row:04x}");
            assert_eq!(tables.right[index], pack(right), "right of row {row:04x}");
            assert_eq!(tables.points[index], points, "points of row {row:04x}");
            assert_eq!(points, points_right, "points of row {row:04x}, mirrored");
            assert_eq!(reverse(row), pack(mirrored));
        }
    }

    #[test]
    fn the_largest_merge_scores_its_face_value() {
        let board: Board = "ff00000000000000".parse().unwrap();
        let tables = MoveTables::get();
        assert_eq!(tables.points(board, Move::Left), 65_536);
        assert_eq!(
            tables.apply(board, Move::Left).to_string(),
            "f000000000000000"
        );
        assert_eq!(tables.points(board, Move::Up), 0);
    }

    #[test]
    fn up_is_left_transposed_with_and_without_branches() {
        let tables = MoveTables::get();
        let mut bits = 0x1234_5678_9abc_def0_u64;
        for _ in 0..10_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let board = Board(bits & (bits >> 7));
            for (vertical, horizontal) in [(Move::Up, Move::Left), (Move::Down, Move::Right)] {
                assert_eq!(
                    tables.apply(board, vertical),
                    tables.apply(board.transpose(), horizontal).transpose()
                );
            }
            for direction in Move::ALL {
                assert_eq!(
                    tables.apply_unpredictable(board, direction),
                    tables.apply(board, direction)
                );
            }
        }
    }
}
