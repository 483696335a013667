//! The paths on which a value holds, where a cut by probability makes it depend on its path.
//!
//! A search compares the probabilities of spawns with the cut and with nothing else. So it
//! stays the same, step by step, while all of its probabilities are multiplied by a factor
//! that changes the outcome of no comparison.

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
