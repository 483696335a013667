//! Networks of lines and squares of four cells, which fit the caches of a core.
//!
//! The weights of all orientations that look at the same cells are added up beforehand, so that
//! a board needs 17 lookups in place of 40: its eight lines, as [`LineTables`] has them, and its
//! nine squares. A move along the rows with a spawn in one of them changes one line and the
//! squares of at most two pairs of rows.

use super::f32x4::F32x4;
use super::leaf_kernel::LeafKernel;
use super::per_row::{PerRow, per_row};
use super::row_tables::LineTables;
use super::value_function::ValueFunction;
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};
use crate::tuples::{Network, SQUARES};

/// The tables of a network of lines and squares.
pub(super) struct LinesAndSquares {
    lines: LineTables<2>,
    /// The squares of an outer and an inner row, from the left: by two ranks of the outer row,
    /// then two of the inner one.
    outer: [PerRow<f32>; 3],
    /// The squares of the two inner rows, from the left.
    inner: [PerRow<f32>; 3],
    moves: &'static MoveTables,
}

impl LinesAndSquares {
    /// The tables of a network times a factor; `None` if it has other tuples, or stages.
    pub(super) fn new(network: &Network, factor: f32) -> Option<Self> {
        let mut lines = network.lines()?;
        for value in lines.iter_mut().flatten() {
            *value *= factor;
        }
        let [corner, edge, middle] = SQUARES.map(|square| network.weights_of(square));
        let weight = |weights: &Option<Vec<f32>>, index: u16| {
            let weights = weights.as_ref();
            factor * weights.map_or(0.0, |weights| weights[usize::from(index)])
        };
        // Ranks by place: a, b above, c, d below. A corner is its own transpose, an edge its own
        // mirror image, and the middle every orientation of itself.
        let at_corner = |index: u16| weight(&corner, index) + weight(&corner, swap_middle(index));
        let at_edge = |index: u16| weight(&edge, index) + weight(&edge, mirror(index));
        let in_middle = |index: u16| {
            let turned = [
                index,
                mirror(index),
                swap_rows(index),
                mirror(swap_rows(index)),
            ];
            let both =
                turned.map(|index| weight(&middle, index) + weight(&middle, swap_middle(index)));
            both.into_iter().sum()
        };
        let [outer_lines, inner_lines] =
            lines.map(|values| per_row(|row| values[usize::from(row)]));
        Some(Self {
            lines: LineTables::new(0.0, [outer_lines, inner_lines]),
            outer: [
                per_row(at_corner),
                per_row(at_edge),
                per_row(|index| at_corner(mirror(index))),
            ],
            inner: [
                per_row(|index| at_edge(swap_middle(index))),
                per_row(in_middle),
                per_row(|index| at_edge(swap_middle(mirror(index)))),
            ],
            moves: MoveTables::get(),
        })
    }

    pub(super) fn value(&self, board: Board) -> f32 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| board.row(row));
        let squares = self.outer(a, b) + self.inner(b, c) + self.outer(d, c);
        self.lines.value(board) + squares
    }

    /// The squares of an outer row and the inner row beside it.
    #[inline(always)]
    fn outer(&self, outer: u16, inner: u16) -> f32 {
        sum(&self.outer, outer, inner)
    }

    /// The squares of the two inner rows.
    #[inline(always)]
    fn inner(&self, upper: u16, lower: u16) -> f32 {
        sum(&self.inner, upper, lower)
    }

    #[inline(always)]
    pub(super) fn share(&self, boards: [Board; 2]) -> (SharedSquares, [u64; 2]) {
        let (lines, illegal) = self.lines.share(boards);
        let slid = boards.map(|board| self.moves.along(board));
        let others = |board: Board| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|row| board.row(row));
            let (top, middle, bottom) = (self.outer(a, b), self.inner(b, c), self.outer(d, c));
            [middle + bottom, bottom, top, top + middle]
        };
        let others = slid.map(|slid| slid.map(others));
        let shared = SharedSquares {
            lines,
            boards,
            slid,
            others,
        };
        (shared, illegal)
    }

    #[inline(always)]
    pub(super) fn slide(
        &self,
        shared: &SharedSquares,
        gap: Gap,
    ) -> <LineTables<2> as LeafKernel>::Slid {
        self.lines.slide(&shared.lines, gap)
    }

    #[inline(always)]
    pub(super) fn move_values(
        &self,
        shared: &SharedSquares,
        gap: Gap,
        slid: <LineTables<2> as LeafKernel>::Slid,
    ) -> F32x4 {
        let lines = self.lines.move_values(&shared.lines, gap, slid);
        let (axis, row) = (gap.axis(), gap.row());
        let [two, four] = [1, 2].map(|rank| usize::from(gap.row_with(shared.boards, rank)));
        let side = |side: usize| {
            let table = [&self.moves.left, &self.moves.right][side];
            let board = shared.slid[axis][side];
            let others = shared.others[axis][side][row];
            [table[two], table[four]].map(|changed| {
                let squares = match row {
                    0 => self.outer(changed, board.row(1)),
                    1 => self.outer(board.row(0), changed) + self.inner(changed, board.row(2)),
                    2 => self.inner(board.row(1), changed) + self.outer(board.row(3), changed),
                    _ => self.outer(changed, board.row(2)),
                };
                others + squares
            })
        };
        let ([a, c], [b, d]) = (side(0), side(1));
        lines.plus(F32x4::new([a, b, c, d]))
    }
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedSquares {
    lines: <LineTables<2> as LeafKernel>::Shared,
    boards: [Board; 2],
    /// The boards after a move of all rows to the left and to the right, by axis.
    slid: [[Board; 2]; 2],
    /// The squares that a change of each row leaves as they are, by axis and side.
    others: [[[f32; 4]; 2]; 2],
}

/// The sum of the three squares of two rows.
#[inline(always)]
fn sum(tables: &[PerRow<f32>; 3], first: u16, second: u16) -> f32 {
    let left = first & 0xff | second << 8;
    let middle = first >> 4 & 0xff | second << 4 & 0xff00;
    let right = first >> 8 | second & 0xff00;
    let value = |table: &PerRow<f32>, index: u16| table[usize::from(index)];
    value(&tables[0], left) + value(&tables[1], middle) + value(&tables[2], right)
}

/// a, b, c, d as a, c, b, d: the transposed square.
fn swap_middle(index: u16) -> u16 {
    index & 0xf00f | (index & 0x00f0) << 4 | (index & 0x0f00) >> 4
}

/// a, b, c, d as b, a, d, c: the square mirrored left to right.
fn mirror(index: u16) -> u16 {
    (index & 0x0f0f) << 4 | index >> 4 & 0x0f0f
}

/// a, b, c, d as c, d, a, b: the square mirrored top to bottom.
fn swap_rows(index: u16) -> u16 {
    index.rotate_left(8)
}
