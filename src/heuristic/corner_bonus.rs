//! A bonus for a largest tile in a corner, added to other tables.
//!
//! At a leaf no board is put together for it: of each moved row a table knows
//! the largest rank and that at its ends, and a spawn changes one row.

use std::sync::LazyLock;

use super::lanes::Lanes;
use super::spawns::{self, Along};
use super::tables::{Dead, HeuristicTables, Leaf};
use crate::game::gaps::Legality;
use crate::game::{Board, MoveTables};

/// Tables with a bonus added to their values where a largest tile stands in a corner.
#[derive(Debug)]
pub struct WithCornerBonus<T> {
    tables: T,
    /// No bonus costs next to nothing.
    bonus: f32,
    moved: &'static [Moved; 65536],
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
struct Moved {
    /// The largest rank, the same to either side.
    largest: u8,
    /// The larger rank of the two ends after a move to the left and to the right.
    ends: [u8; 2],
}

/// By row; no weight changes it.
fn moved_rows() -> &'static [Moved; 65536] {
    static TABLE: LazyLock<Box<[Moved; 65536]>> = LazyLock::new(|| {
        let moves = MoveTables::get();
        let ranks = |row: u16| [0, 4, 8, 12].map(|shift| (row >> shift & 0xf) as u8);
        let row = |row: usize| {
            let moved = [moves.left[row], moves.right[row]].map(ranks);
            Moved {
                largest: moved[0].into_iter().fold(0, u8::max),
                ends: moved.map(|ranks| ranks[0].max(ranks[3])),
            }
        };
        let table: Box<[Moved]> = (0..65536).map(row).collect();
        table
            .try_into()
            .unwrap_or_else(|_| unreachable!("the length is 65 536"))
    });
    &TABLE
}

impl<T: Along> HeuristicTables for WithCornerBonus<T> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.tables.value(board) + self.bonus_if(is_largest_in_corner(board))
    }

    fn offset(&self) -> f64 {
        self.tables.offset()
    }

    #[inline]
    fn spawn_sums(&self, afterstate: Board, dead: Dead, leaf: &mut Leaf) -> [f32; 2] {
        spawns::spawn_sums(self, afterstate, dead, leaf)
    }
}

/// What the moves share.
pub(super) struct Lines<L> {
    tables: L,
    boards: [Board; 2],
    /// By axis, then by row: what counts of the other three rows after a move.
    others: [[Moved; 4]; 2],
}

/// The largest rank of all but one of four rows, and the largest at those ends
/// of them that are corners.
fn others(rows: [Moved; 4], left_out: usize) -> Moved {
    let mut others = Moved::default();
    for (row, moved) in rows
        .into_iter()
        .enumerate()
        .filter(|&(row, _)| row != left_out)
    {
        others.largest = others.largest.max(moved.largest);
        if is_outer(row) {
            others.ends[0] = others.ends[0].max(moved.ends[0]);
            others.ends[1] = others.ends[1].max(moved.ends[1]);
        }
    }
    others
}

#[inline(always)]
fn is_outer(row: usize) -> bool {
    row == 0 || row == 3
}

impl<T: Along> Along for WithCornerBonus<T> {
    type Lines = Lines<T::Lines>;

    #[inline(always)]
    fn lines(&self, boards: [Board; 2]) -> (Self::Lines, [[Legality; 4]; 2]) {
        let (tables, legality) = self.tables.lines(boards);
        let others = if self.bonus == 0.0 {
            Default::default()
        } else {
            boards.map(|board| {
                let rows = [0, 1, 2, 3].map(|row| self.moved[usize::from(board.row(row))]);
                [0, 1, 2, 3].map(|row| others(rows, row))
            })
        };
        let lines = Lines {
            tables,
            boards,
            others,
        };
        (lines, legality)
    }

    #[inline(always)]
    fn along(&self, lines: &Self::Lines, axis: usize, bit: u32) -> Lanes {
        let values = self.tables.along(&lines.tables, axis, bit);
        if self.bonus == 0.0 {
            return values;
        }
        let line = (bit >> 4 & 3) as usize;
        let others = lines.others[axis][line];
        let row = lines.boards[axis].0 >> (bit & 48);
        let bonuses = |rank: u64| {
            let moved = self.moved[usize::from((row | rank << (bit & 12)) as u16)];
            let largest = others.largest.max(moved.largest);
            let own = if is_outer(line) { moved.ends } else { [0; 2] };
            let bonus = |side: usize| self.bonus_if(others.ends[side].max(own[side]) == largest);
            [bonus(0), bonus(1)]
        };
        let ([a, b], [c, d]) = (bonuses(1), bonuses(2));
        values.plus(Lanes::new([a, b, c, d]))
    }
}
