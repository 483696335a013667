//! The cut by probability, and the paths on which a value holds, which the cut makes depend on its path.
//!
//! A search compares the probabilities of spawns with the cut and with nothing else. So it
//! stays the same, step by step, while all of its probabilities are multiplied by a factor
//! that changes the outcome of no comparison.

use crate::game::Board;

/// The probability of a 2 in one of several empty cells, by their number.
pub(super) static TWO_SHARES: [f32; 17] = {
    let mut shares = [f32::INFINITY; 17];
    let mut cells = 1;
    while cells < 17 {
        shares[cells] = 0.9 / cells as f32;
        cells += 1;
    }
    shares
};

/// The factors by which the probabilities of a search may be multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CutRange {
    /// The smallest factor.
    low: f32,
    /// Above the largest factor.
    high: f32,
}

/// Above the rounding of products of probabilities in single precision.
const MARGIN: f32 = 1e-5;

impl CutRange {
    /// All factors: nothing was compared.
    pub(super) const ALL: Self = Self { low: 0.0, high: f32::INFINITY };

    /// Leaves out the factors that change the outcome of a comparison with the cut.
    #[inline(always)]
    pub(super) fn compare(&mut self, probability: f32, cut: f32) {
        let limit = cut / probability;
        if probability < cut {
            self.high = self.high.min(limit);
        } else {
            self.low = self.low.max(limit);
        }
    }

    /// Leaves out the factors that another range leaves out.
    #[inline(always)]
    pub(super) fn intersect(&mut self, other: Self) {
        self.low = self.low.max(other.low);
        self.high = self.high.min(other.high);
    }

    /// The probabilities of the board at which the search starts, given the one that it had.
    #[inline(always)]
    pub(super) fn probabilities(self, probability: f32) -> [f32; 2] {
        [probability * self.low * (1.0 + MARGIN), probability * self.high * (1.0 - MARGIN)]
    }

    /// The range of a search that would be the same at these probabilities of its board.
    #[inline(always)]
    pub(super) fn of_probabilities([low, high]: [f32; 2], probability: f32) -> Self {
        Self { low: low / probability, high: high / probability }
    }
}

/// A limit on the probability of branches.
#[derive(Debug)]
pub(super) struct Cut {
    /// The lowest probability of a branch that is searched.
    pub(super) probability: f32,
    /// The probability of an afterstate, per depth, from which no branch below it is cut.
    uncut_above: [f32; 32],
}

impl Cut {
    pub(super) fn new(probability: f64) -> Self {
        // A spawn has a probability of at least 1/150: a 4 in one of fifteen empty cells.
        let uncut_above = |depth: usize| {
            let spawns = depth.saturating_sub(1) as i32;
            // Rounded up, so that no product of probabilities in single precision is lower.
            ((probability * 150.0_f64.powi(spawns)) * 1.0001) as f32
        };
        Self { probability: probability as f32, uncut_above: std::array::from_fn(uncut_above) }
    }

    /// Whether the value of an afterstate does not depend on the path to it, so that other
    /// paths may use it.
    #[inline(always)]
    pub(super) fn is_path_independent(&self, depth: u32, probability: f32) -> bool {
        probability >= self.uncut_above[depth as usize]
    }

    /// The depth of the search of an afterstate: 1 if all branches below it are cut. Its
    /// value is then the same on every path.
    #[inline(always)]
    pub(super) fn effective_depth(&self, after: Board, depth: u32, probability: f32) -> u32 {
        if depth == 1 {
            return 1;
        }
        let share = probability * TWO_SHARES[after.empty_cells() as usize];
        if share < self.probability { 1 } else { depth }
    }
}
