//! Star1: chance nodes are searched only as far as they can change the move.
//!
//! A node is searched only to decide whether it exceeds a floor. The search stops once the
//! upper bound on unseen spawns rules that out. A node that exceeds its floor is searched
//! completely, so that its value is exact.
//!
//! Ballard, The *-minimax search procedure for trees containing chance nodes,
//! Artificial Intelligence 21 (1983).
//!
//! Here are the nodes whose children are leaves. Those above search nodes in turn.

use super::chance_bound::{ChanceBound, Spawn, open_spawns};
use super::children::Children;
use super::memory::ChanceSearch;
use crate::game::gaps::bits;

impl ChanceSearch<'_> {
    /// Whether the value of a node whose children are leaves may exceed the floor of its bound. If so,
    /// the best child of every spawn has been searched; other children may stay pending.
    #[inline(always)]
    pub(super) fn leaves_are_above(
        &mut self,
        bound: &mut ChanceBound,
        children: &mut Children,
    ) -> bool {
        for tile in children.tiles.clone() {
            self.look_up(children, 2, tile, None);
            for bit in bits(children.after.empty_mask()) {
                for place in bits(children.legal_places(bit, tile) & children.pending) {
                    self.search(children, place as usize, 2, f32::NEG_INFINITY);
                }
                let mut best = children.best(&children.values, bit)[tile];
                if best == f32::NEG_INFINITY {
                    best = self.leaves.value_if_dead(children.after, bit, tile);
                }
                if !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// [`Self::leaves_are_above`] for a search that remembers nodes.
    #[inline(always)]
    pub(super) fn last_spawns_are_above(
        &mut self,
        bound: &mut ChanceBound,
        children: &mut Children,
    ) -> bool {
        for tile in children.tiles.clone() {
            self.look_up(children, 2, tile, None);
            // An unknown child is bounded by the node only.
            let mut open = [Spawn::default(); 16];
            let open = open_spawns(&mut open, &self.leaves, bound, children, tile, None);
            if !bound.is_above() {
                return false;
            }
            if children.tiles.end == 1 {
                let fours = self.static_fours(children);
                if !bound.is_above_with_fours(children, fours) {
                    return false;
                }
            }
            for spawn in open {
                for place in bits(spawn.places & children.pending) {
                    self.search(children, place as usize, 2, f32::NEG_INFINITY);
                }
                let best = children.best(&children.values, spawn.bit)[tile];
                if !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// The sum, over the spawns of a 4, of the best static value that a move leads to. The
    /// leaf keeps the static values of all moves.
    #[inline(always)]
    pub(super) fn static_fours(&mut self, children: &Children) -> f32 {
        let after = children.after;
        self.leaves.tables.set_static(children.slid.boards, &mut self.leaves.leaf);
        let sums = self.leaves.leaf.gaps.best_sums(after.empty_mask(), children.illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            return self.leaves.tables.spawn_sums(after, &mut self.leaves.leaf)[1];
        }
        sums[1]
    }
}
