//! The four moves, looked up row by row.
//!
//! A move to the left slides each row independently, so that a table of the 65 536 rows
//! defines it; the other directions are mirror images and transpositions.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::board::{Board, MAX_RANK};
use super::per_row::{per_row, ranks};

/// The direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
        ["up", "down", "left", "right"][self as usize]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The result of moves for each of the 65 536 rows; independent of weights.
#[derive(Debug)]
pub struct MoveTables {
    /// Rows after a move to the left, by row.
    pub left: Box<[u16; 65536]>,
    /// Rows after a move to the right, by row.
    pub right: Box<[u16; 65536]>,
    /// The points of either move, by row.
    pub points: Box<[u32; 65536]>,
}

static TABLES: LazyLock<MoveTables> = LazyLock::new(MoveTables::new);

impl MoveTables {
    /// The tables, built by the first call.
    #[inline]
    pub fn get() -> &'static Self {
        &TABLES
    }

    fn new() -> Self {
        let slid = per_row(slide_left);
        let slid = |row: u16| slid[usize::from(row)];
        Self {
            left: per_row(|row| slid(row).0),
            right: per_row(|row| reverse(slid(reverse(row)).0)),
            points: per_row(|row| slid(row).1),
        }
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

    /// The board after a move, before the spawn; `None` if the move is illegal.
    #[inline]
    pub(crate) fn legal(&self, board: Board, direction: Move) -> Option<Board> {
        let after = self.apply(board, direction);
        (after != board).then_some(after)
    }

    /// The boards after a move to the left and after one to the right.
    #[inline(always)]
    pub fn along(&self, board: Board) -> [Board; 2] {
        [slide(&self.left, board), slide(&self.right, board)]
    }

    /// The points of a move: the sum of the face values of merged tiles.
    #[inline]
    pub fn points(&self, board: Board, direction: Move) -> u32 {
        let board = match direction {
            Move::Up | Move::Down => board.transpose(),
            Move::Left | Move::Right => board,
        };
        (0..4).map(|row| self.points[usize::from(board.row(row))]).sum()
    }
}

/// The board with each row replaced by its entry.
#[inline]
pub(super) fn slide(table: &[u16; 65536], board: Board) -> Board {
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
    let (slid, points) = slide_line(ranks(row));
    let cells = slid.iter().rev().map(|&rank| u16::from(rank.min(MAX_RANK)));
    (cells.fold(0, |row, rank| row << 4 | rank), points)
}

/// Slides the ranks of a line towards the first; returns the new ranks, which may exceed
/// [`MAX_RANK`], and the points.
pub(super) fn slide_line(ranks: [u8; 4]) -> ([u8; 4], u32) {
    let (mut slid, mut length, mut points) = ([0; 4], 0, 0);
    // The last of the slid tiles, if it has not merged.
    let mut waiting = 0;
    for rank in ranks.into_iter().filter(|&rank| rank > 0) {
        if rank == waiting {
            points += 2_u32 << rank;
            slid[length - 1] = rank + 1;
            waiting = 0;
        } else {
            slid[length] = rank;
            length += 1;
            waiting = rank;
        }
    }
    (slid, points)
}
