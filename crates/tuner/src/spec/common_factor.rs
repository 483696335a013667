//! A direction that may change nothing: all tuned weights times one factor.

use super::CampaignSpec;
use super::search_space::Dimension;
use tune2048_engine::heuristic::Weights;

/// The starting weights with a common factor in those that are tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    /// The factor, a power of 2.
    pub factor: f64,
    /// The names of the weights that it multiplies.
    pub names: Vec<String>,
    /// All weights.
    pub weights: Weights,
}

impl CampaignSpec {
    /// The starting weights with every tuned weight, exponents apart, doubled
    /// or else halved; none where the ranges do not allow that, or fewer than
    /// two weights would change. Powers of 2 round nothing, so that weights
    /// whose common factor is void play the same games to the last move.
    pub fn common_factor(&self) -> Option<Scaled> {
        [2.0, 0.5]
            .into_iter()
            .find_map(|factor| self.scaled(factor))
    }

    fn scaled(&self, factor: f64) -> Option<Scaled> {
        let start = &self.search_space.start;
        let (mut weights, mut names) = (start.clone(), Vec::new());
        for (index, (spec, value)) in start.iter().enumerate() {
            let Some(Dimension::Weight(_, range)) = self.search_space.dimension(index) else {
                continue;
            };
            if !spec.is_factor() || value.abs() <= 0.0 {
                continue;
            }
            let scaled = value * factor;
            if !(range.low..=range.high).contains(&scaled) || range.integer && scaled.fract() != 0.0
            {
                return None;
            }
            weights.values[index] = scaled;
            names.push(spec.name.to_string());
        }
        (names.len() >= 2).then_some(Scaled {
            factor,
            names,
            weights,
        })
    }
}
