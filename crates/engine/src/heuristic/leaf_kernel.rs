//! The leaf of a search: one spawn after the other, all moves of each.
//!
//! A spawn touches one row and one column only, so that the rest is worked out
//! once for the afterstate. And along a row, the empty cells of one gap between
//! tiles are alike: wherever in the gap the tile spawns, the row slides to the
//! same place. So the moves to the left and right are valued once per gap of a
//! row, up and down once per gap of a column, and each spawn is worth the best
//! of its two gaps. All that differs within a gap is whether the move is legal.
//!
//! What follows speaks of the moves along rows; those along columns are the same
//! on the transposed board.

use super::f32x4::F32x4;
use super::value_function::{Leaf, LeafTerminalValue, ValueFunction, generic_spawn_sums, mean};
use crate::game::Board;
use crate::game::gaps::{Gap, first_of_gaps};

/// What a heuristic values the moves along rows by.
pub(super) trait LeafKernel: ValueFunction {
    /// What all moves of an afterstate share.
    type SharedLines;

    /// What becomes of a row by a spawn in one of its gaps and a move.
    type SlidRow;

    /// Whether it pays to look at the next gap's row before a gap's boards are valued: its
    /// lookups are then under way when what they tell is asked for.
    const LOOKS_AHEAD: bool = false;

    /// Looks at the rows of an afterstate and at those of the transposed one: what its moves
    /// share, and which are illegal, as of
    /// [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves).
    fn lines(&self, boards: [Board; 2]) -> (Self::SharedLines, [u64; 2]);

    /// Looks at what becomes of the row of a gap.
    fn moved(&self, lines: &Self::SharedLines, gap: Gap) -> Self::SlidRow;

    /// The values of the boards after a spawn in a gap and a move along its row: of a 2 to
    /// the left and to the right, of a 4 to the left and to the right.
    fn along(&self, lines: &Self::SharedLines, gap: Gap, moved: Self::SlidRow) -> F32x4;
}

