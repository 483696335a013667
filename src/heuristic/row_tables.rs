//! Tables of the row heuristic, and the leaf of a search read off them.
//!
//! At a leaf, one spawn after the other is put on an afterstate, and all four
//! moves of each are valued. A spawn touches one row and one column only. So
//! for the moves to the left and right the sums and the moved columns of the
//! three other rows are worked out once per row, and each spawn adds one entry
//! of the table: where its row moves to, and what the moved row is worth. What
//! remains are the four columns of the moved board. Up and down are the same
//! on the transposed board.

use std::fmt;

use super::rows::row_values;
use super::spawns::{self, Along, Lanes};
use super::tables::{Dead, HeuristicTables};
use super::weights::Weights;
use crate::game::Board;
use crate::game::slides::Slides;

/// The row heuristic with its weights: 256 KiB.
pub struct RowTables {
    /// Value of each row or column without the constant.
    values: Box<[f32; 65536]>,
    constant: f64,
}

impl fmt::Debug for RowTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RowTables")
    }
}

impl RowTables {
    /// Builds the tables.
    ///
    /// # Panics
    /// If the weights are those of another heuristic.
    pub fn new(weights: &Weights) -> Self {
        let (constant, values) = row_values(weights);
        Self { values, constant }
    }

    /// The value of each of the 65 536 rows, the constant included.
    pub fn row_values(&self) -> impl Iterator<Item = f32> + '_ {
        self.values
            .iter()
            .map(|&value| (f64::from(value) + self.constant) as f32)
    }

    #[inline]
    fn lanes(&self, rows: u64) -> f32 {
        let value = |lane: u32| self.values[usize::from((rows >> (16 * lane)) as u16)];
        (value(0) + value(1)) + (value(2) + value(3))
    }
}

impl HeuristicTables for RowTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.lanes(board.0) + self.lanes(board.transpose().0)
    }

    fn offset(&self) -> f64 {
        8.0 * self.constant
    }

    #[inline]
    fn spawn_mean(&self, afterstate: Board, dead: Dead, nodes: &mut u64) -> f32 {
        spawns::spawn_mean(self, afterstate, dead, nodes)
    }
}

/// A cell of each of the four columns that a board packs into 64 bits.
const CELL_OF_COLUMNS: u64 = 0x000f_000f_000f_000f;

/// What the moves along the rows share, to the left first.
pub(super) struct Lines {
    rows: [u16; 4],
    /// The moved board, transposed: its columns, 16 bits each.
    columns: [u64; 2],
    /// The values of the moved rows.
    values: [[f32; 4]; 2],
    /// Their sums two by two.
    pairs: [[f32; 2]; 2],
}

impl Along for RowTables {
    type Lines = Lines;

    #[inline(always)]
    fn lines(&self, slides: &Slides, rows: [u16; 4]) -> Lines {
        let slide = rows.map(|row| slides.rows[usize::from(row)]);
        let moved = [slide.map(|s| s.left), slide.map(|s| s.right)];
        let values = moved.map(|rows| rows.map(|row| self.values[usize::from(row)]));
        Lines {
            rows,
            columns: moved.map(|rows| {
                let [a, b, c, d] = rows.map(u64::from);
                Board(a | b << 16 | c << 32 | d << 48).transpose().0
            }),
            values,
            pairs: values.map(|[a, b, c, d]| [a + b, c + d]),
        }
    }

    #[inline(always)]
    fn along(&self, slides: &Slides, lines: &Lines, row: usize, column: usize) -> Lanes {
        let cells = CELL_OF_COLUMNS << (4 * row);
        let value = |moved: u16, side: usize| {
            let columns = lines.columns[side] & !cells | spread(moved) << (4 * row);
            let pair = self.values[usize::from(moved)] + lines.values[side][row ^ 1];
            (pair + lines.pairs[side][row >> 1 ^ 1]) + self.lanes(columns)
        };
        let two = slides.rows[usize::from(lines.rows[row] | 1 << (4 * column))];
        let four = slides.rows[usize::from(lines.rows[row] | 2 << (4 * column))];
        [
            value(two.left, 0),
            value(four.left, 0),
            value(two.right, 1),
            value(four.right, 1),
        ]
    }
}

/// The four cells of a row, one to each sixteen bits.
#[inline]
fn spread(row: u16) -> u64 {
    let x = u64::from(row);
    let x = (x | x << 24) & 0x0000_00ff_0000_00ff;
    (x | x << 12) & 0x000f_000f_000f_000f
}

#[cfg(test)]
mod tests {
    use super::super::presets::Preset;
    use super::super::tables::{best_value, mean_over_spawns};
    use super::*;
    use proptest::prelude::*;

    fn presets() -> Vec<RowTables> {
        ["2014", "2014-simple"]
            .into_iter()
            .map(|name| RowTables::new(&Preset::find(name).unwrap().weights()))
            .collect()
    }

    /// A board with an empty cell: ranks 0 to 11, small ones more likely.
    fn boards() -> impl Strategy<Value = Board> {
        let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..12];
        (prop::array::uniform16(rank), 0..16_usize).prop_map(|(mut ranks, empty)| {
            ranks[empty] = 0;
            Board::from_ranks(ranks).unwrap()
        })
    }

    #[test]
    fn all_rows_spread() {
        for row in 0..=u16::MAX {
            let expected = Board(u64::from(row)).transpose();
            assert_eq!(Board(spread(row)), expected, "row {row:04x}");
        }
    }

    proptest! {
        #[test]
        fn a_leaf_is_the_mean_of_the_best_moves(board in boards()) {
            for tables in presets() {
                for dead in [Dead::Static, Dead::Value(-1e6), Dead::Value(3e5)] {
                    let (mut nodes, mut expected_nodes) = (0, 0);
                    let value = tables.spawn_mean(board, dead, &mut nodes);
                    let expected = mean_over_spawns(board, |board, _| {
                        best_value(&tables, board, dead, &mut expected_nodes)
                    });
                    prop_assert!(
                        (value - expected).abs() <= 2e-6 * expected.abs().max(1e4),
                        "{} against {}", value, expected
                    );
                    prop_assert_eq!(nodes, expected_nodes);
                }
            }
        }
    }
}
