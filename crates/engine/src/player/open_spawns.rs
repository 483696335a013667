//! The spawns of a chance node that are still to be searched.

use std::hint::select_unpredictable;

use super::chance_bound::ChanceBound;
use super::children::{Children, PLACES};
use super::expectimax::Expectimax;
use crate::game::gaps::bits;
use crate::heuristic::ValueFunction;

/// The spawns of one tile with children that are still to be searched.
pub(super) struct OpenSpawns {
    spawns: [Spawn; 16],
    count: usize,
}

impl OpenSpawns {
    #[inline(always)]
    pub(super) fn as_mut(&mut self) -> &mut [Spawn] {
        &mut self.spawns[..self.count]
    }
}

/// A spawn of one tile in one cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Spawn {
    /// The value that the search seems to lead to.
    pub(super) likely: f32,
    /// The bit of the cell.
    pub(super) bit: u32,
    /// An upper bound on the value.
    pub(super) cap: f64,
    /// The places of the legal moves, one bit each.
    pub(super) places: u64,
}

impl<T: ValueFunction> Expectimax<'_, T> {
    /// The spawns of a tile with pending children. The bound includes what is known of all
    /// spawns: `caps` are upper bounds on children, by place; without them pending children
    /// are unbounded.
    #[inline(always)]
    pub(super) fn open_spawns(
        &self,
        bound: &mut ChanceBound,
        children: &Children,
        tile: usize,
        caps: Option<&[f32; PLACES]>,
    ) -> OpenSpawns {
        let mut open = OpenSpawns { spawns: [Spawn::default(); 16], count: 0 };
        for bit in bits(children.after.empty_mask()) {
            let places = children.legal_places(bit, tile);
            let is_open = places & children.pending != 0;
            let mut cap = match caps {
                Some(caps) => children.best(caps, bit)[tile],
                None => {
                    let best = children.best(&children.values, bit)[tile];
                    select_unpredictable(is_open, f32::INFINITY, best)
                }
            };
            if places == 0 {
                cap = self.value_if_dead(children.after, bit, tile);
            }
            let cap = f64::from(cap).min(bound.upper_bound);
            bound.lower(tile, bound.upper_bound, cap);
            open.spawns[open.count & 15] = Spawn { likely: 0.0, bit, cap, places };
            open.count += usize::from(is_open);
        }
        open
    }
}

/// Sorts a few elements by a key, the lowest first.
#[inline(always)]
pub(super) fn insertion_sort<E: Copy>(elements: &mut [E], key: impl Fn(&E) -> f32) {
    for next in 1..elements.len() {
        let element = elements[next];
        let mut place = next;
        while place > 0 && key(&elements[place - 1]) > key(&element) {
            elements[place] = elements[place - 1];
            place -= 1;
        }
        elements[place] = element;
    }
}
