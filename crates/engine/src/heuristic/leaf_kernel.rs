//! The leaf of a search: the best move after each spawn on an afterstate.
//!
//! A spawn touches one row and one column only, so that the others are computed once per
//! afterstate. Along a row, the empty cells of one gap between tiles are alike: wherever in
//! the gap the tile spawns, the row slides to the same place. So the moves to the left and
//! to the right are valued once per gap of a row, up and down once per gap of a column, and
//! the value of a spawn is the best of its two gaps. Within a gap only the legality of a
//! move differs.
//!
//! The functions below describe the moves along rows; the moves along columns are the same
//! on the transposed board.

use super::f32x4::F32x4;
use super::value_function::{Leaf, TerminalEvaluation, ValueFunction, generic_spawn_sums, mean};
use crate::game::Board;
use crate::game::gaps::{Gap, first_of_gaps};

/// The parts of a heuristic that value the moves along rows.
pub(super) trait LeafKernel: ValueFunction {
    /// The data that all moves of an afterstate share.
    type Shared;

    /// The rows that result from a spawn in a gap and a move.
    type Slid;

    /// Whether the next gap's row is looked up before a gap is valued, which hides the
    /// latency of the lookups where they are many.
    const LOOKS_AHEAD: bool = false;

    /// The data that all moves of an afterstate share, and the illegal moves of
    /// [`Legality::illegal_moves`](crate::game::gaps::Legality::illegal_moves) by axis.
    /// `boards` is the afterstate and its transpose.
    fn share(&self, boards: [Board; 2]) -> (Self::Shared, [u64; 2]);

    /// The rows that result from a spawn in a gap and a move.
    fn slide(&self, shared: &Self::Shared, gap: Gap) -> Self::Slid;

    /// The values of the boards after a spawn in a gap and a move along its row: of a 2 to
    /// the left and to the right, then of a 4 to the left and to the right.
    fn move_values(&self, shared: &Self::Shared, gap: Gap, slid: Self::Slid) -> F32x4;
}

/// [`ValueFunction::spawn_sums`] computed gap by gap.
#[inline(always)]
pub(super) fn spawn_sums<T: LeafKernel>(
    tables: &T,
    afterstate: Board,
    terminal: TerminalEvaluation,
    leaf: &mut Leaf,
) -> [f32; 2] {
    #[cfg(target_arch = "x86_64")]
    if leaf.fast {
        // Safety: `fast` is set only on processors with these instructions.
        #[allow(
            unsafe_code,
            reason = "with instructions for bits it takes an eighth fewer instructions, and 4 % less time"
        )]
        return unsafe { fast(tables, afterstate, terminal, leaf) };
    }
    portable(tables, [afterstate, afterstate.transpose()], terminal, leaf)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast<T: LeafKernel>(
    tables: &T,
    afterstate: Board,
    terminal: TerminalEvaluation,
    leaf: &mut Leaf,
) -> [f32; 2] {
    portable(tables, [afterstate, afterstate.transpose()], terminal, leaf)
}

/// [`ValueFunction::chance_value`] computed gap by gap.
#[inline(always)]
pub(super) fn chance_value<T: LeafKernel>(
    tables: &T,
    boards: [Board; 2],
    terminal: TerminalEvaluation,
    leaf: &mut Leaf,
) -> f32 {
    mean(portable(tables, boards, terminal, leaf), boards[0])
}

#[inline(always)]
fn portable<T: LeafKernel>(
    tables: &T,
    boards: [Board; 2],
    terminal: TerminalEvaluation,
    leaf: &mut Leaf,
) -> [f32; 2] {
    let afterstate = boards[0];
    let empty = afterstate.empty_mask();
    let (shared, illegal) = tables.share(boards);
    // One loop over the gaps of both axes ends in one mispredicted branch instead of two.
    let firsts = [first_of_gaps(boards[0]), first_of_gaps(boards[1])];
    let mut gaps = Gap::all(firsts);
    if T::LOOKS_AHEAD
        && let Some(mut gap) = gaps.next()
    {
        let mut slid = tables.slide(&shared, gap);
        for next in gaps {
            let slid_next = tables.slide(&shared, next);
            leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
            (gap, slid) = (next, slid_next);
        }
        leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
    } else {
        for gap in gaps {
            let slid = tables.slide(&shared, gap);
            leaf.gaps.set(gap, tables.move_values(&shared, gap, slid));
        }
    }
    let sums = leaf.gaps.best_sums(empty, illegal);
    if sums[0] + sums[1] == f32::NEG_INFINITY {
        return generic_spawn_sums(tables, afterstate, terminal, leaf);
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

    /// Boards with an empty cell: ranks 0 to 15, small ones more likely.
    fn afterstates() -> impl Strategy<Value = Board> {
        let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..=15];
        (prop::array::uniform16(rank), 0..16_usize).prop_map(|(mut ranks, empty)| {
            ranks[empty] = 0;
            Board::from_ranks(ranks).unwrap()
        })
    }

    const TERMINAL: [TerminalEvaluation; 3] = [
        TerminalEvaluation::Static,
        TerminalEvaluation::Fixed(-1e6),
        TerminalEvaluation::Fixed(3e5),
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

    /// Tables in which a row read backwards has another value.
    fn one_sided_tables() -> RowTables {
        let term = Term::new("slope", "r0 ** 2 - 3 * r1 + f2 * r3", &[]).unwrap();
        let expressions = Expressions::new(vec![term]);
        expressions.tables(&[0.7])
    }

    /// Tables in which inner lines have other values than outer ones.
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

    /// The sums of the fast path, which must agree with the portable one to the last bit.
    fn both_paths<T: LeafKernel>(
        tables: &T,
        board: Board,
        terminal: TerminalEvaluation,
    ) -> [f32; 2] {
        let sums = spawn_sums(tables, board, terminal, &mut Leaf::new());
        let portable = spawn_sums(tables, board, terminal, &mut Leaf::portable());
        assert_eq!(
            sums.map(f32::to_bits),
            portable.map(f32::to_bits),
            "{board}"
        );
        sums
    }

    proptest! {
        #[test]
        fn rows_at_a_leaf_equal_their_sum_board_by_board(board in afterstates()) {
            let tables = weights_of_rows().map(|values| rows::tables(&values)).into_iter();
            for tables in tables.chain([one_sided_tables()]) {
                for terminal in TERMINAL {
                    let sums = both_paths(&tables, board, terminal);
                    let expected = generic_spawn_sums(&tables, board, terminal, &mut Leaf::new());
                    // The same additions in the same order.
                    prop_assert_eq!(sums.map(f32::to_bits), expected.map(f32::to_bits), "{}", board);
                }
            }
        }

        #[test]
        fn outer_and_inner_lines_at_a_leaf_equal_their_sum_board_by_board(board in afterstates()) {
            let tables = outer_and_inner_tables();
            for terminal in TERMINAL {
                let sums = both_paths(&tables, board, terminal);
                let expected = generic_spawn_sums(&tables, board, terminal, &mut Leaf::new());
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
        fn matrices_at_a_leaf_are_near_their_sum_board_by_board(board in afterstates()) {
            for (cells, entries) in matrices() {
                let tables = corner_matrix::tables(cells, &entries);
                for terminal in TERMINAL {
                    let sums = both_paths(&tables, board, terminal);
                    let expected = generic_spawn_sums(&tables, board, terminal, &mut Leaf::new());
                    for (sum, expected) in sums.into_iter().zip(expected) {
                        // Rows and columns are added in different orders.
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
