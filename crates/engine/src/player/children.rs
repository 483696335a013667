//! The children of a chance node: the boards after a spawn and a move.

use std::hint::select_unpredictable;
use std::ops::Range;

use wide::f32x4;

use crate::game::gaps::{Gap, Legality, bits, first_of_gaps, mirrored};
use crate::game::{Board, Move, MoveTables};
use crate::heuristic::gap_values::{GapValues, legal_values, swapped};
use crate::heuristic::slid_boards::SlidBoards;

/// The largest number of gaps on a board: two in each row and column.
const GAPS: usize = 16;

/// The places of all children.
pub(super) const PLACES: usize = 4 * GAPS;

/// The children of a chance node. Each gap has four: after a 2 the moves to the left and to
/// the right, after a 4 the same. The place of a child is four times the number of its gap,
/// plus 0 to 3.
pub(super) struct Children {
    pub(super) after: Board,
    pub(super) slid: SlidBoards,
    /// The illegal moves of both axes.
    pub(super) illegal: [u64; 2],
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
    /// In a search to a depth, that of the node.
    pub(super) depth: u32,
    /// In a search to a depth, the probability of one spawn, by tile.
    pub(super) shares: [f32; 2],
    /// The tiles whose spawns are searched, from 0: 4s may be cut.
    pub(super) tiles: Range<usize>,
}

impl Children {
    /// The children of an afterstate, none of which is filled in.
    #[inline(always)]
    pub(super) fn new(after: Board, moves: &MoveTables) -> Self {
        let slid = SlidBoards::new([after, after.transpose()], moves);
        let illegal =
            |axis: usize| Legality::illegal_moves_on(Legality::of_rows(), slid.boards[axis]);
        Self {
            after,
            illegal: [illegal(0), illegal(1)],
            firsts: [first_of_gaps(slid.boards[0]), first_of_gaps(slid.boards[1])],
            slid,
            boards: [Board::EMPTY; PLACES],
            values: [f32::NEG_INFINITY; PLACES],
            pending: 0,
            static_fours: None,
            depth: 0,
            shares: [0.0; 2],
            tiles: 0..2,
        }
    }

    /// The first place of the gap that contains a cell: gaps 0 to 7 are on axis 0, 8 to 15 on axis 1.
    #[inline(always)]
    pub(super) fn place(&self, axis: usize, bit: u32) -> usize {
        let number = 8 * axis + (self.firsts[axis] & ((2 << bit) - 1)).count_ones() as usize - 1;
        4 * number
    }

    /// The highest values of legal moves after a spawn of a 2 and of a 4 in a cell, given the
    /// values by place.
    #[inline(always)]
    pub(super) fn best(&self, values: &[f32; PLACES], bit: u32) -> [f32; 2] {
        let rows = &values[self.place(0, bit)..][..4];
        let rows = legal_values(rows, self.illegal[0] >> bit);
        let bit = mirrored(bit);
        let columns = &values[self.place(1, bit)..][..4];
        let columns = legal_values(columns, self.illegal[1] >> bit);
        let best = rows.fast_max(columns);
        let [twos, _, fours, _] = best.fast_max(swapped(best)).to_array();
        [twos, fours]
    }

    /// The points of the move that leads to a child; only called if the values count points.
    pub(super) fn points(&self, place: usize, moves: &MoveTables) -> f32 {
        let (axis, gap, tile) = (place / (2 * GAPS), place / 4, place / 2 % 2);
        let mut bits = bits(self.firsts[axis]);
        let bit = bits.nth(gap % (GAPS / 2)).unwrap_or_default();
        let spawned = self.slid.boards[axis].0 | (1 + tile as u64) << bit;
        moves.points(Board(spawned), Move::Left) as f32
    }

    /// Writes the values of all children into those of gaps.
    #[inline(always)]
    pub(super) fn set_gaps(&self, gaps: &mut GapValues) {
        for gap in self.gaps() {
            let first = self.place(gap.axis(), gap.bit());
            let [a, b, c, d] = [0, 1, 2, 3].map(|lane| self.values[first + lane]);
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
            let legal = !self.illegal[axis] >> bit >> (2 * tile) & 3;
            legal << (self.place(axis, bit) + 2 * tile)
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
        let place = self.place(axis, bit) + 2 * tile;
        let board = self.slid.boards[axis].0;
        let is_single = (bit & 12 == 12) | (board >> 4 >> bit & 0xf != 0);
        // In a gap of two cells, a spawn in one leaves room to slide.
        let legal = !(self.illegal[axis] >> bit) | if is_single { 0 } else { 15 };
        let [left, right] = self.slid.after(gap, tile, moves);
        let is_column = axis == 1;
        let boards = [
            select_unpredictable(is_column, left.transpose(), left),
            select_unpredictable(is_column, right.transpose(), right),
        ];
        self.boards[place..place + 2].copy_from_slice(&boards);
        (place, boards, legal >> (2 * tile) & 3)
    }
}
