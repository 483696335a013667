//! Star1: chance nodes are searched only as far as they can change the move.
//!
//! A node is searched only to decide whether it exceeds a floor. The search stops once the
//! upper bound on unseen spawns rules that out. A node that exceeds its floor is searched
//! completely, so that its value is exact.
//!
//! Ballard, The *-minimax search procedure for trees containing chance nodes,
//! Artificial Intelligence 21 (1983).

use super::chance_bound::ChanceBound;
use super::children::Children;
use super::expectimax::Expectimax;
use crate::game::gaps::{bits, mirrored};
use crate::heuristic::ValueFunction;

impl<T: ValueFunction> Expectimax<'_, T> {
    /// Whether the value of a node may exceed a floor. If so, the best child of every spawn has
    /// been searched; other children may stay pending. `shares` are the probabilities of one
    /// spawn by tile.
    #[inline(always)]
    pub(super) fn is_above(
        &mut self,
        floor: f32,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        if self.nodes.is_some() {
            return self.remembered_is_above(floor, children, depth, shares);
        }
        if depth == 2 {
            let bound = ChanceBound::new(children, self.upper_bound, floor);
            return self.leaves_are_above(bound, children, shares);
        }
        // At depth 2 a bound for this node would cost more than it saves.
        let outer = self.upper_bound;
        self.upper_bound = outer.min(self.search_bound(children.after, depth));
        let bound = ChanceBound::new(children, self.upper_bound, floor);
        let is_above = self.nodes_are_above(bound, children, depth, shares);
        self.upper_bound = outer;
        is_above
    }

    /// [`Self::is_above`] for a node whose children are leaves.
    #[inline(always)]
    fn leaves_are_above(
        &mut self,
        mut bound: ChanceBound,
        children: &mut Children,
        shares: &[f32],
    ) -> bool {
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up(children, 2, tile, share);
            for bit in bits(children.after.empty_mask()) {
                let mut best = f32::NEG_INFINITY;
                let places = children.legal_places(bit, tile);
                for place in bits(places & children.pending) {
                    self.search(children, place as usize, 2, share, f32::NEG_INFINITY);
                }
                for (axis, bit) in [(0, bit), (1, mirrored(bit))] {
                    let place = 4 * children.gap(axis, bit) + 2 * tile;
                    for place in [place, place + 1] {
                        let value = children.values[place];
                        let is_legal = places >> place & 1 == 1;
                        best = best.max(if is_legal { value } else { f32::NEG_INFINITY });
                    }
                }
                if best == f32::NEG_INFINITY {
                    best = self.value_if_dead(children.after, bit, tile);
                }
                if !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// [`Self::is_above`] for a node whose children are chance nodes, each with its own floor.
    #[inline(never)]
    fn nodes_are_above(
        &mut self,
        mut bound: ChanceBound,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        let mut guesses = [0.0; 64];
        // By place, the floor that the child is known to be below.
        let mut below = [f32::INFINITY; 64];
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up(children, depth, tile, share);
            for place in bits(children.pending & 0x3333_3333_3333_3333 << (2 * tile)) {
                let place = place as usize;
                guesses[place] = self.tables.value(children.boards[place]);
                if self.tables.counts_points() {
                    guesses[place] += children.points(place, self.moves);
                }
            }
            for bit in bits(children.after.empty_mask()) {
                let needed = bound.needed(tile, bound.upper_bound);
                let mut best = f32::NEG_INFINITY;
                let mut pending = [0; 4];
                let mut count = 0;
                let mut is_dead = true;
                for place in bits(children.legal_places(bit, tile)) {
                    let place = place as usize;
                    is_dead = false;
                    best = best.max(children.values[place]);
                    pending[count] = place;
                    count += (children.pending >> place & 1) as usize;
                }
                let pending = &mut pending[..count];
                likely_best_first(pending, &guesses);
                for &mut place in pending {
                    let floor = best.max(needed);
                    if below[place] > floor {
                        best = best.max(self.search(children, place, depth, share, floor));
                        below[place] = floor;
                    }
                }
                if is_dead {
                    best = self.value_if_dead(children.after, bit, tile);
                }
                if best < needed || !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }
}

/// Sorts places by their guesses. A function of its own is compiled once, not for each heuristic.
fn likely_best_first(places: &mut [usize], guesses: &[f32; 64]) {
    places.sort_unstable_by(|&a, &b| guesses[b].total_cmp(&guesses[a]));
}
