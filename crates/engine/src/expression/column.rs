//! A number for each combination of the cells that it depends on.

use std::borrow::Cow;

use crate::game::per_row::ranks;

/// How many rows there are: sixteen ranks in four cells.
pub const ROWS: usize = 1 << 16;

/// A number for each row, held once for each combination of ranks in the
/// cells that it depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Bit i is set if the number depends on the cell i.
    cells: u8,
    /// One number per combination of ranks of these cells: the index has four bits per cell, the first cell lowest.
    values: Vec<f64>,
}

impl Column {
    /// Makes a column of one number for all rows.
    pub fn constant(value: f64) -> Self {
        Self { cells: 0, values: vec![value] }
    }

    /// A number by the rank of one cell.
    pub fn of_cell(cell: usize, value: impl Fn(u8) -> f64) -> Self {
        Self { cells: 1 << cell, values: (0..16).map(value).collect() }
    }

    /// A number by the ranks of all cells.
    pub fn of_row(value: impl Fn([u8; 4]) -> f64) -> Self {
        Self { cells: 0b1111, values: (0..=u16::MAX).map(|row| value(ranks(row))).collect() }
    }

    /// The number, if it is the same for all rows.
    pub fn as_constant(&self) -> Option<f64> {
        (self.cells == 0).then(|| self.values[0])
    }

    /// The number for a row; bits 0 to 3 are the rank of its first cell.
    pub fn at(&self, row: usize) -> f64 {
        let mut index = 0;
        for cell in (0..4).rev().filter(|cell| self.cells >> cell & 1 == 1) {
            index = index << 4 | row >> (4 * cell) & 0xf;
        }
        self.values[index]
    }

    /// The numbers of all rows, in their order.
    pub fn of_rows(&self) -> Cow<'_, [f64]> {
        self.spread(0b1111)
    }

    /// Each number replaced.
    pub(super) fn map(&self, function: impl Fn(f64) -> f64) -> Self {
        let values = self.values.iter().map(|&value| function(value));
        Self { cells: self.cells, values: values.collect() }
    }

    /// The numbers of two columns put together.
    pub(super) fn zip(&self, other: &Self, function: impl Fn(f64, f64) -> f64) -> Self {
        let cells = self.cells | other.cells;
        let (these, those) = (self.spread(cells), other.spread(cells));
        let pairs = these.iter().zip(those.iter());
        Self { cells, values: pairs.map(|(&a, &b)| function(a, b)).collect() }
    }

    /// The numbers of one column where this one is not 0, and of another where it is.
    pub(super) fn choose(&self, yes: &Self, no: &Self) -> Self {
        let cells = self.cells | yes.cells | no.cells;
        let (condition, yes, no) = (self.spread(cells), yes.spread(cells), no.spread(cells));
        let choices = condition.iter().zip(yes.iter().zip(no.iter()));
        let values = choices.map(|(&truth, (&yes, &no))| if truth == 0.0 { no } else { yes });
        Self { cells, values: values.collect() }
    }

    /// The numbers by the ranks of more cells, which must contain its own.
    fn spread(&self, cells: u8) -> Cow<'_, [f64]> {
        debug_assert_eq!(self.cells & !cells, 0);
        if cells == self.cells {
            return Cow::Borrowed(&self.values);
        }
        let mut values = Cow::Borrowed(&self.values[..]);
        for cell in (0..4).filter(|cell| (cells & !self.cells) >> cell & 1 == 1) {
            // The numbers of all ranks of the cells before it stand side by side.
            let before = (cells & ((1 << cell) - 1)).count_ones();
            let blocks = values.chunks(1 << (4 * before));
            values = blocks.flat_map(|block| [block; 16]).flatten().copied().collect();
        }
        values
    }
}
