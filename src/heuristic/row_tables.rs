//! Tables of the row heuristic, and the leaf of a search read off them.
//!
//! A board is worth the sum over its rows and columns. After a move along the
//! rows the values of the moved rows are known from the table of the rows; the
//! columns of the moved board are one lookup each. At a leaf, a spawn changes
//! one row: its three neighbours' values are added up beforehand, and its cells
//! are put into columns that wait with that row left out.

use std::fmt;

use super::ceiling::Ceiling;
use super::lanes::Lanes;
use super::rows::row_values;
use super::spare::Spares;
use super::spawns::{self, Along};
use super::tables::{Dead, HeuristicTables, Leaf};
use super::weights::Weights;
use crate::game::gaps::Legality;
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
    values: [Box<[f32; 65536]>; KINDS],
    entries: [Box<[Entry; 65536]>; KINDS],
    constant: f64,
    ceiling: Ceiling,
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
fn kind<const KINDS: usize>(line: u32) -> usize {
    const { assert!(KINDS == 1 || KINDS == 2, "lines are of one kind or of two") };
    ((line ^ line >> 1) & (KINDS as u32 - 1)) as usize
}

impl RowTables {
    /// Builds the tables.
    ///
    /// # Panics
    /// If the weights are those of another heuristic.
    pub fn new(weights: &Weights) -> Self {
        let (constant, values) = row_values(weights);
        Self::of_values(constant, [values])
    }
}

impl<const KINDS: usize> LineTables<KINDS> {
    /// Tables of the values of all rows by the kind of line, finite and without a
    /// constant that is added to each of them.
    pub(super) fn of_values(constant: f64, values: [Box<[f32; 65536]>; KINDS]) -> Self {
        Self {
            entries: std::array::from_fn(|kind| entries(&values[kind])),
            ceiling: Ceiling::of_rows(&values),
            values,
            constant,
        }
    }

    /// Leaves the memory to tables that are built later.
    pub(super) fn recycle(self) {
        self.entries
            .into_iter()
            .for_each(|table| SPARES.keep(table));
    }

    /// The value of each of the 65 536 rows, the constant included: of outer lines
    /// first, then of inner ones if they are of a kind of their own.
    pub fn row_values(&self) -> impl Iterator<Item = f32> + '_ {
        let values = self.values.iter().flat_map(|values| values.iter());
        values.map(|&value| (f64::from(value) + self.constant) as f32)
    }

    #[inline]
    fn lanes(&self, rows: u64) -> f32 {
        let value = |lane: u32| {
            let row = (rows >> (16 * lane)) as u16;
            self.values[kind::<KINDS>(lane)][usize::from(row)]
        };
        (value(0) + value(1)) + (value(2) + value(3))
    }
}

fn entries(values: &[f32; 65536]) -> Box<[Entry; 65536]> {
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

static SPARES: Spares<Entry> = Spares::new();

impl<const KINDS: usize> HeuristicTables for LineTables<KINDS> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.lanes(board.0) + self.lanes(board.transpose().0)
    }

    fn offset(&self) -> f64 {
        8.0 * self.constant
    }

    fn ceiling(&self, position: Board, spawns: u32) -> f32 {
        self.ceiling.value(position, spawns)
    }

    #[inline(always)]
    fn spawn_sums(&self, afterstate: Board, dead: Dead, leaf: &mut Leaf) -> [f32; 2] {
        spawns::spawn_sums(self, afterstate, dead, leaf)
    }

    #[inline(always)]
    fn spawn_mean(&self, boards: [Board; 2], dead: Dead, leaf: &mut Leaf) -> f32 {
        spawns::spawn_mean(self, boards, dead, leaf)
    }
}

/// A cell of each of the four columns that a board packs into 64 bits.
const CELL_OF_COLUMNS: u64 = 0x000f_000f_000f_000f;

/// What the moves share, to the left first: along the rows of a board, and
/// along those of the transposed one.
pub(super) struct Lines {
    boards: [Board; 2],
    /// The moved boards, transposed: their columns, 16 bits each.
    columns: [[u64; 2]; 2],
    /// The values of the moved rows, summed two by two.
    pairs: [[f32; 2]; 4],
}

impl<const KINDS: usize> Along for LineTables<KINDS> {
    type Lines = Lines;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (Lines, [[Legality; 4]; 2]) {
        // Spelt out: arrays that are mapped or copied pass through memory, in pieces
        // of other sizes than they are read back in, and the processor waits for that.
        let entry = |axis: usize, row: usize| {
            &self.entries[kind::<KINDS>(row as u32)][usize::from(boards[axis].row(row))]
        };
        let [a, b, c, d] = [entry(0, 0), entry(0, 1), entry(0, 2), entry(0, 3)];
        let [e, f, g, h] = [entry(1, 0), entry(1, 1), entry(1, 2), entry(1, 3)];
        let columns = |side: usize, a: &Entry, b: &Entry, c: &Entry, d: &Entry| {
            a.moved[side] | b.moved[side] << 4 | c.moved[side] << 8 | d.moved[side] << 12
        };
        let pair = |a: &Entry, b: &Entry| [a.values[0] + b.values[0], a.values[1] + b.values[1]];
        let lines = Lines {
            boards,
            columns: [
                [columns(0, a, b, c, d), columns(1, a, b, c, d)],
                [columns(0, e, f, g, h), columns(1, e, f, g, h)],
            ],
            pairs: [pair(a, b), pair(c, d), pair(e, f), pair(g, h)],
        };
        let legality = [
            [a.legality, b.legality, c.legality, d.legality],
            [e.legality, f.legality, g.legality, h.legality],
        ];
        (lines, legality)
    }

    #[inline(always)]
    fn along(&self, lines: &Lines, axis: usize, bit: u32) -> Lanes {
        let row = |bit: u32| (lines.boards[axis].0 >> (bit & 48)) as u16;
        let (cell, shift) = (bit & 12, bit >> 2 & 12);
        let of_kind = |bit: u32| &self.entries[kind::<KINDS>(bit >> 4 & 3)];
        let sibling = of_kind(bit ^ 16)[usize::from(row(bit ^ 16))].values;
        let others = lines.pairs[(bit >> 5 & 1 ^ 1) as usize | axis << 1 & 2];
        let cells = CELL_OF_COLUMNS << shift;
        let columns = lines.columns[axis].map(|columns| columns & !cells);
        let value = |entry: &Entry, side: usize| {
            let columns = columns[side] | entry.moved[side] << shift;
            let pair = entry.values[side] + sibling[side];
            (pair + others[side]) + self.lanes(columns)
        };
        let two = &of_kind(bit)[usize::from(row(bit) | 1 << cell)];
        let four = &of_kind(bit)[usize::from(row(bit) | 2 << cell)];
        Lanes::new([value(two, 0), value(two, 1), value(four, 0), value(four, 1)])
    }
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
