//! Tables of the row heuristic, and the leaf of a search read off them.
//!
//! A board is worth the sum over its rows and columns. After a move along the
//! rows the values of the moved rows are known from the table of the rows; the
//! columns of the moved board are one lookup each. At a leaf, a spawn changes
//! one row: its three neighbours' values are added up beforehand, and its cells
//! are put into columns that wait with that row left out.

use std::fmt;

use wide::u64x4;

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::per_row::PerRow;
use super::table_pool::TablePool;
use super::upper_bound::UpperBound;
use super::value_function::{Leaf, LeafTerminalValue, ValueFunction};
use crate::game::gaps::{Gap, Legality};
use crate::game::{Board, MoveTables};

/// A row's moves and what they make of its value: two entries to a cache line.
#[derive(Clone, Copy, Default)]
#[repr(C, align(32))]
struct Entry {
    /// The row after a move to the left and to the right, one cell to each sixteen bits.
    moved: [u64; 2],
    /// What the moved rows are worth.
    values: [f32; 2],
    legality: Legality,
}

/// Rows and columns of one kind, or of two: outer ones, and the inner ones of
/// the middle. 2.25 MiB to each kind.
pub struct LineTables<const KINDS: usize> {
    /// By kind, the value of each row or column without the constant.
    values: [PerRow<f32>; KINDS],
    entries: [PerRow<Entry>; KINDS],
    constant: f64,
    upper_bound: UpperBound,
}

/// The row heuristic with its weights, alike for all lines.
pub type RowTables = LineTables<1>;

impl<const KINDS: usize> fmt::Debug for LineTables<KINDS> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LineTables")
    }
}

/// The kind of a line by its number, 0 to 3.
#[inline(always)]
fn kind<const KINDS: usize>(line: usize) -> usize {
    const { assert!(KINDS == 1 || KINDS == 2, "lines are of one kind or of two") };
    (line ^ line >> 1) & (KINDS - 1)
}

impl<const KINDS: usize> LineTables<KINDS> {
    /// Tables of the values of all rows by the kind of line, finite and without a
    /// constant that is added to each of them.
    pub(super) fn new(constant: f64, values: [PerRow<f32>; KINDS]) -> Self {
        Self {
            entries: std::array::from_fn(|kind| entries(&values[kind])),
            upper_bound: UpperBound::of_rows(&values),
            values,
            constant,
        }
    }

    /// Leaves the memory to tables that are built later.
    pub(super) fn release(self) {
        self.entries
            .into_iter()
            .for_each(|table| SPARES.release(table));
    }

    /// The value of each of the 65 536 rows, the constant included: of outer lines
    /// first, then of inner ones if they are of a kind of their own.
    pub fn row_values(&self) -> impl Iterator<Item = f32> + '_ {
        let values = self.values.iter().flat_map(|values| values.iter());
        values.map(|&value| (f64::from(value) + self.constant) as f32)
    }

    #[inline]
    fn f32x4(&self, rows: u64) -> f32 {
        let value = |lane: usize| {
            let row = (rows >> (16 * lane)) as u16;
            self.values[kind::<KINDS>(lane)][usize::from(row)]
        };
        (value(0) + value(1)) + (value(2) + value(3))
    }
}

fn entries(values: &[f32; 65536]) -> PerRow<Entry> {
    let moves = MoveTables::get();
    let legality = Legality::of_rows();
    let entry = |row: usize| {
        let moved = [moves.left[row], moves.right[row]];
        let [left, right] = moved.map(u64::from);
        Entry {
            moved: [spread(left), spread(right)],
            values: moved.map(|row| values[usize::from(row)]),
            legality: legality[row],
        }
    };
    SPARES.table(entry)
}

static SPARES: TablePool<Entry> = TablePool::new();

impl<const KINDS: usize> ValueFunction for LineTables<KINDS> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.f32x4(board.0) + self.f32x4(board.transpose().0)
    }

    fn offset(&self) -> f64 {
        8.0 * self.constant
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        self.upper_bound.value(position, spawns)
    }

    #[inline(always)]
    fn spawn_sums(&self, afterstate: Board, dead: LeafTerminalValue, leaf: &mut Leaf) -> [f32; 2] {
        leaf_kernel::spawn_sums(self, afterstate, dead, leaf)
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], dead: LeafTerminalValue, leaf: &mut Leaf) -> f32 {
        leaf_kernel::chance_value(self, boards, dead, leaf)
    }
}

/// A cell of each of the four columns that a board packs into 64 bits.
const CELL_OF_COLUMNS: u64 = 0x000f_000f_000f_000f;

/// What the moves share, by line as of [`Gap::twice_line`]: the rows of the board and of the
/// transposed one, in turn.
pub(super) struct SharedLines {
    rows: [u32; 8],
    /// The moved boards without the row, transposed: their columns, 16 bits each. Two
    /// to a row, to the left and to the right.
    columns: [u64; 16],
    /// What the other row of the half is worth when it has moved, and those of the
    /// other half together. Four to a row, each to the left and to the right.
    values: [f32; 32],
}

