//! Chance nodes above the leaves: the value of an afterstate by search.
//!
//! From depth 4 on a table remembers what earlier searches found out about nodes: values and upper
//! bounds. Those of a node's children may rule the node out before any child is searched. The
//! spawns that seem to be worth least are searched first: they rule it out soonest. Where the 4s
//! are cut, their static values are in the bound from the beginning.

use super::chance_bound::{ChanceBound, Spawn, insertion_sort, open_spawns};
use super::children::{Children, PLACES};
use super::cut::CutRange;
use super::memory::ChanceSearch;
use super::transposition::Known;
use crate::game::Board;
use crate::game::gaps::bits;

/// A chance node to be valued.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) after: Board,
    pub(super) depth: u32,
    /// The product of the probabilities of the spawns that lead to it.
    pub(super) probability: f32,
    /// A value below this one makes no difference.
    pub(super) floor: f32,
}

impl ChanceSearch<'_> {
    /// The value of an afterstate; `None` if it is below the floor.
    #[inline(always)]
    fn afterstate(&mut self, visit: Visit) -> Option<f32> {
        let Visit { after, probability, .. } = visit;
        let depth = self.cut.effective_depth(after, visit.depth, probability);
        if depth == 1 {
            return Some(self.leaf(after, probability));
        }
        if self.nodes.is_some() {
            return self.remembered_value(Visit { depth, ..visit });
        }
        let value = self.chance_value(Visit { depth, ..visit })?;
        if self.cut.is_path_independent(depth, probability)
            && let Some(table) = &mut self.values
        {
            table.insert(after, depth, value);
        }
        Some(value)
    }

    /// The mean over the spawns of the value of the best move, with one search per gap, tile
    /// and direction. `None` if it is below the floor.
    pub(super) fn chance_value(&mut self, visit: Visit) -> Option<f32> {
        self.leaves.leaf.processor.run(
            #[inline(always)]
            |search: &mut Self, visit, ()| search.chance_value_here(visit),
            self,
            visit,
            (),
        )
    }

    #[inline(always)]
    fn chance_value_here(&mut self, visit: Visit) -> Option<f32> {
        let Visit { after, depth, probability, floor } = visit;
        self.leaves.leaf.inner_nodes += 1;
        let empty = after.empty_mask();
        let cells = empty.count_ones() as f32;
        let mut children = Children::new(after, self.leaves.moves);
        children.depth = depth;
        children.shares = [probability * (0.9 / cells), probability * (0.1 / cells)];
        let fours_are_cut = children.shares[1] < self.cut.probability;
        children.tiles = if fours_are_cut { 0..1 } else { 0..2 };
        self.range.compare(children.shares[1], self.cut.probability);
        if self.upper_bound < f32::INFINITY && (depth > 2 || floor > f32::NEG_INFINITY) {
            if !self.is_above(floor, &mut children) {
                return None;
            }
        } else {
            for tile in children.tiles.clone() {
                self.look_up(&mut children, depth, tile, None);
            }
            for gap in children.gaps() {
                let first = children.place(gap.axis(), gap.bit());
                for place in bits(children.pending & 0xf << first) {
                    self.search(&mut children, place as usize, depth, f32::NEG_INFINITY);
                }
            }
        }
        // The arrays of leaves are free here: no leaf is in progress.
        let gaps = &mut self.leaves.leaf.gaps;
        children.set_gaps(gaps);
        let illegal = children.illegal;
        let [twos, fours] = gaps.best_sums(empty, illegal);
        let leaves = &mut self.leaves;
        let twos = leaves.with_dead(twos, after, illegal, 0);
        let fours = if fours_are_cut {
            children
                .static_fours
                .unwrap_or_else(|| leaves.tables.spawn_sums(after, &mut leaves.leaf)[1])
        } else {
            leaves.with_dead(fours, after, illegal, 1)
        };
        Some((0.9 * twos + 0.1 * fours) / cells)
    }

    /// Searches a pending child and returns its value. If that is below the floor, the child
    /// stays pending and the result is minus infinity.
    #[inline(always)]
    pub(super) fn search(
        &mut self,
        children: &mut Children,
        place: usize,
        depth: u32,
        floor: f32,
    ) -> f32 {
        let probability = children.shares[place >> 1 & 1];
        let points = self.leaves.points(children, place);
        let (after, depth, floor) = (children.boards[place], depth - 1, floor - points);
        match self.afterstate(Visit { after, depth, probability, floor }) {
            Some(value) => {
                children.values[place] = value + points;
                children.pending &= !(1 << place);
                value + points
            }
            None => f32::NEG_INFINITY,
        }
    }

    /// Whether the value of a node may exceed a floor. If so, the best child of every spawn has
    /// been searched; other children may stay pending. If not, `proven` is a bound that the value
    /// of the node does not reach.
    #[inline(always)]
    fn is_above(&mut self, floor: f32, children: &mut Children) -> bool {
        let remembers = self.nodes.is_some();
        let outer = self.upper_bound;
        // At depth 2 a bound for this node would cost more than it saves.
        if children.depth > 2 {
            self.upper_bound = outer.min(self.search_bound(children.after, children.depth));
        }
        let bound = &mut ChanceBound::new(children, self.upper_bound, floor);
        let is_above = match children.depth {
            _ if remembers && !bound.is_above() => false,
            2 if remembers => self.last_spawns_are_above(bound, children),
            _ if remembers => self.spawns_are_above(bound, children),
            2 => self.leaves_are_above(bound, children),
            _ => self.nodes_are_above(bound, children),
        };
        self.upper_bound = outer;
        if !is_above {
            self.proven = bound.proven().min(floor);
        }
        is_above
    }

    /// [`Self::is_above`] for a node whose children are chance nodes, each with its own floor.
    #[inline(never)]
    fn nodes_are_above(&mut self, bound: &mut ChanceBound, children: &mut Children) -> bool {
        let mut guesses = [0.0; PLACES];
        let mut caps = [f32::INFINITY; PLACES];
        for tile in children.tiles.clone() {
            self.look_up(children, children.depth, tile, None);
            for place in bits(children.pending & 0x3333_3333_3333_3333 << (2 * tile)) {
                let place = place as usize;
                let value = self.leaves.tables.value(children.boards[place]);
                guesses[place] = value + self.leaves.points(children, place);
            }
            for bit in bits(children.after.empty_mask()) {
                let needed = bound.needed(tile, bound.upper_bound);
                let places = children.legal_places(bit, tile);
                let best = if places == 0 {
                    self.leaves.value_if_dead(children.after, bit, tile)
                } else {
                    self.best(children, places, needed, &guesses, &mut caps)
                };
                if best < needed || !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// The value of the best child of a spawn, among those at `places`: minus infinity, or another
    /// that is too low, if it is below what the spawn needs. Children that are likely the best are
    /// searched first. By place, `guesses` are estimates of the values and `caps` upper bounds.
    #[inline(always)]
    fn best(
        &mut self,
        children: &mut Children,
        places: u64,
        needed: f32,
        guesses: &[f32; PLACES],
        caps: &mut [f32; PLACES],
    ) -> f32 {
        let mut best = f32::NEG_INFINITY;
        let mut pending = [(0.0, 0); 4];
        let mut count = 0;
        for place in bits(places) {
            let place = place as usize;
            best = best.max(children.values[place]);
            pending[count & 3] = (-guesses[place], place);
            count += (children.pending >> place & 1) as usize;
        }
        let pending = &mut pending[..count];
        insertion_sort(pending, |&(guess, _)| guess);
        for &(_, place) in &*pending {
            let floor = best.max(needed);
            if caps[place] > floor {
                best = best.max(self.search(children, place, children.depth, floor));
                caps[place] = floor;
            }
        }
        best
    }

    /// The value of a chance node, which the table is to remember; `None` if it is below the
    /// floor.
    #[inline(always)]
    fn remembered_value(&mut self, visit: Visit) -> Option<f32> {
        let outer = std::mem::replace(&mut self.range, CutRange::ALL);
        let value = self.chance_value(visit);
        let known = Known { value: value.unwrap_or(self.proven), is_bound: value.is_none() };
        if let Some(table) = &mut self.nodes {
            table.insert(visit.after, visit.depth, visit.probability, known, self.range);
        }
        self.range.intersect(outer);
        value
    }

    /// Whether a node whose children have nodes of their own may be above its floor.
    #[inline(always)]
    fn spawns_are_above(&mut self, bound: &mut ChanceBound, children: &mut Children) -> bool {
        // By place, an upper bound on the child, and its static value.
        let mut caps = [f32::MAX; PLACES];
        let mut guesses = [f32::NEG_INFINITY; PLACES];
        for tile in children.tiles.clone() {
            self.look_up(children, children.depth, tile, Some(&mut caps));
            let mut open = [Spawn::default(); 16];
            let open = open_spawns(&mut open, &self.leaves, bound, children, tile, Some(&caps));
            if !bound.is_above() {
                return false;
            }
            if tile == 0 {
                let fours = self.static_fours(children);
                if children.tiles.end == 1 && !bound.is_above_with_fours(children, fours) {
                    return false;
                }
                for gap in children.gaps() {
                    let first = children.place(gap.axis(), gap.bit());
                    let gaps = &self.leaves.leaf.gaps;
                    let of_gap = gaps.value(gap.axis(), gap.bit(), [0, 0]).to_array();
                    guesses[first..][..4].copy_from_slice(&of_gap);
                }
            }
            for spawn in &mut *open {
                spawn.likely = children.best(&guesses, spawn.bit)[tile];
            }
            insertion_sort(open, |spawn| spawn.likely);
            for spawn in &*open {
                let needed = bound.needed(tile, spawn.cap);
                let best = self.best(children, spawn.places, needed, &guesses, &mut caps);
                // Below what the spawn needs, nothing more is known.
                bound.lower(tile, spawn.cap, f64::from(best.max(needed)));
                if best < needed || !bound.is_above() {
                    return false;
                }
            }
        }
        true
    }
}
