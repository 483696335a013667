//! Networks of lines and squares of four cells, which fit the caches of a core.
//!
//! The weights of all orientations that look at the same cells are added up beforehand, so that
//! a board needs 17 lookups in place of 40: its eight lines, as [`LineTables`] has them, and its
//! nine squares. A move along the rows with a spawn in one of them changes one line and the
//! squares of at most two pairs of rows.

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::matrix_tables::kind;
use super::row_tables::{LineTables, SharedLines, SlidLine};
use super::value_function::ValueFunction;
use crate::game::gaps::Gap;
use crate::game::moves::reverse;
use crate::game::per_row::{PerRow, per_row};
use crate::game::{Board, MoveTables};
use crate::tuples::Network;

/// The tuples that are an outer and an inner line, and a square at a corner, at an edge and in the
/// middle.
const TUPLES: [&str; 5] = ["0123", "4567", "0145", "1256", "569a"];

/// The tables of a network of lines and squares.
#[derive(Debug)]
pub(super) struct LinesAndSquares {
    lines: LineTables<2>,
    /// The squares of an outer and an inner row, at their ends and in the middle: by two ranks of
    /// the outer row, then two of the inner one.
    outer: [PerRow<f32>; 2],
    /// The squares of the two inner rows, at their ends and in the middle.
    inner: [PerRow<f32>; 2],
    slid: PerRow<SlidRow>,
}

impl LinesAndSquares {
    /// The tables of a network times a factor; `None` if it has other tuples, or stages.
    pub(super) fn new(network: &Network, factor: f32) -> Option<Self> {
        let [outer, inner, corner, edge, middle] = network.weights_of(TUPLES)?;
        let weight = |weights: &[f32], index: u16| factor * weights[usize::from(index)];
        // Mirrored orientations read the line backwards.
        let line = |weights: &[f32], row: u16| {
            factor * (weights[usize::from(row)] + weights[usize::from(reverse(row))])
        };
        // Ranks by place: a, b above, c, d below. A corner is its own transpose, an edge its own
        // mirror image, and the middle every orientation of itself.
        let at_corner = |index: u16| weight(&corner, index) + weight(&corner, swap_middle(index));
        let at_edge = |index: u16| weight(&edge, index) + weight(&edge, mirror(index));
        let in_middle = |index: u16| {
            let turned = [index, mirror(index), swap_rows(index), mirror(swap_rows(index))];
            let both =
                turned.map(|index| weight(&middle, index) + weight(&middle, swap_middle(index)));
            both.into_iter().sum()
        };
        let lines = [outer, inner].map(|weights| per_row(|row| line(&weights, row)));
        Some(Self {
            lines: LineTables::new(0.0, lines),
            outer: [per_row(at_corner), per_row(at_edge)],
            inner: [per_row(|index| at_edge(swap_middle(index))), per_row(in_middle)],
            slid: per_row(SlidRow::new),
        })
    }

    /// The squares of an outer row and the inner row beside it, given their pairs.
    #[inline(always)]
    fn outer(&self, outer: u64, inner: u64) -> f32 {
        sum(&self.outer, outer | inner << 8)
    }

    /// The squares of the two inner rows, given their pairs.
    #[inline(always)]
    fn inner(&self, upper: u64, lower: u64) -> f32 {
        sum(&self.inner, upper | lower << 8)
    }
}

impl ValueFunction for LinesAndSquares {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| pairs(board.row(row)));
        let squares = self.outer(a, b) + self.inner(b, c) + self.outer(d, c);
        self.lines.value(board) + squares
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }

    fn row_values(&self) -> Option<Vec<f32>> {
        let mut squares = self.outer.iter().chain(&self.inner).flat_map(|table| table.iter());
        squares.all(|&value| value == 0.0).then(|| self.lines.row_values()).flatten()
    }
}

