//! Tables of the values of rows, whose sum over rows and columns is the value of a board.
//!
//! After a move along the rows, the values of the slid rows come from the table of the rows
//! before the move; the columns of the slid board are one lookup each. At a leaf a spawn
//! changes one row: the values of the other three are summed beforehand, and the cells of
//! the row are inserted into columns that were prepared without it.

use wide::{f32x4, u64x4};

use super::leaf_kernel::LeafKernel;
use super::matrix_tables::{MatrixTables, kind};
use super::table_pool::TablePool;
use super::upper_bound::UpperBound;
use super::value_function::ValueFunction;
use crate::game::gaps::{Gap, Legality};
use crate::game::per_row::{PerRow, per_row};
use crate::game::{Board, MoveTables};

/// A row's moves and the values of the rows that result: two entries per cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Entry {
    /// The row after a move to the left and to the right, one cell in each sixteen bits.
    slid: [u64; 2],
    /// The values of the two slid rows.
    values: [f32; 2],
    legality: Legality,
}

/// Tables of rows and columns of one kind, or of two: outer lines, and the inner lines of
/// the middle. 2.25 MiB for each kind.
#[derive(Debug)]
pub(super) struct LineTables<const KINDS: usize, const WITH_MATRICES: bool = false> {
    /// The value of each row or column without the constant, by kind.
    values: [PerRow<f32>; KINDS],
    entries: [PerRow<Entry>; KINDS],
    constant: f64,
    upper_bound: UpperBound,
    /// In all eight orientations, which value a board and its transpose alike.
    matrices: Vec<MatrixTables>,
}

impl<const KINDS: usize> LineTables<KINDS> {
    /// Builds the tables from a constant that is added to each line, and from the finite
    /// values of all rows without it, by the kind of line.
    pub(super) fn new(constant: f64, values: [PerRow<f32>; KINDS]) -> Self {
        Self {
            entries: std::array::from_fn(|kind| entries(&values[kind])),
            upper_bound: UpperBound::of_rows(&values),
            values,
            constant,
            matrices: Vec::new(),
        }
    }

    /// Adds matrices for the whole board.
    pub(super) fn with_matrices(self, matrices: Vec<MatrixTables>) -> LineTables<KINDS, true> {
        let Self { values, entries, constant, upper_bound, .. } = self;
        LineTables { values, entries, constant, upper_bound, matrices }
    }
}

impl<const KINDS: usize, const WITH_MATRICES: bool> LineTables<KINDS, WITH_MATRICES> {
    #[inline(always)]
    fn has_matrices(&self) -> bool {
        WITH_MATRICES && !self.matrices.is_empty()
    }

    fn matrix_value(&self, board: Board) -> f32 {
        self.matrices.iter().map(|matrix| matrix.value(board)).sum()
    }

    #[inline]
    fn sum_of_rows(&self, rows: u64) -> f32 {
        let value = |lane: usize| {
            let row = (rows >> (16 * lane)) as u16;
            self.values[kind::<KINDS>(lane)][usize::from(row)]
        };
        (value(0) + value(1)) + (value(2) + value(3))
    }
}

fn entries(values: &[f32; 65536]) -> PerRow<Entry> {
    let moves = MoveTables::get();
    let mut entries = SPARES.spare().unwrap_or_else(|| entries_without_values(moves));
    for (entry, (&left, &right)) in
        entries.iter_mut().zip(moves.left.iter().zip(moves.right.iter()))
    {
        entry.values = [values[usize::from(left)], values[usize::from(right)]];
    }
    entries
}

/// What no weight changes.
fn entries_without_values(moves: &MoveTables) -> PerRow<Entry> {
    let legality = Legality::of_rows();
    per_row(|row| {
        let row = usize::from(row);
        let slid = [moves.left[row], moves.right[row]].map(|row| spread(u64::from(row)));
        Entry { slid, values: [0.0; 2], legality: legality[row] }
    })
}

static SPARES: TablePool<Entry> = TablePool::new();

impl<const KINDS: usize, const WITH_MATRICES: bool> ValueFunction
    for LineTables<KINDS, WITH_MATRICES>
{
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let lines = self.sum_of_rows(board.0) + self.sum_of_rows(board.transpose().0);
        if self.has_matrices() { lines + self.matrix_value(board) } else { lines }
    }

    fn offset(&self) -> f64 {
        8.0 * self.constant
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        let bounds = self.matrices.iter().map(|matrix| matrix.upper_bound(position, spawns));
        self.upper_bound.value(position, spawns) + bounds.sum::<f32>()
    }

    fn row_values(&self) -> Option<Vec<f32>> {
        let values = self.values.iter().flat_map(|values| values.iter());
        let values = values.map(|&value| (f64::from(value) + self.constant) as f32);
        (!self.has_matrices()).then(|| values.collect())
    }

    fn release(self: Box<Self>) {
        self.entries.into_iter().for_each(|table| SPARES.release(table));
    }
}

/// One cell of each of the four columns of a transposed board.
const CELL_OF_COLUMNS: u64 = 0x000f_000f_000f_000f;

/// The data that all moves of an afterstate share, by the line of [`Gap::twice_line`]: rows
/// of the board and rows of its transpose, in turn.
pub(super) struct SharedLines {
    rows: [u32; 8],
    /// The columns, 16 bits each, of the boards slid to the left and to the right, without the row.
    columns: [u64; 16],
    /// The value of the other slid row of the half, to the left and to the right, then the
    /// sums of the other half: four numbers per line.
    values: [f32; 32],
}