impl<const KINDS: usize> LeafKernel for LineTables<KINDS> {
    type SharedLines = SharedLines;
    type SlidRow = SlidRow;
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (SharedLines, [u64; 2]) {
        // Spelt out: arrays that are mapped or copied pass through memory, in pieces
        // of other sizes than they are read back in, and the processor waits for that.
        let entry = |axis: usize, row: usize| {
            &self.entries[kind::<KINDS>(row)][usize::from(boards[axis].row(row))]
        };
        let [a, b, c, d] = [entry(0, 0), entry(0, 1), entry(0, 2), entry(0, 3)];
        let [e, f, g, h] = [entry(1, 0), entry(1, 1), entry(1, 2), entry(1, 3)];
        let row = |axis: usize, row: usize| u32::from(boards[axis].row(row));
        let [i, j, k, l] = [0, 1, 2, 3].map(|index| [row(0, index), row(1, index)]);
        let columns = |a: &Entry, b: &Entry, c: &Entry, d: &Entry, side: usize| {
            a.moved[side] | b.moved[side] << 4 | c.moved[side] << 8 | d.moved[side] << 12
        };
        let columns = u64x4::new([
            columns(a, b, c, d, 0),
            columns(a, b, c, d, 1),
            columns(e, f, g, h, 0),
            columns(e, f, g, h, 1),
        ]);
        let without =
            |row: u32| (columns & u64x4::splat(!(CELL_OF_COLUMNS << (4 * row)))).to_array();
        let [w, x, y, z] = [without(0), without(1), without(2), without(3)];
        let values = |a: &Entry, e: &Entry| {
            let ([a, b], [c, d]) = (a.values, e.values);
            F32x4::new([a, b, c, d])
        };
        let [ae, bf, cg, dh] = [values(a, e), values(b, f), values(c, g), values(d, h)];
        let (top, bottom) = (ae.plus(bf), cg.plus(dh));
        let beside = |row: F32x4, half: F32x4| {
            let ([a, b, e, f], [c, d, g, h]) = (row.get(), half.get());
            [a, b, c, d, e, f, g, h]
        };
        let [p, q, r, s] = [
            beside(bf, bottom),
            beside(ae, bottom),
            beside(dh, top),
            beside(cg, top),
        ];
        let lines = SharedLines {
            rows: [i[0], i[1], j[0], j[1], k[0], k[1], l[0], l[1]],
            columns: concat4([w, x, y, z]),
            values: concat4([p, q, r, s]),
        };
        let illegal = [
            Legality::illegal_moves([a.legality, b.legality, c.legality, d.legality]),
            Legality::illegal_moves([e.legality, f.legality, g.legality, h.legality]),
        ];
        (lines, illegal)
    }

    #[inline(always)]
    fn moved(&self, lines: &SharedLines, gap: Gap) -> SlidRow {
        let (row, line) = (gap.row(), gap.twice_line());
        let cells = lines.rows[line >> 1] as usize;
        let two = 1 << gap.bit_in_row();
        let entry = |tile: usize| &self.entries[kind::<KINDS>(row)][(cells | tile) & 0xffff];
        let (two, four) = (entry(two), entry(two << 1));
        let others = &lines.values[2 * line..][..4];
        let ([a, b], [c, d]) = (two.values, four.values);
        let rows = F32x4::new([a, b, c, d])
            .plus(F32x4::twice([others[0], others[1]]))
            .plus(F32x4::twice([others[2], others[3]]));
        let others = &lines.columns[line..][..2];
        let columns = |entry: &Entry, side: usize| others[side] | entry.moved[side] << (line & 12);
        let columns = [
            columns(two, 0),
            columns(two, 1),
            columns(four, 0),
            columns(four, 1),
        ];
        SlidRow { rows, columns }
    }

    #[inline(always)]
    fn along(&self, _: &SharedLines, _: Gap, moved: SlidRow) -> F32x4 {
        let [a, b, c, d] = moved.columns;
        let value = |columns: u64, lane: usize| {
            self.values[kind::<KINDS>(lane)][usize::from((columns >> (16 * lane)) as u16)]
        };
        let column = |lane: usize| {
            F32x4::new([
                value(a, lane),
                value(b, lane),
                value(c, lane),
                value(d, lane),
            ])
        };
        moved
            .rows
            .plus((column(0).plus(column(1))).plus(column(2).plus(column(3))))
    }
}

/// What becomes of a board by a spawn and a move along its row: by a 2 to the left and
/// to the right, by a 4 likewise.
pub(super) struct SlidRow {
    /// What the rows are worth together.
    rows: F32x4,
    /// The columns, 16 bits each.
    columns: [u64; 4],
}

#[inline(always)]
fn concat4<T: Copy, const N: usize, const M: usize>(parts: [[T; N]; 4]) -> [T; M] {
    std::array::from_fn(|index| parts[index / N][index % N])
}

/// The four cells of a row, one to each sixteen bits.
#[inline]
fn spread(row: u64) -> u64 {
    let x = (row | row << 24) & 0x0000_00ff_0000_00ff;
    (x | x << 12) & 0x000f_000f_000f_000f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_spread() {
        for row in 0..=u16::MAX {
            let expected = Board(u64::from(row)).transpose();
            assert_eq!(Board(spread(u64::from(row))), expected, "row {row:04x}");
        }
    }
}