impl LeafKernel for LinesAndSquares {
    type Shared = SharedSquares;
    type Slid = SlidLine;
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedSquares, [u64; 2]) {
        let (lines, illegal) = self.lines.share(boards);
        let slid = |axis: usize, row: usize| &self.slid[usize::from(boards[axis].row(row))];
        let rows = [slid(0, 0), slid(0, 1), slid(0, 2), slid(0, 3)];
        let columns = [slid(1, 0), slid(1, 1), slid(1, 2), slid(1, 3)];
        let beside = |[a, b, c, d]: [&SlidRow; 4], side: usize| {
            let [a, b, c, d] = [a.0[side], b.0[side], c.0[side], d.0[side]];
            let (top, middle, bottom) = (self.outer(a, b), self.inner(b, c), self.outer(d, c));
            [
                Neighbours::new(b << 8, 0, middle + bottom),
                Neighbours::new(a, c << 8, bottom),
                Neighbours::new(d, b, top),
                Neighbours::new(c << 8, 0, top + middle),
            ]
        };
        let points = |[a, b, c, d]: [&SlidRow; 4]| {
            let [a, b, c, d] = [a.points(), b.points(), c.points(), d.points()];
            let all = a + b + c + d;
            [all - a, all - b, all - c, all - d]
        };
        let ([a, b, c, d], [e, f, g, h]) = (beside(rows, 0), beside(rows, 1));
        let ([i, j, k, l], [m, n, o, p]) = (beside(columns, 0), beside(columns, 1));
        let ([q, r, s, t], [u, v, w, x]) = (points(rows), points(columns));
        let shared = SharedSquares {
            lines,
            beside: [a, e, i, m, b, f, j, n, c, g, k, o, d, h, l, p],
            points: [q, u, r, v, s, w, t, x],
        };
        (shared, illegal)
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedSquares, gap: Gap) -> SlidLine {
        self.lines.slide(&shared.lines, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedSquares, gap: Gap, slid: SlidLine) -> f32x4 {
        let lines = self.lines.move_values(&shared.lines, gap, slid);
        let (row, line) = (gap.row(), gap.twice_line());
        let [two, four] = shared.lines.rows_with(gap);
        let (two, four) = (&self.slid[two], &self.slid[four]);
        let beside = &shared.beside[line..][..2];
        let [a, b, c, d] = if kind::<2>(row) == 0 {
            let squares = |slid: &SlidRow, side: usize| {
                let Neighbours { outer, others, .. } = beside[side];
                others + sum(&self.outer, slid.0[side] | outer)
            };
            [squares(two, 0), squares(two, 1), squares(four, 0), squares(four, 1)]
        } else {
            // The upper of the two inner rows is the first of the squares.
            let shift = (row & 2) << 2;
            let squares = |slid: &SlidRow, side: usize| {
                let (pairs, beside) = (slid.0[side], beside[side]);
                let outer = sum(&self.outer, beside.outer | pairs << 8);
                let inner = sum(&self.inner, beside.inner | pairs << shift);
                beside.others + (outer + inner)
            };
            [squares(two, 0), squares(two, 1), squares(four, 0), squares(four, 1)]
        };
        let others = shared.points[line >> 1];
        // A signed number becomes a float in one instruction.
        let points = |slid: &SlidRow| (others + slid.points()) as i32 as f32;
        let (two, four) = (points(two), points(four));
        lines + f32x4::new([a, b, c, d]) + f32x4::new([two, two, four, four])
    }

    #[inline(always)]
    fn boards_after(&self, shared: &SharedSquares, gap: Gap, slid: &SlidLine) -> [u64; 4] {
        self.lines.boards_after(&shared.lines, gap, slid)
    }
}

/// The [`pairs`] of a row after a move to the left and to the right. Above those of the first are
/// the points of either move, in fours.
#[derive(Clone, Copy, Debug, Default)]
struct SlidRow([u64; 2]);

impl SlidRow {
    fn new(row: u16) -> Self {
        let (moves, row) = (MoveTables::get(), usize::from(row));
        let [left, right] = [&moves.left, &moves.right].map(|slid| pairs(slid[row]));
        Self([left | u64::from(moves.points[row] / 4) << 48, right])
    }

    /// The points of either move.
    #[inline(always)]
    fn points(&self) -> u32 {
        (self.0[0] >> 48) as u32 * 4
    }
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedSquares {
    lines: SharedLines,
    /// The neighbours of each line of [`Gap::twice_line`] after a move of the other rows to the
    /// left and to the right.
    beside: [Neighbours; 16],
    /// The points of the moves of the other rows, by line.
    points: [u32; 8],
}

/// The neighbours of a row.
#[derive(Clone, Copy)]
struct Neighbours {
    /// The pairs of the other row of the outer squares, shifted as in [`sum`] if that is the inner
    /// one.
    outer: u64,
    /// The pairs of the other inner row, shifted if that is the lower; of inner rows only.
    inner: u64,
    /// The sum of the squares without the row.
    others: f32,
}

impl Neighbours {
    #[inline(always)]
    fn new(outer: u64, inner: u64, others: f32) -> Self {
        Self { outer, inner, others }
    }
}

/// The three pairs of neighbours in a row, one in each sixteen bits, the last mirrored.
#[inline(always)]
fn pairs(row: u16) -> u64 {
    let row = u64::from(row);
    row & 0xff | (row & 0xff0) << 12 | row >> 12 << 32 | (row & 0xf00) << 28
}

/// The sum of the three squares of two rows, given the pairs of the first and, shifted by eight
/// bits, of the second.
#[inline(always)]
fn sum([end, middle]: &[PerRow<f32>; 2], pairs: u64) -> f32 {
    let value = |table: &PerRow<f32>, place: u32| table[usize::from((pairs >> place) as u16)];
    value(end, 0) + value(middle, 16) + value(end, 32)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slid_rows_have_the_pairs_and_the_points_of_both_moves() {
        let moves = MoveTables::get();
        for row in 0..=u16::MAX {
            let slid = SlidRow::new(row);
            assert_eq!(slid.points(), moves.points[usize::from(row)], "{row:04x}");
            for (side, table) in [&moves.left, &moves.right].into_iter().enumerate() {
                let cells = Board(u64::from(table[usize::from(row)]));
                let pair = |low: usize, high: usize| {
                    u64::from(cells.rank(low)) | u64::from(cells.rank(high)) << 4
                };
                let found = slid.0[side] & 0xffff_ffff_ffff;
                let expected = pair(0, 1) | pair(1, 2) << 16 | pair(3, 2) << 32;
                assert_eq!(found, expected, "{row:04x}");
            }
        }
    }
}
