//! An upper bound on the value of a chance node, and the spawns that still count in it.

use std::hint::select_unpredictable;

use super::children::{Children, PLACES};
use super::leaf::Leaves;
use crate::game::gaps::bits;

/// The probabilities of a 2 and of a 4.
const PROBABILITIES: [f64; 2] = [0.9, 0.1];

/// An upper bound on the value of a node, refined spawn by spawn.
pub(super) struct ChanceBound {
    value: f64,
    floor: f64,
    /// Above all rounding errors of sums.
    margin: f64,
    pub(super) upper_bound: f64,
    /// The probability of one spawn, by tile.
    weights: [f64; 2],
}

impl ChanceBound {
    #[inline(always)]
    pub(super) fn new(children: &Children, upper_bound: f32, floor: f32) -> Self {
        let cells = f64::from(children.after.empty_cells());
        let [floor, upper_bound] = [floor, upper_bound].map(f64::from);
        let margin = 1e-4 * (upper_bound.abs() + floor.abs());
        Self {
            value: upper_bound,
            floor: floor - margin,
            margin,
            upper_bound,
            weights: PROBABILITIES.map(|probability| probability / cells),
        }
    }

    /// The value that a spawn needs for the node to exceed its floor, if the bound includes
    /// a cap for the spawn.
    #[inline(always)]
    pub(super) fn needed(&self, tile: usize, cap: f64) -> f32 {
        (cap - (self.value - self.floor) / self.weights[tile]) as f32
    }

    /// Whether the node may still exceed its floor.
    #[inline(always)]
    pub(super) fn is_above(&self) -> bool {
        self.value >= self.floor
    }

    /// Includes a value in place of a cap, of one spawn or of several together.
    #[inline(always)]
    pub(super) fn lower(&mut self, tile: usize, cap: f64, value: f64) {
        self.value -= self.weights[tile] * (cap - value);
    }

    /// Includes the sum of the values of all spawns of a 4, which are cut; returns whether the
    /// node may still exceed its floor.
    #[inline(always)]
    pub(super) fn is_above_with_fours(&mut self, children: &mut Children, sum: f32) -> bool {
        children.static_fours = Some(sum);
        let cells = f64::from(children.after.empty_cells());
        self.lower(1, cells * self.upper_bound, f64::from(sum));
        self.is_above()
    }

    /// A bound that the value of the node does not reach.
    #[inline(always)]
    pub(super) fn proven(&self) -> f32 {
        (self.value + self.margin) as f32
    }

    /// Includes a spawn's value; returns whether the node may still exceed its floor.
    #[inline(always)]
    pub(super) fn is_above_with(&mut self, tile: usize, value: f32) -> bool {
        self.lower(tile, self.upper_bound, f64::from(value));
        self.is_above()
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

/// Sets the spawns of a tile with pending children and returns those. The bound includes what is
/// known of all spawns: `caps` are upper bounds on children, by place; without them pending
/// children are unbounded.
#[inline(always)]
pub(super) fn open_spawns<'s>(
    open: &'s mut [Spawn; 16],
    leaves: &Leaves<'_>,
    bound: &mut ChanceBound,
    children: &Children,
    tile: usize,
    caps: Option<&[f32; PLACES]>,
) -> &'s mut [Spawn] {
    let mut count = 0;
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
            cap = leaves.value_if_dead(children.after, bit, tile);
        }
        let cap = f64::from(cap).min(bound.upper_bound);
        bound.lower(tile, bound.upper_bound, cap);
        open[count & 15] = Spawn { likely: 0.0, bit, cap, places };
        count += usize::from(is_open);
    }
    &mut open[..count]
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
