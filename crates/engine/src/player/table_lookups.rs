//! Lookups of the children of a chance node in the tables of deep searches.
//!
//! Whether a table knows a child, and which way its board is turned, is hard to predict for
//! the processor. So the code selects numbers where it can, in place of branches.

use std::hint::select_unpredictable;

use super::children::{Children, PLACES};
use super::cut::TWO_SHARES;
use super::expectimax::Expectimax;
use super::transposition::Known;
use crate::game::gaps::bits;
use crate::heuristic::ValueFunction;

/// The reason why a search that remembers nodes has both tables.
const BOTH_TABLES: &str = "a player has a table of nodes only beside one of leaves";

impl<T: ValueFunction> Expectimax<'_, T> {
    /// Looks up the children after one of the tiles, all of which are leaves.
    #[inline(always)]
    pub(super) fn look_up_leaves(&mut self, children: &mut Children, tile: usize, share: f32) {
        let Some(table) = &self.transpositions else {
            unreachable!("{BOTH_TABLES}");
        };
        let is_usable = self.is_path_independent(1, share);
        let (counts_points, moves) = (self.tables.counts_points(), self.moves);
        for gap in children.gaps() {
            let (first, boards, legal) = children.set_boards(gap, tile, moves);
            let mut pending = 0;
            for (side, board) in boards.into_iter().enumerate() {
                let place = first + side;
                let (value, is_known) = table.get_or(board, 1, f32::NEG_INFINITY);
                let is_known = is_known & is_usable & (legal >> side & 1 == 1);
                let mut value = select_unpredictable(is_known, value, f32::NEG_INFINITY);
                if counts_points {
                    value += children.points(place, moves);
                }
                children.values[place] = value;
                pending |= u64::from(!is_known) << side;
            }
            children.pending |= (pending & legal) << first;
        }
    }

    /// Looks up the children after one of the tiles, from depth 3 on. Sets `caps`, upper bounds
    /// on their values by place.
    #[inline(always)]
    pub(super) fn look_up_nodes(
        &mut self,
        children: &mut Children,
        depth: u32,
        tile: usize,
        share: f32,
        caps: &mut [f32; PLACES],
    ) {
        let (Some(leaves), Some(nodes)) = (&self.transpositions, &self.nodes) else {
            unreachable!("{BOTH_TABLES}");
        };
        let mut all = 0;
        let moves = self.moves;
        for gap in children.gaps() {
            let (place, boards, legal) = children.set_boards(gap, tile, moves);
            all |= legal << place;
            nodes.prefetch(boards[0], depth - 1);
            nodes.prefetch(boards[1], depth - 1);
        }
        // The numbers of empty cells of children that are cut, and of the others.
        let mut cells = [0_u32; 2];
        for place in bits(all) {
            let place = place as usize;
            let board = children.boards[place];
            let effective = self.effective_depth(board, depth - 1, share);
            cells[usize::from(effective > 1)] |= 1 << board.empty_cells();
            let known = if effective > 1 {
                let known = nodes.get(board, effective, share);
                known.map(|(known, range)| {
                    self.range.intersect(range);
                    known
                })
            } else if self.is_path_independent(1, share) {
                leaves.get(board, 1).map(Known::Value)
            } else {
                None
            };
            let points = if known.is_some() && self.tables.counts_points() {
                children.points(place, moves)
            } else {
                0.0
            };
            match known {
                Some(Known::Value(value)) => {
                    children.values[place] = value + points;
                    caps[place] = value + points;
                }
                Some(Known::Below(value)) => {
                    children.pending |= 1 << place;
                    caps[place] = value + points;
                }
                None => children.pending |= 1 << place,
            }
        }
        self.compare_cut(share, cells);
    }

    /// Notes the comparisons of children with the cut, given their numbers of empty cells,
    /// one bit each: of those that are cut, and of the others.
    #[inline(always)]
    pub(super) fn compare_cut(&mut self, share: f32, [cut, uncut]: [u32; 2]) {
        // The most probable that is cut, and the least probable that is not.
        if cut != 0 {
            let share = share * TWO_SHARES[cut.trailing_zeros() as usize];
            self.range.compare(share, self.probability_cut);
        }
        if uncut != 0 {
            let share = share * TWO_SHARES[uncut.ilog2() as usize];
            self.range.compare(share, self.probability_cut);
        }
    }
}