impl SharedLines {
    /// A gap's row with a 2 and with a 4 in its first cell.
    #[inline(always)]
    pub(super) fn rows_with(&self, gap: Gap) -> [usize; 2] {
        let cells = self.rows[gap.twice_line() >> 1] as usize;
        [1, 2].map(|rank| (cells | rank << gap.bit_in_row()) & 0xffff)
    }
}

impl<const KINDS: usize, const WITH_MATRICES: bool> LeafKernel
    for LineTables<KINDS, WITH_MATRICES>
{
    type Shared = SharedLines;
    type Slid = SlidLine;
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedLines, [u64; 2]) {
        // Without loops: arrays that are mapped or copied pass through memory in pieces of
        // other sizes than they are read back in, for which the processor stalls.
        let entry = |axis: usize, row: usize| {
            &self.entries[kind::<KINDS>(row)][usize::from(boards[axis].row(row))]
        };
        let [a, b, c, d] = [entry(0, 0), entry(0, 1), entry(0, 2), entry(0, 3)];
        let [e, f, g, h] = [entry(1, 0), entry(1, 1), entry(1, 2), entry(1, 3)];
        let row = |axis: usize, row: usize| u32::from(boards[axis].row(row));
        let [i, j, k, l] = [0, 1, 2, 3].map(|index| [row(0, index), row(1, index)]);
        let columns = |a: &Entry, b: &Entry, c: &Entry, d: &Entry, side: usize| {
            a.slid[side] | b.slid[side] << 4 | c.slid[side] << 8 | d.slid[side] << 12
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
            f32x4::new([a, b, c, d])
        };
        let [ae, bf, cg, dh] = [values(a, e), values(b, f), values(c, g), values(d, h)];
        let (top, bottom) = (ae + bf, cg + dh);
        let beside = |row: f32x4, half: f32x4| {
            let ([a, b, e, f], [c, d, g, h]) = (row.to_array(), half.to_array());
            [a, b, c, d, e, f, g, h]
        };
        let [p, q, r, s] =
            [beside(bf, bottom), beside(ae, bottom), beside(dh, top), beside(cg, top)];
        let shared = SharedLines {
            rows: [i[0], i[1], j[0], j[1], k[0], k[1], l[0], l[1]],
            columns: concat4([w, x, y, z]),
            values: concat4([p, q, r, s]),
        };
        let illegal = [
            Legality::illegal_moves([a.legality, b.legality, c.legality, d.legality]),
            Legality::illegal_moves([e.legality, f.legality, g.legality, h.legality]),
        ];
        (shared, illegal)
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedLines, gap: Gap) -> SlidLine {
        let (row, line) = (gap.row(), gap.twice_line());
        let [two, four] = shared.rows_with(gap);
        let entries = &self.entries[kind::<KINDS>(row)];
        let (two, four) = (&entries[two], &entries[four]);
        let others = &shared.values[2 * line..][..4];
        let ([a, b], [c, d]) = (two.values, four.values);
        let [e, f, g, h] = [others[0], others[1], others[2], others[3]];
        let rows = f32x4::new([a, b, c, d]) + f32x4::new([e, f, e, f]) + f32x4::new([g, h, g, h]);
        let others = &shared.columns[line..][..2];
        let columns = |entry: &Entry, side: usize| others[side] | entry.slid[side] << (line & 12);
        let columns = [columns(two, 0), columns(two, 1), columns(four, 0), columns(four, 1)];
        SlidLine { rows, columns }
    }

    #[inline(always)]
    fn move_values(&self, _: &SharedLines, _: Gap, slid: SlidLine) -> f32x4 {
        let [a, b, c, d] = slid.columns;
        let value = |columns: u64, lane: usize| {
            self.values[kind::<KINDS>(lane)][usize::from((columns >> (16 * lane)) as u16)]
        };
        let column = |lane: usize| {
            f32x4::new([value(a, lane), value(b, lane), value(c, lane), value(d, lane)])
        };
        let lines = slid.rows + ((column(0) + column(1)) + (column(2) + column(3)));
        if !self.has_matrices() {
            return lines;
        }
        // Sums of columns differ from those of rows in the last bit.
        let value = |columns: u64| self.matrix_value(Board(columns).transpose());
        lines + f32x4::new([value(a), value(b), value(c), value(d)])
    }

    #[inline(always)]
    fn boards_after(&self, _: &SharedLines, _: Gap, slid: &SlidLine) -> [u64; 4] {
        slid.columns
    }
}

/// The board after a spawn in a row and a move along it: of a 2 to the left and to the
/// right, then of a 4 to the left and to the right.
pub(super) struct SlidLine {
    /// The sums of the values of the rows.
    rows: f32x4,
    /// The columns, 16 bits each.
    columns: [u64; 4],
}

#[inline(always)]
fn concat4<T: Copy, const N: usize, const M: usize>(parts: [[T; N]; 4]) -> [T; M] {
    std::array::from_fn(|index| parts[index / N][index % N])
}

/// The four cells of a row, one in each sixteen bits.
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

    #[test]
    fn entries_are_renewed() {
        let values = |factor: f32| per_row(|row| factor * f32::from(row));
        for factor in [1.0, 7.0, -3.0] {
            let table = entries(&values(factor));
            let moves = MoveTables::get();
            for row in 0..65536 {
                let expected =
                    [moves.left[row], moves.right[row]].map(|row| factor * f32::from(row));
                assert_eq!(table[row].values.map(f32::to_bits), expected.map(f32::to_bits));
                assert_eq!(table[row].slid[0], spread(u64::from(moves.left[row])));
            }
            SPARES.release(table);
        }
    }
}
