//! The corner matrix: the best of the eight orientations of a weight matrix.
//!
//! A board of cell values A is worth the maximum over the eight rotations and
//! transpositions W' of W of the entrywise sum Σ W'∘A.
//!
//! All eight are read off the board's rows. The four orientations that keep
//! rows rows differ in which row of W a row of the board meets (row r, or row
//! 3 - r upside down) and in which direction; the other four are the same for
//! the transposed matrix T. So one entry per row of the board holds eight sums:
//!
//! ```text
//! outer[row] = [W0 · row, W0 · reversed row, W3 · row, W3 · reversed row,
//!               T0 · row, T0 · reversed row, T3 · row, T3 · reversed row]
//! inner[row] = the same with W1, W2, T1 and T2
//! ```
//!
//! The board's bottom half takes its entries with upright and upside down
//! swapped. A move along the rows after a spawn in one of them changes one
//! entry of four; a move along the columns is the same on the transposed board.

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::orientation_sums::{Sums, largest, largest_of_each, plus, upside_down};
use super::orientations::Orientations;
use super::per_row::PerRow;
use super::table_pool::TablePool;
use super::value_function::{Leaf, LeafTerminalValue, ValueFunction};
use super::weight_matrix::{MatrixFormula, WeightMatrix};
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};

/// The tables of a matrix: 4 MiB.
pub struct MatrixTables {
    /// Sums of a row at the edge of the board, then of one in the middle, by row.
    sums: [PerRow<Sums>; 2],
    /// Added to the sums of a board and to those of the transposed one, to
    /// leave some orientations out.
    mask: Option<[Sums; 2]>,
    formula: MatrixFormula,
    moves: &'static MoveTables,
    legality: &'static [Legality; 65536],
}

impl std::fmt::Debug for MatrixTables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MatrixTables")
    }
}

impl MatrixTables {
    /// Builds the tables of a matrix.
    pub(super) fn new(matrix: &WeightMatrix) -> Self {
        let entries = &matrix.entries;
        let row =
            |row: usize| -> [f64; 4] { std::array::from_fn(|column| entries[4 * row + column]) };
        let column =
            |column: usize| -> [f64; 4] { std::array::from_fn(|row| entries[4 * row + column]) };
        Self {
            sums: [
                table([row(0), row(3), column(0), column(3)], matrix),
                table([row(1), row(2), column(1), column(2)], matrix),
            ],
            mask: mask(matrix.orientations),
            formula: MatrixFormula::new(matrix),
            moves: MoveTables::get(),
            legality: Legality::of_rows(),
        }
    }

    /// Leaves the memory to tables that are built later.
    pub(super) fn release(self) {
        self.sums
            .into_iter()
            .for_each(|table| SPARES.release(table));
    }

    /// The sums of a row of the board, upside down in the bottom half.
    #[inline(always)]
    fn sums(&self, index: usize, row: u16) -> Sums {
        self.sums[(index ^ index >> 1) & 1][usize::from(row)]
    }
}

/// What the moves share: of a board, and of the transposed one.
pub(super) struct SharedLines {
    boards: [Board; 2],
    /// By axis and side, then by row: the sums of the moved rows.
    rows: [[Sums; 4]; 4],
    /// By axis and side, then by half: the sums of the two moved rows, upside down.
    halves: [[Sums; 2]; 4],
}

impl ValueFunction for MatrixTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let sums = [0, 1, 2, 3].map(|row| self.sums(row, board.row(row)));
        let mut sums = plus(plus(sums[0], sums[1]), upside_down(plus(sums[2], sums[3])));
        if let Some(mask) = &self.mask {
            sums = plus(sums, mask[0]);
        }
        largest(sums)
    }

    fn static_value(&self, board: Board) -> f64 {
        self.formula.value(board)
    }

    #[inline]
    fn spawn_sums(&self, afterstate: Board, dead: LeafTerminalValue, leaf: &mut Leaf) -> [f32; 2] {
        leaf_kernel::spawn_sums(self, afterstate, dead, leaf)
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], dead: LeafTerminalValue, leaf: &mut Leaf) -> f32 {
        leaf_kernel::chance_value(self, boards, dead, leaf)
    }
}