/// The sums over the spawns of the best value that a move leads to, 2s and 4s.
#[inline(always)]
pub(super) fn spawn_sums<T: LeafKernel>(
    tables: &T,
    afterstate: Board,
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> [f32; 2] {
    #[cfg(target_arch = "x86_64")]
    if leaf.fast {
        // Safety: the processor has been asked for these features.
        #[allow(
            unsafe_code,
            reason = "instructions for bits save an eighth of all, a twenty-fifth of the time"
        )]
        return unsafe { fast(tables, afterstate, dead, leaf) };
    }
    portable(tables, [afterstate, afterstate.transpose()], dead, leaf)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast<T: LeafKernel>(
    tables: &T,
    afterstate: Board,
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> [f32; 2] {
    portable(tables, [afterstate, afterstate.transpose()], dead, leaf)
}

/// [`ValueFunction::chance_value`].
#[inline(always)]
pub(super) fn chance_value<T: LeafKernel>(
    tables: &T,
    boards: [Board; 2],
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> f32 {
    mean(portable(tables, boards, dead, leaf), boards[0])
}

#[inline(always)]
fn portable<T: LeafKernel>(
    tables: &T,
    boards: [Board; 2],
    dead: LeafTerminalValue,
    leaf: &mut Leaf,
) -> [f32; 2] {
    let afterstate = boards[0];
    let empty = afterstate.empty_mask();
    let (lines, illegal) = tables.lines(boards);
    // Both kinds of gaps in one loop: it ends in one mispredicted branch instead of two.
    let firsts = [first_of_gaps(boards[0]), first_of_gaps(boards[1])];
    let mut gaps = Gap::all(firsts);
    if T::LOOKS_AHEAD
        && let Some(mut gap) = gaps.next()
    {
        let mut moved = tables.moved(&lines, gap);
        for next in gaps {
            let of_next = tables.moved(&lines, next);
            leaf.gaps.set(gap, tables.along(&lines, gap, moved));
            (gap, moved) = (next, of_next);
        }
        leaf.gaps.set(gap, tables.along(&lines, gap, moved));
    } else {
        for gap in gaps {
            let moved = tables.moved(&lines, gap);
            leaf.gaps.set(gap, tables.along(&lines, gap, moved));
        }
    }
    let sums = leaf.gaps.best_sums(empty, illegal);
    if sums[0] + sums[1] == f32::NEG_INFINITY {
        return generic_spawn_sums(tables, afterstate, dead, leaf);
    }
    leaf.nodes += u64::from(4 * Gap::count(firsts));
    sums
}

#[cfg(test)]
mod tests {
    use super::super::expressions::{Expressions, Term};
    use super::super::row_tables::{LineTables, RowTables};
    use super::super::rows::{self, row_values};
    use super::super::weight_matrix::CELLS;
    use super::super::{CellValue, corner_matrix};
    use super::*;
    use crate::presets::Preset;
    use proptest::prelude::*;

    /// A board with an empty cell: ranks 0 to 15, small ones more likely.
    fn afterstates() -> impl Strategy<Value = Board> {
        let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..=15];
        (prop::array::uniform16(rank), 0..16_usize).prop_map(|(mut ranks, empty)| {
            ranks[empty] = 0;
            Board::from_ranks(ranks).unwrap()
        })
    }

    const DEAD: [LeafTerminalValue; 3] = [
        LeafTerminalValue::Static,
        LeafTerminalValue::Value(-1e6),
        LeafTerminalValue::Value(3e5),
    ];

    /// The weights of rows of a preset.
    fn preset(name: &str) -> Vec<f64> {
        Preset::find(name).unwrap().weights().values
    }

    fn weights_of_rows() -> [Vec<f64>; 4] {
        [
            preset("2014"),
            preset("2014-simple"),
            [0.0, -1e9, 3.0, -47.0, 40.0, 1e200, -2.0, 1e-300].to_vec(),
            [1e300, 1e308, -1e308, 1e308, 300.0, -1e308, 300.0, 1e308].to_vec(),
        ]
    }

    /// Rows that are worth something else when they are read backwards.
    fn one_sided_tables() -> RowTables {
        let term = Term::new("slope", "r0 ** 2 - 3 * r1 + f2 * r3", &[]).unwrap();
        let expressions = Expressions::new(vec![term]);
        expressions.tables(&[0.7])
    }

    /// Inner lines that are worth something else than outer ones.
    fn outer_and_inner_tables() -> LineTables<2> {
        let values = ["2014", "2014-simple"].map(|name| row_values(&preset(name)).1);
        LineTables::new(2e5, values)
    }

    fn matrices() -> [(CellValue, Vec<f64>); 3] {
        [
            (CellValue::Face, preset("corner-published")),
            (CellValue::Face, preset("corner-diagonal")),
            (
                CellValue::Rank,
                (0..CELLS).map(|cell| (cell as f64 - 7.3) * 1e25).collect(),
            ),
        ]
    }

    /// The fast path and the portable one, which must agree to the last bit.
    fn both_paths<T: LeafKernel>(tables: &T, board: Board, dead: LeafTerminalValue) -> [f32; 2] {
        let sums = spawn_sums(tables, board, dead, &mut Leaf::new());
        let portable = spawn_sums(tables, board, dead, &mut Leaf::portable());
        assert_eq!(
            sums.map(f32::to_bits),
            portable.map(f32::to_bits),
            "{board}"
        );
        sums
    }

    proptest! {
        #[test]
        fn rows_at_a_leaf_are_what_they_are_board_by_board(board in afterstates()) {
            let tables = weights_of_rows().map(|values| rows::tables(&values)).into_iter();
            for tables in tables.chain([one_sided_tables()]) {
                for dead in DEAD {
                    let sums = both_paths(&tables, board, dead);
                    let expected = generic_spawn_sums(&tables, board, dead, &mut Leaf::new());
                    // The same additions in the same order.
                    prop_assert_eq!(sums.map(f32::to_bits), expected.map(f32::to_bits), "{}", board);
                }
            }
        }

        #[test]
        fn outer_and_inner_lines_at_a_leaf_are_what_they_are_board_by_board(board in afterstates()) {
            let tables = outer_and_inner_tables();
            for dead in DEAD {
                let sums = both_paths(&tables, board, dead);
                let expected = generic_spawn_sums(&tables, board, dead, &mut Leaf::new());
                prop_assert_eq!(sums.map(f32::to_bits), expected.map(f32::to_bits), "{}", board);
            }
        }

        #[test]
        fn inner_lines_are_the_two_in_the_middle(board in afterstates()) {
            let [outer, inner] = ["2014", "2014-simple"].map(|name| row_values(&preset(name)).1);
            let line = |board: Board, row: usize| {
                let values = if row == 1 || row == 2 { &inner } else { &outer };
                f64::from(values[usize::from(board.row(row))])
            };
            let expected: f64 = [board, board.transpose()]
                .into_iter()
                .flat_map(|board| (0..4).map(move |row| (board, row)))
                .map(|(board, row)| line(board, row))
                .sum();
            let value = f64::from(outer_and_inner_tables().value(board));
            prop_assert!((value - expected).abs() <= 1e-6 * expected.abs().max(1e6));
        }

        #[test]
        fn matrices_at_a_leaf_are_what_they_are_board_by_board(board in afterstates()) {
            for (cells, entries) in matrices() {
                let tables = corner_matrix::tables(cells, &entries);
                for dead in DEAD {
                    let sums = both_paths(&tables, board, dead);
                    let expected = generic_spawn_sums(&tables, board, dead, &mut Leaf::new());
                    for (sum, expected) in sums.into_iter().zip(expected) {
                        // Rows and columns are added up in different orders.
                        let largest = entries.iter().fold(0.0, |a: f64, &b| a.max(b.abs()));
                        let scale = 16.0 * 16.0 * largest * f64::from(1 << board.highest_rank());
                        let error = f64::from(sum - expected).abs();
                        prop_assert!(error <= 1e-6 * scale, "{}: {} against {}", board, sum, expected);
                    }
                }
            }
        }
    }
}
