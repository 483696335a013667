//! Rows, and what is added to them for the whole board.
//!
//! The moves of a leaf's spawns lead to few boards, one per gap, side and
//! spawned tile. What is added is worked out for those whole boards: slower
//! than what tables of rows do, and paid for by those who ask for it only.

use std::fmt;

use super::corner_matrix::MatrixTables;
use super::lanes::Lanes;
use super::row_tables::LineTables;
use super::spawns::{self, Along};
use super::tables::{Dead, HeuristicTables, Leaf};
use crate::game::gaps::Legality;
use crate::game::{Board, MoveTables};

/// What is added to rows for a whole board. It is the same for a board and for
/// the transposed one.
pub(super) struct BoardParts {
    /// Added where a largest tile stands in a corner.
    pub(super) corner: f32,
    /// Matrices, each looked at from all sides.
    pub(super) matrices: Vec<MatrixTables>,
}

impl BoardParts {
    fn is_empty(&self) -> bool {
        self.corner == 0.0 && self.matrices.is_empty()
    }

    fn value(&self, board: Board) -> f32 {
        let mut value = 0.0;
        if self.corner != 0.0 && is_largest_in_corner(board) {
            value += self.corner;
        }
        for matrix in &self.matrices {
            value += matrix.value(board);
        }
        value
    }
}

/// Whether a tile of the highest rank stands in a corner.
fn is_largest_in_corner(board: Board) -> bool {
    let corners = [0, 12, 48, 60].map(|shift| (board.0 >> shift & 0xf) as u8);
    corners.into_iter().max() == Some(board.highest_rank())
}

/// Tables of rows with parts for the whole board.
pub struct RichRowTables {
    rows: LineTables<2>,
    parts: BoardParts,
    moves: &'static MoveTables,
}

impl fmt::Debug for RichRowTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RichRowTables")
    }
}

impl RichRowTables {
    pub(super) fn new(rows: LineTables<2>, parts: BoardParts) -> Self {
        Self {
            rows,
            parts,
            moves: MoveTables::get(),
        }
    }
}

impl HeuristicTables for RichRowTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.rows.value(board) + self.parts.value(board)
    }

    fn offset(&self) -> f64 {
        self.rows.offset()
    }

    #[inline]
    fn spawn_sums(&self, afterstate: Board, dead: Dead, leaf: &mut Leaf) -> [f32; 2] {
        spawns::spawn_sums(self, afterstate, dead, leaf)
    }
}

/// What the moves share.
pub(super) struct Lines {
    rows: <LineTables<2> as Along>::Lines,
    boards: [Board; 2],
    /// By axis, the boards after a move of all rows to the left and to the right;
    /// nothing if there are no parts.
    moved: [[u64; 2]; 2],
}

impl Along for RichRowTables {
    type Lines = Lines;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (Lines, [[Legality; 4]; 2]) {
        let (rows, legality) = self.rows.lines(boards);
        let moved = boards.map(|board| {
            if self.parts.is_empty() {
                return [0; 2];
            }
            [&self.moves.left, &self.moves.right].map(|table| {
                let row = |row: usize| u64::from(table[usize::from(board.row(row))]) << (16 * row);
                row(0) | row(1) | row(2) | row(3)
            })
        });
        let lines = Lines {
            rows,
            boards,
            moved,
        };
        (lines, legality)
    }

    #[inline(always)]
    fn along(&self, lines: &Lines, axis: usize, bit: u32) -> Lanes {
        let rows = self.rows.along(&lines.rows, axis, bit);
        if self.parts.is_empty() {
            return rows;
        }
        let start = bit & 48;
        let row = lines.boards[axis].0 >> start;
        let part = |rank: u64, side: usize| {
            let table = [&self.moves.left, &self.moves.right][side];
            let moved = u64::from(table[usize::from((row | rank << (bit & 12)) as u16)]);
            let others = lines.moved[axis][side] & !(0xffff << start);
            self.parts.value(Board(others | moved << start))
        };
        let parts = Lanes::new([part(1, 0), part(1, 1), part(2, 0), part(2, 1)]);
        rows.plus(parts)
    }
}
