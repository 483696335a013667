//! A bonus for a largest tile in a corner, added to other tables.
//!
//! At a leaf no board is put together for it: of each moved row a table knows
//! the largest rank and that at its ends, and a spawn changes one row.

use std::sync::LazyLock;

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::per_row::{PerRow, per_row, ranks};
use super::value_function::{Leaf, LeafTerminalValue, ValueFunction};
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};

/// Tables with a bonus added to their values where a largest tile stands in a corner.
#[derive(Debug)]
pub struct WithCornerBonus<T> {
    tables: T,
    /// No bonus costs next to nothing.
    bonus: f32,
    moved: &'static [SlidRow; 65536],
}

impl<T> WithCornerBonus<T> {
    /// Adds a bonus to the values of tables.
    pub(super) fn new(tables: T, bonus: f32) -> Self {
        Self {
            tables,
            bonus,
            moved: moved_rows(),
        }
    }

    fn bonus_if(&self, is_in_corner: bool) -> f32 {
        if is_in_corner { self.bonus } else { 0.0 }
    }
}

/// Whether a tile of the highest rank stands in a corner.
fn is_largest_in_corner(board: Board) -> bool {
    let corners = [0, 12, 48, 60].map(|shift| (board.0 >> shift & 0xf) as u8);
    corners.into_iter().max() == Some(board.highest_rank())
}

/// What counts of a row after a move along it.
#[derive(Clone, Copy, Debug, Default)]
struct SlidRow {
    /// The largest rank, the same to either side.
    largest: u8,
    /// The larger rank of the two ends after a move to the left and to the right.
    ends: [u8; 2],
}

/// By row; no weight changes it.
fn moved_rows() -> &'static [SlidRow; 65536] {
    static TABLE: LazyLock<PerRow<SlidRow>> = LazyLock::new(|| {
        let moves = MoveTables::get();
        per_row(|row| {
            let row = usize::from(row);
            let moved = [moves.left[row], moves.right[row]].map(ranks);
            SlidRow {
                largest: moved[0].into_iter().fold(0, u8::max),
                ends: moved.map(|ranks| ranks[0].max(ranks[3])),
            }
        })
    });
    &TABLE
}

impl<T: LeafKernel> ValueFunction for WithCornerBonus<T> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.tables.value(board) + self.bonus_if(is_largest_in_corner(board))
    }

    fn offset(&self) -> f64 {
        self.tables.offset()
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        self.tables.upper_bound(position, spawns) + self.bonus.max(0.0)
    }

    fn static_value(&self, board: Board) -> f64 {
        let bonus = self.bonus_if(is_largest_in_corner(board));
        self.tables.static_value(board) + f64::from(bonus)
    }

    #[inline]
    fn spawn_sums(&self, afterstate: Board, dead: LeafTerminalValue, leaf: &mut Leaf) -> [f32; 2] {
        leaf_kernel::spawn_sums(self, afterstate, dead, leaf)
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], dead: LeafTerminalValue, leaf: &mut Leaf) -> f32 {
        leaf_kernel::chance_value(self, boards, dead, leaf)
    }
}

/// What the moves share.
pub(super) struct SharedLines<L> {
    tables: L,
    boards: [Board; 2],
    corners: [Corners; 2],
}

/// What counts of the rows of a board after a move along them.
#[derive(Clone, Copy, Default)]
struct Corners {
    /// By row, one byte each: the largest rank of the other three.
    largest_of_others: u32,
    /// The first row and the last, whose ends are corners.
    outer: [SlidRow; 2],
}

impl Corners {
    #[inline(always)]
    fn new(rows: [SlidRow; 4]) -> Self {
        let [a, b, c, d] = rows;
        let (ab, cd) = (a.largest.max(b.largest), c.largest.max(d.largest));
        let [upper, lower] = [
            [b, a].map(|row| row.largest.max(cd)),
            [d, c].map(|row| row.largest.max(ab)),
        ];
        Self {
            largest_of_others: u32::from_le_bytes([upper[0], upper[1], lower[0], lower[1]]),
            outer: [a, d],
        }
    }

    /// Whether a tile of the highest rank stands in a corner after a move to the
    /// left and to the right, if one row is another.
    #[inline(always)]
    fn with_row(self, line: usize, row: SlidRow) -> [bool; 2] {
        let [first, last] = self.outer;
        let first = if line == 0 { row } else { first };
        let last = if line == 3 { row } else { last };
        let largest = row
            .largest
            .max((self.largest_of_others >> (8 * line)) as u8);
        let is_in_corner = |side: usize| first.ends[side].max(last.ends[side]) == largest;
        [is_in_corner(0), is_in_corner(1)]
    }
}

impl<T: LeafKernel> LeafKernel for WithCornerBonus<T> {
    type SharedLines = SharedLines<T::SharedLines>;
    type SlidRow = T::SlidRow;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (Self::SharedLines, [u64; 2]) {
        let (tables, illegal) = self.tables.lines(boards);
        let corners = if self.bonus == 0.0 {
            Default::default()
        } else {
            let row = |axis: usize, row: usize| self.moved[usize::from(boards[axis].row(row))];
            let corners = |axis: usize| {
                Corners::new([row(axis, 0), row(axis, 1), row(axis, 2), row(axis, 3)])
            };
            [corners(0), corners(1)]
        };
        let lines = SharedLines {
            tables,
            boards,
            corners,
        };
        (lines, illegal)
    }

    #[inline(always)]
    fn moved(&self, lines: &Self::SharedLines, gap: Gap) -> Self::SlidRow {
        self.tables.moved(&lines.tables, gap)
    }

    #[inline(always)]
    fn along(&self, lines: &Self::SharedLines, gap: Gap, moved: Self::SlidRow) -> F32x4 {
        let values = self.tables.along(&lines.tables, gap, moved);
        if self.bonus == 0.0 {
            return values;
        }
        let bonuses = |rank: u16| {
            let moved = self.moved[usize::from(gap.row_with(lines.boards, rank))];
            let [left, right] = lines.corners[gap.axis()].with_row(gap.row(), moved);
            [self.bonus_if(left), self.bonus_if(right)]
        };
        let ([a, b], [c, d]) = (bonuses(1), bonuses(2));
        values.plus(F32x4::new([a, b, c, d]))
    }
}
