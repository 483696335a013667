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

use super::tables::{Dead, HeuristicTables, generic_spawn_mean};
use crate::game::Board;
use crate::game::slides::Slides;

/// Four values along a row: after a spawned 2 and 4 to the left, the same to the right.
pub(super) type Lanes = [f32; 4];

/// What a heuristic values the moves along rows by.
pub(super) trait Along: HeuristicTables {
    /// What all moves along the rows of an afterstate share.
    type Lines;

    /// Looks at the rows of an afterstate.
    fn lines(&self, slides: &Slides, rows: [u16; 4]) -> Self::Lines;

    /// The values of the boards after a spawn in a cell and a move along its row.
    fn along(&self, slides: &Slides, lines: &Self::Lines, row: usize, column: usize) -> Lanes;
}

/// Added to the lanes of moves that are illegal, by four bits.
static ILLEGAL: [Lanes; 16] = illegal();

const fn illegal() -> [Lanes; 16] {
    let mut table = [[0.0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut lane = 0;
        while lane < 4 {
            if bits >> lane & 1 != 0 {
                table[bits][lane] = f32::NEG_INFINITY;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
}

/// The rows of a board, and which spawns leave a move along them illegal.
struct Stuck {
    rows: [u16; 4],
    /// Four bits per cell, in the order of [`Lanes`].
    cells: u64,
}

impl Stuck {
    #[inline(always)]
    fn new(slides: &Slides, board: Board) -> Self {
        let rows = [board.row(0), board.row(1), board.row(2), board.row(3)];
        let slide = rows.map(|row| slides.rows[usize::from(row)]);
        // A row that slides makes the move legal for spawns in the others.
        let moving = slide.map(|s| u64::from(s.moving));
        let (upper, lower) = (moving[0] | moving[1], moving[2] | moving[3]);
        let others = [
            moving[1] | lower,
            moving[0] | lower,
            moving[3] | upper,
            moving[2] | upper,
        ];
        let others = others[0] | others[1] << 16 | others[2] << 32 | others[3] << 48;
        let stuck = slide.map(|s| u64::from(s.stuck));
        let stuck = stuck[0] | stuck[1] << 16 | stuck[2] << 32 | stuck[3] << 48;
        Self {
            rows,
            cells: stuck & !others,
        }
    }
}

/// The mean over the spawns of the best value that a move leads to.
#[inline(always)]
pub(super) fn spawn_mean<T: Along>(
    tables: &T,
    afterstate: Board,
    dead: Dead,
    nodes: &mut u64,
) -> f32 {
    let slides = Slides::get();
    let empty = afterstate.empty_mask();
    let transposed = afterstate.transpose();
    let gaps = first_of_gaps(empty);
    let vertical_gaps = first_of_gaps(transposed.empty_mask());
    let rows = Stuck::new(slides, afterstate);
    let columns = Stuck::new(slides, transposed);

    let vertical = {
        let mut values = [[0.0; 4]; 16];
        let lines = tables.lines(slides, columns.rows);
        let mut rest = vertical_gaps;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            values[bit >> 2 & 15] = tables.along(slides, &lines, bit >> 4 & 3, bit >> 2 & 3);
        }
        values
    };
    let horizontal = {
        let mut values = [[0.0; 4]; 16];
        let lines = tables.lines(slides, rows.rows);
        let mut rest = gaps;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            values[bit >> 2 & 15] = tables.along(slides, &lines, bit >> 4 & 3, bit >> 2 & 3);
        }
        values
    };

    let (mut sum_two, mut sum_four) = (0.0, 0.0);
    let mut lowest = f32::INFINITY;
    let mut rest = empty;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        let (row, column) = (bit >> 4, bit >> 2 & 3);
        let mirrored = column << 4 | row << 2;
        let h = last_at(gaps, bit);
        let v = last_at(vertical_gaps, mirrored);
        let h_illegal = &ILLEGAL[(rows.cells >> bit & 15) as usize];
        let v_illegal = &ILLEGAL[(columns.cells >> mirrored & 15) as usize];
        let (h, v) = (&horizontal[h], &vertical[v]);
        let best: Lanes =
            std::array::from_fn(|lane| larger(h[lane] + h_illegal[lane], v[lane] + v_illegal[lane]));
        let two = larger(best[0], best[2]);
        let four = larger(best[1], best[3]);
        lowest = smaller(lowest, smaller(two, four));
        sum_two += two;
        sum_four += four;
    }
    if lowest == f32::NEG_INFINITY {
        return generic_spawn_mean(tables, afterstate, dead, nodes);
    }
    *nodes += u64::from(4 * (gaps.count_ones() + vertical_gaps.count_ones()));
    (0.9 * sum_two + 0.1 * sum_four) / empty.count_ones() as f32
}

/// The larger of two numbers, neither of which is NaN: one instruction.
#[inline(always)]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers, neither of which is NaN.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Of the lowest bits of empty cells, those whose left neighbour is none.
#[inline(always)]
fn first_of_gaps(empty: u64) -> u64 {
    empty & !(empty << 4 & 0x1110_1110_1110_1110)
}

/// The cell of the highest bit set at or below a bit.
#[inline(always)]
fn last_at(mask: u64, bit: u32) -> usize {
    let below = mask & (u64::MAX >> (63 - bit));
    (63 - below.leading_zeros()) as usize >> 2 & 15
}
