//! The children of a chance node: the boards after a spawn and a move.

use std::hint::select_unpredictable;

use wide::f32x4;

use crate::game::gaps::{Gap, Legality, bits, first_of_gaps, mirrored};
use crate::game::{Board, Move, MoveTables};
use crate::heuristic::gap_values::{GapValues, legal_values, swapped};

/// The largest number of gaps on a board: two in each row and column.
const GAPS: usize = 16;

/// The places of all children.
pub(super) const PLACES: usize = 4 * GAPS;

/// The children of a chance node. Each gap has four: after a 2 the moves to the left and to
/// the right, after a 4 the same. The place of a child is four times the number of its gap,
/// plus 0 to 3.
pub(super) struct Children {
    pub(super) after: Board,
    pub(super) axes: [Axis; 2],
    /// The mask of the first cells of gaps, one per axis.
    firsts: [u64; 2],
    pub(super) boards: [Board; PLACES],
    /// The values of the moves to the boards; minus infinity if the value is unknown or the
    /// move is illegal.
    pub(super) values: [f32; PLACES],
    /// The places of children that are still to be searched, one bit each.
    pub(super) pending: u64,
    /// The sum, over the spawns of a 4, of the best static value, if it is known.
    pub(super) static_fours: Option<f32>,
}

impl Children {
    /// The children of an afterstate, none of which is filled in.
    #[inline(always)]
    pub(super) fn new(after: Board, moves: &MoveTables) -> Self {
        let axes = [Axis::new(after, moves), Axis::new(after.transpose(), moves)];
        Self {
            after,
            firsts: [first_of_gaps(axes[0].board), first_of_gaps(axes[1].board)],
            axes,
            boards: [Board::EMPTY; PLACES],
            values: [f32::NEG_INFINITY; PLACES],
            pending: 0,
            static_fours: None,
        }
    }

    /// The number of the gap that contains a cell: 0 to 7 on axis 0, 8 to 15 on axis 1.
    #[inline(always)]
    pub(super) fn gap(&self, axis: usize, bit: u32) -> usize {
        8 * axis + (self.firsts[axis] & ((2 << bit) - 1)).count_ones() as usize - 1
    }

    /// The highest values of legal moves after a spawn of a 2 and of a 4 in a cell, given the
    /// values by place.
    #[inline(always)]
    pub(super) fn best(&self, values: &[f32; PLACES], bit: u32) -> [f32; 2] {
        let rows = &values[4 * self.gap(0, bit)..][..4];
        let rows = legal_values(rows, self.axes[0].illegal >> bit);
        let bit = mirrored(bit);
        let columns = &values[4 * self.gap(1, bit)..][..4];
        let columns = legal_values(columns, self.axes[1].illegal >> bit);
        let best = rows.fast_max(columns);
        let [twos, _, fours, _] = best.fast_max(swapped(best)).to_array();
        [twos, fours]
    }

    /// The points of the move that leads to a child; only called if the values count points.
    pub(super) fn points(&self, place: usize, moves: &MoveTables) -> f32 {
        let (axis, gap, tile) = (place / (2 * GAPS), place / 4, place / 2 % 2);
        let mut bits = bits(self.firsts[axis]);
        let bit = bits.nth(gap % (GAPS / 2)).unwrap_or_default();
        self.axes[axis].points(bit, tile, moves)
    }

    /// The illegal moves of both axes.
    #[inline(always)]
    pub(super) fn illegal(&self) -> [u64; 2] {
        [self.axes[0].illegal, self.axes[1].illegal]
    }

    /// Writes the values of all children into those of gaps.
    #[inline(always)]
    pub(super) fn set_gaps(&self, gaps: &mut GapValues) {
        for gap in self.gaps() {
            let number = self.gap(gap.axis(), gap.bit());
            let [a, b, c, d] = [0, 1, 2, 3].map(|lane| self.values[4 * number + lane]);
            gaps.set(gap, f32x4::new([a, b, c, d]));
        }
    }

    #[inline(always)]
    pub(super) fn gaps(&self) -> impl Iterator<Item = Gap> + use<> {
        Gap::all(self.firsts)
    }

    /// The places of the legal moves after a spawn of a tile in a cell, one bit each.
    #[inline(always)]
    pub(super) fn legal_places(&self, bit: u32, tile: usize) -> u64 {
        let along = |axis: usize, bit: u32| {
            let legal = !self.axes[axis].illegal >> bit >> (2 * tile) & 3;
            legal << (4 * self.gap(axis, bit) + 2 * tile)
        };
        along(0, bit) | along(1, mirrored(bit))
    }

    /// Sets the boards after one of the tiles in a gap. Returns the place of the first of
    /// two, both boards, and two bits of those that are legal.
    #[inline(always)]
    pub(super) fn set_boards(
        &mut self,
        gap: Gap,
        tile: usize,
        moves: &MoveTables,
    ) -> (usize, [Board; 2], u64) {
        let (axis, bit) = (gap.axis(), gap.bit());
        let place = 4 * self.gap(axis, bit) + 2 * tile;
        let axes = &self.axes[axis];
        let legal = axes.legal_in_gap(bit) >> (2 * tile) & 3;
        let [left, right] = axes.moved(bit, tile, moves);
        let is_column = axis == 1;
        let boards = [
            select_unpredictable(is_column, left.transpose(), left),
            select_unpredictable(is_column, right.transpose(), right),
        ];
        self.boards[place..place + 2].copy_from_slice(&boards);
        (place, boards, legal)
    }
}

/// A board with the parts of moves along its rows that its spawns share.
pub(super) struct Axis {
    pub(super) board: Board,
    /// The boards after a move to the left and after one to the right.
    moved: [Board; 2],
    /// The result of [`Legality::illegal_moves`].
    pub(super) illegal: u64,
}

impl Axis {
    #[inline(always)]
    pub(super) fn new(board: Board, moves: &MoveTables) -> Self {
        Self {
            board,
            moved: moves.along(board),
            illegal: Legality::illegal_moves_on(Legality::of_rows(), board),
        }
    }

    /// The boards after a spawn of tile 0 (a 2) or 1 (a 4) in the gap that starts at `bit`,
    /// and a move to the left or to the right.
    #[inline(always)]
    pub(super) fn moved(&self, bit: u32, tile: usize, moves: &MoveTables) -> [Board; 2] {
        let shift = bit & 48;
        let row = (self.board.0 >> shift) as u16 | (1 + tile as u16) << (bit & 12);
        let board = |side: usize, slid: u16| {
            Board(self.moved[side].0 & !(0xffff << shift) | u64::from(slid) << shift)
        };
        [board(0, moves.left[usize::from(row)]), board(1, moves.right[usize::from(row)])]
    }

    /// The points of either move after a spawn of tile 0 (a 2) or 1 (a 4) in the gap that
    /// starts at `bit`.
    pub(super) fn points(&self, bit: u32, tile: usize, moves: &MoveTables) -> f32 {
        moves.points(Board(self.board.0 | (1 + tile as u64) << bit), Move::Left) as f32
    }

    /// The moves that are legal after a spawn in some cell of the gap, one bit each.
    #[inline(always)]
    pub(super) fn legal_in_gap(&self, bit: u32) -> u64 {
        let is_single = (bit & 12 == 12) | (self.board.0 >> 4 >> bit & 0xf != 0);
        // In a gap of two cells, a spawn in one leaves room to slide.
        !(self.illegal >> bit) & 15 | if is_single { 0 } else { 15 }
    }
}
