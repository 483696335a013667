//! Chance nodes from depth 4 on: a table remembers what earlier searches found out about them.
//!
//! The table holds values and upper bounds. Those of a node's children may rule the node out
//! before any child is searched. The spawns that seem to be worth least are searched first: they
//! rule it out soonest. Where the 4s are cut, their static values are in the bound from the
//! beginning.

use super::chance_bound::ChanceBound;
use super::children::{Children, PLACES};
use super::cut::CutRange;
use super::expectimax::Expectimax;
use super::open_spawns::insertion_sort;
use super::transposition::Known;
use crate::game::Board;
use crate::game::gaps::bits;
use crate::heuristic::ValueFunction;

impl<T: ValueFunction> Expectimax<'_, T> {
    /// The value of a chance node, which the table is to remember; `None` if it is below the
    /// floor.
    #[inline(always)]
    pub(super) fn remembered_value(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        let outer = std::mem::replace(&mut self.range, CutRange::ALL);
        let value = self.chance_value(after, depth, probability, floor);
        let known = value.map_or(Known::Below(self.proven), Known::Value);
        if let Some(table) = &mut self.nodes {
            table.insert(after, depth, probability, known, self.range);
        }
        self.range.intersect(outer);
        value
    }

    /// [`Self::is_above`] for a node whose children the table may know. If the result is
    /// false, `proven` is a bound that the value of the node does not reach.
    #[inline(always)]
    pub(super) fn remembered_is_above(
        &mut self,
        floor: f32,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        let outer = self.upper_bound;
        // At depth 2 a bound for this node would cost more than it saves.
        if depth > 2 {
            self.upper_bound = outer.min(self.search_bound(children.after, depth));
        }
        let mut bound = ChanceBound::new(children, self.upper_bound, floor);
        let is_above = bound.is_above()
            && if depth == 2 {
                self.last_spawns_are_above(&mut bound, children, shares)
            } else {
                self.spawns_are_above(&mut bound, children, depth, shares)
            };
        self.upper_bound = outer;
        if !is_above {
            self.proven = bound.proven().min(floor);
        }
        is_above
    }

    /// Whether a node whose children are leaves may be above its floor.
    #[inline(always)]
    fn last_spawns_are_above(
        &mut self,
        bound: &mut ChanceBound,
        children: &mut Children,
        shares: &[f32],
    ) -> bool {
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up_leaves(children, tile, share);
            // An unknown child is bounded by the node only.
            let mut open = self.open_spawns(bound, children, tile, None);
            if !bound.is_above() {
                return false;
            }
            if shares.len() == 1 {
                let fours = self.static_fours(children);
                if !bound.is_above_with_fours(children, fours) {
                    return false;
                }
            }
            for spawn in open.as_mut() {
                for place in bits(spawn.places & children.pending) {
                    self.search(children, place as usize, 2, share, f32::NEG_INFINITY);
                }
                let best = children.best(&children.values, spawn.bit)[tile];
                if !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a node whose children have nodes of their own may be above its floor.
    #[inline(always)]
    fn spawns_are_above(
        &mut self,
        bound: &mut ChanceBound,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        // By place, an upper bound on the child, and its static value.
        let mut caps = [f32::MAX; PLACES];
        let mut guesses = [f32::NEG_INFINITY; PLACES];
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up_nodes(children, depth, tile, share, &mut caps);
            let mut open = self.open_spawns(bound, children, tile, Some(&caps));
            if !bound.is_above() {
                return false;
            }
            if tile == 0 {
                let fours = self.static_fours(children);
                if shares.len() == 1 && !bound.is_above_with_fours(children, fours) {
                    return false;
                }
                for gap in children.gaps() {
                    let number = children.gap(gap.axis(), gap.bit());
                    let of_gap = self.leaf.gaps.value(gap.axis(), gap.bit(), [0, 0]).to_array();
                    guesses[4 * number..][..4].copy_from_slice(&of_gap);
                }
            }
            let open = open.as_mut();
            for spawn in &mut *open {
                spawn.likely = children.best(&guesses, spawn.bit)[tile];
            }
            insertion_sort(open, |spawn| spawn.likely);
            for spawn in &*open {
                let needed = bound.needed(tile, spawn.cap);
                let mut best = f32::NEG_INFINITY;
                let mut pending = [(0.0, 0); 4];
                let mut count = 0;
                for place in bits(spawn.places) {
                    let place = place as usize;
                    best = best.max(children.values[place]);
                    pending[count & 3] = (-guesses[place], place);
                    count += (children.pending >> place & 1) as usize;
                }
                let pending = &mut pending[..count];
                // Likely the best first.
                insertion_sort(pending, |&(guess, _)| guess);
                for &(_, place) in &*pending {
                    let floor = best.max(needed);
                    if caps[place] > floor {
                        best = best.max(self.search(children, place, depth, share, floor));
                        caps[place] = floor;
                    }
                }
                // Below what the spawn needs, nothing more is known.
                bound.lower(tile, spawn.cap, f64::from(best.max(needed)));
                if best < needed || !bound.is_above() {
                    return false;
                }
            }
        }
        true
    }

    /// The sum, over the spawns of a 4, of the best static value that a move leads to. The
    /// leaf keeps the static values of all moves.
    #[inline(always)]
    fn static_fours(&mut self, children: &Children) -> f32 {
        let after = children.after;
        self.set_static([after, children.axes[1].board]);
        let illegal = children.illegal();
        let sums = self.leaf.gaps.best_sums(after.empty_mask(), illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            return self.tables.spawn_sums(after, &mut self.leaf)[1];
        }
        sums[1]
    }
}
