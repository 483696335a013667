//! An upper bound on the value of a chance node.

use super::children::Children;

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
        self.value -= self.weights[tile] * (self.upper_bound - f64::from(value));
        self.value >= self.floor
    }
}
