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
use super::tables::{Dead, HeuristicTables, dead_value};
use super::weights::Weights;
use crate::game::{Board, MoveTables};

/// A row's moves and what they make of its value: 16 bytes, so that no entry
/// straddles two cache lines.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Entry {
    left_value: f32,
    right_value: f32,
    left: u16,
    right: u16,
}

/// The row heuristic with its weights: 1.25 MiB.
pub struct RowTables {
    /// Value of each row or column without the constant.
    values: Box<[f32; 65536]>,
    entries: Box<[Entry; 65536]>,
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
        let moves = MoveTables::get();
        let mut entries: Box<[Entry; 65536]> = vec![Entry::default(); 65536]
            .into_boxed_slice()
            .try_into()
            .unwrap_or_else(|_| unreachable!("the length is 65 536"));
        for (row, entry) in entries.iter_mut().enumerate() {
            let (left, right) = (moves.left[row], moves.right[row]);
            *entry = Entry {
                left_value: values[usize::from(left)],
                right_value: values[usize::from(right)],
                left,
                right,
            };
        }
        Self {
            values,
            entries,
            constant,
        }
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
        let horizontal = Lines::new(self, afterstate);
        let vertical = Lines::new(self, afterstate.transpose());
        let mut sum_two = 0.0;
        let mut sum_four = 0.0;
        let mut valued = 0;
        let mut mask = afterstate.empty_mask();
        let cells = mask.count_ones() as f32;
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let (row, column) = ((bit >> 4) as usize, (bit >> 2 & 3) as usize);
            let mut best = |rank: u16| {
                let (h, h_count) = horizontal.best(self, row, column, rank);
                let (v, v_count) = vertical.best(self, column, row, rank);
                valued += h_count + v_count;
                if h_count + v_count == 0 {
                    dead_value(self, Board(afterstate.0 | u64::from(rank) << bit), dead)
                } else {
                    h.max(v)
                }
            };
            sum_two += best(1);
            sum_four += best(2);
        }
        *nodes += u64::from(valued);
        (0.9 * sum_two + 0.1 * sum_four) / cells
    }
}

/// A board's rows, each with what the three others make of a move along them.
struct Lines {
    rows: [u16; 4],
    left: [Others; 4],
    right: [Others; 4],
}

/// The three other rows after a move.
#[derive(Clone, Copy, Default)]
struct Others {
    /// The moved board's columns, this row's cells empty.
    columns: u64,
    /// The sum of the three moved rows' values.
    value: f32,
    /// Whether any of the three moves.
    moves: bool,
}

impl Lines {
    #[inline]
    fn new(tables: &RowTables, board: Board) -> Self {
        let rows = std::array::from_fn(|row| board.row(row));
        let entries = rows.map(|row| tables.entries[usize::from(row)]);
        let others = |moved: [u16; 4], values: [f32; 4]| -> [Others; 4] {
            let columns: [u64; 4] = std::array::from_fn(|row| spread(moved[row]) << (4 * row));
            std::array::from_fn(|row| {
                let [a, b, c] = OTHERS[row];
                Others {
                    columns: columns[a] | columns[b] | columns[c],
                    value: values[a] + values[b] + values[c],
                    moves: moved[a] != rows[a] || moved[b] != rows[b] || moved[c] != rows[c],
                }
            })
        };
        Self {
            rows,
            left: others(entries.map(|e| e.left), entries.map(|e| e.left_value)),
            right: others(entries.map(|e| e.right), entries.map(|e| e.right_value)),
        }
    }

    /// The best value of the two moves along the rows after a spawn, and how many are legal.
    #[inline]
    fn best(&self, tables: &RowTables, row: usize, column: usize, rank: u16) -> (f32, u32) {
        let spawned = self.rows[row] | rank << (4 * column);
        let entry = tables.entries[usize::from(spawned)];
        let value = |others: &Others, moved: u16, value: f32| {
            if others.moves || moved != spawned {
                let columns = others.columns | spread(moved) << (4 * row);
                (others.value + value + tables.lanes(columns), 1)
            } else {
                (f32::NEG_INFINITY, 0)
            }
        };
        let (left, left_legal) = value(&self.left[row], entry.left, entry.left_value);
        let (right, right_legal) = value(&self.right[row], entry.right, entry.right_value);
        (left.max(right), left_legal + right_legal)
    }
}

const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

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
