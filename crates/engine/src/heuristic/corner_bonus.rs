//! A bonus for a largest tile in a corner, added to other tables.
//!
//! A leaf needs no board for it: a table has the largest rank of each row and the ranks at
//! its ends after a move, and a spawn changes one row.

use std::sync::LazyLock;

use super::f32x4::F32x4;
use super::leaf_kernel::{LeafKernel, leaf_methods};
use super::per_row::{PerRow, per_row, ranks};
use super::value_function::ValueFunction;
use crate::game::gaps::Gap;
use crate::game::{Board, MoveTables};

/// Tables with a bonus added to their values where a largest tile stands in a corner.
#[derive(Debug)]
pub struct WithCornerBonus<T> {
    tables: T,
    /// A bonus of 0 skips the lookups.
    bonus: f32,
    slid: &'static [SlidRanks; 65536],
}

impl<T> WithCornerBonus<T> {
    /// Adds a bonus to the values of tables.
    pub(super) fn new(tables: T, bonus: f32) -> Self {
        Self {
            tables,
            bonus,
            slid: slid_ranks(),
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

/// The ranks of a row after a move along it that the bonus depends on.
#[derive(Clone, Copy, Debug, Default)]
struct SlidRanks {
    /// The largest rank, which is the same after a move to the left and to the right.
    largest: u8,
    /// The larger rank of the two ends after a move to the left and to the right.
    ends: [u8; 2],
}

/// The ranks of each row after a move; the weights do not change them.
fn slid_ranks() -> &'static [SlidRanks; 65536] {
    static TABLE: LazyLock<PerRow<SlidRanks>> = LazyLock::new(|| {
        let moves = MoveTables::get();
        per_row(|row| {
            let row = usize::from(row);
            let slid = [moves.left[row], moves.right[row]].map(ranks);
            SlidRanks {
                largest: slid[0].into_iter().fold(0, u8::max),
                ends: slid.map(|ranks| ranks[0].max(ranks[3])),
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

    #[inline(always)]
    fn counts_points(&self) -> bool {
        self.tables.counts_points()
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

    leaf_methods!();
}

/// The data that all moves of an afterstate share.
pub(super) struct SharedCorners<L> {
    tables: L,
    boards: [Board; 2],
    corners: [Corners; 2],
}

/// The ranks of a board after a move along its rows that the bonus depends on.
#[derive(Clone, Copy, Default)]
struct Corners {
    /// The largest rank of the other three rows, in one byte for each row.
    largest_of_others: u32,
    /// The first and the last row, whose ends are the corners.
    outer: [SlidRanks; 2],
}

impl Corners {
    #[inline(always)]
    fn new(rows: [SlidRanks; 4]) -> Self {
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

    /// Whether a tile of the highest rank stands in a corner after a move to the left and
    /// to the right, with one row replaced.
    #[inline(always)]
    fn with_row(self, line: usize, row: SlidRanks) -> [bool; 2] {
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
    type Shared = SharedCorners<T::Shared>;
    type Slid = T::Slid;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (Self::Shared, [u64; 2]) {
        let (tables, illegal) = self.tables.share(boards);
        let corners = if self.bonus == 0.0 {
            Default::default()
        } else {
            let row = |axis: usize, row: usize| self.slid[usize::from(boards[axis].row(row))];
            let corners = |axis: usize| {
                Corners::new([row(axis, 0), row(axis, 1), row(axis, 2), row(axis, 3)])
            };
            [corners(0), corners(1)]
        };
        let shared = SharedCorners {
            tables,
            boards,
            corners,
        };
        (shared, illegal)
    }

    #[inline(always)]
    fn slide(&self, shared: &Self::Shared, gap: Gap) -> Self::Slid {
        self.tables.slide(&shared.tables, gap)
    }

    #[inline(always)]
    fn move_values(&self, shared: &Self::Shared, gap: Gap, slid: Self::Slid) -> F32x4 {
        let values = self.tables.move_values(&shared.tables, gap, slid);
        if self.bonus == 0.0 {
            return values;
        }
        let bonuses = |rank: u16| {
            let row = self.slid[usize::from(gap.row_with(&shared.boards, rank))];
            let [left, right] = shared.corners[gap.axis()].with_row(gap.row(), row);
            [self.bonus_if(left), self.bonus_if(right)]
        };
        let ([a, b], [c, d]) = (bonuses(1), bonuses(2));
        values.plus(F32x4::new([a, b, c, d]))
    }
}
