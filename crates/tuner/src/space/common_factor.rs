//! A common factor of all tuned weights, which may leave the games unchanged.

use super::{CampaignSpec, Dimension};
use crate::subject::Configuration;

/// The starting weights with all tuned weights multiplied by one factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    /// The factor: 2 or one half.
    pub factor: f64,
    /// The names of the weights that are multiplied.
    pub names: Vec<String>,
    /// All weights.
    pub weights: Configuration,
}

impl CampaignSpec {
    /// Returns the starting weights with every tuned weight except exponents
    /// doubled, or else halved. `None` if the ranges do not allow either or if
    /// fewer than two weights would change. Multiplication by a power of 2 is
    /// exact: if a common factor has no effect, all games are equal move by move. Also `None` for a
    /// program, of whose parameters nobody knows here which are factors.
    pub fn common_factor(&self) -> Option<Scaled> {
        if self.subject().has_own_names() {
            return None;
        }
        [2.0, 0.5].into_iter().find_map(|factor| self.scaled(factor))
    }

    fn scaled(&self, factor: f64) -> Option<Scaled> {
        let start = &self.search_space.start;
        let (mut weights, mut names) = (start.clone(), Vec::new());
        for (index, (spec, value)) in start.iter().enumerate() {
            let Some(Dimension::Weight(_, range)) = self.search_space.dimension(index) else {
                continue;
            };
            let is_setting = self.search_space.search_setting(index).is_some();
            if is_setting || !spec.is_factor() || value.abs() <= 0.0 {
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
        (names.len() >= 2).then_some(Scaled { factor, names, weights })
    }
}