impl LeafKernel for MatrixTables {
    type SharedLines = SharedLines;
    /// The row with a 2 to the left and to the right, with a 4 likewise.
    type SlidRow = [u16; 4];

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (SharedLines, [u64; 2]) {
        let [left, right] = [&self.moves.left, &self.moves.right];
        let rows = [
            self.moved_sums(boards[0], left),
            self.moved_sums(boards[0], right),
            self.moved_sums(boards[1], left),
            self.moved_sums(boards[1], right),
        ];
        let mut halves = [
            halves(rows[0]),
            halves(rows[1]),
            halves(rows[2]),
            halves(rows[3]),
        ];
        if let Some(mask) = &self.mask {
            for (index, [top, bottom]) in halves.iter_mut().enumerate() {
                let mask = mask[index >> 1];
                *top = plus(*top, upside_down(mask));
                *bottom = plus(*bottom, mask);
            }
        }
        let lines = SharedLines {
            boards,
            rows,
            halves,
        };
        (lines, [self.illegal(boards[0]), self.illegal(boards[1])])
    }

    #[inline(always)]
    fn moved(&self, lines: &SharedLines, gap: Gap) -> [u16; 4] {
        let [two, four] = [1, 2].map(|rank| usize::from(gap.row_with(lines.boards, rank)));
        let (left, right) = (&self.moves.left, &self.moves.right);
        [left[two], right[two], left[four], right[four]]
    }

    #[inline(always)]
    fn along(&self, lines: &SharedLines, gap: Gap, [a, b, c, d]: [u16; 4]) -> F32x4 {
        let (axis, index) = (gap.axis(), gap.row());
        let value = |side: usize, moved: u16| {
            let half = plus(
                self.sums(index, moved),
                lines.rows[2 * axis + side][index ^ 1],
            );
            plus(half, lines.halves[2 * axis + side][index >> 1 ^ 1])
        };
        largest_of_each(value(0, a), value(1, b), value(0, c), value(1, d))
    }
}

impl MatrixTables {
    #[inline(always)]
    fn moved_sums(&self, board: Board, moved: &[u16; 65536]) -> [Sums; 4] {
        let sums = |row: usize| self.sums(row, moved[usize::from(board.row(row))]);
        [sums(0), sums(1), sums(2), sums(3)]
    }

    #[inline(always)]
    fn illegal(&self, board: Board) -> u64 {
        let legality = |row: usize| self.legality[usize::from(board.row(row))];
        Legality::illegal_moves([legality(0), legality(1), legality(2), legality(3)])
    }
}

#[inline(always)]
fn halves(rows: [Sums; 4]) -> [Sums; 2] {
    [
        upside_down(plus(rows[0], rows[1])),
        upside_down(plus(rows[2], rows[3])),
    ]
}

/// Minus infinity in the lanes of the orientations that are left out: on a
/// board, and on the transposed one, where a matrix and its transpose swap.
fn mask(orientations: Orientations) -> Option<[Sums; 2]> {
    let kept: &[usize] = match orientations {
        Orientations::One => &[0],
        Orientations::Two => &[0, 4],
        Orientations::Eight => return None,
    };
    let keep = |lane| {
        if kept.contains(&lane) {
            0.0
        } else {
            f32::NEG_INFINITY
        }
    };
    Some([
        std::array::from_fn(keep),
        std::array::from_fn(|lane| keep(lane ^ 4)),
    ])
}

/// Sums by row, with each of four lines of the matrix in both directions.
fn table(lines: [[f64; 4]; 4], matrix: &WeightMatrix) -> PerRow<Sums> {
    // Of each pair of neighbouring cells, so that an entry is one addition.
    let pair = |first: usize| -> Vec<[f64; 8]> {
        let sum = |ranks: usize, lane: usize| {
            let line = lines[lane >> 1];
            let weight = |cell: usize| {
                if lane & 1 == 0 {
                    line[cell]
                } else {
                    line[3 - cell]
                }
            };
            matrix.product(weight(first), ranks & 0xf)
                + matrix.product(weight(first + 1), ranks >> 4)
        };
        (0..256)
            .map(|ranks| std::array::from_fn(|lane| sum(ranks, lane)))
            .collect()
    };
    let (left, right) = (pair(0), pair(2));
    SPARES.table(|row| {
        let (left, right) = (&left[row & 0xff], &right[row >> 8]);
        std::array::from_fn(|lane| (left[lane] + right[lane]) as f32)
    })
}

static SPARES: TablePool<Sums> = TablePool::new();
