//! A common factor of all tuned weights, which may leave the games unchanged.

use super::search_space::SearchSpace;
use super::spec::CampaignSpec;
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

impl Scaled {
    /// Returns the starting weights of a campaign with every tuned weight except exponents
    /// doubled, or else halved. `None` if the ranges do not allow either or if
    /// fewer than two weights would change. Multiplication by a power of 2 is
    /// exact: if a common factor has no effect, all games are equal move by move. Also `None` for a
    /// program, of whose parameters nobody knows here which are factors.
    pub fn start_of(spec: &CampaignSpec) -> Option<Self> {
        if spec.subject().is_program() {
            return None;
        }
        [2.0, 0.5].into_iter().find_map(|factor| Self::by(factor, &spec.search_space))
    }

    fn by(factor: f64, space: &SearchSpace) -> Option<Self> {
        let start = &space.start;
        let (mut weights, mut names) = (start.clone(), Vec::new());
        for &(index, range) in &space.tuned {
            let (spec, value) = (&start.subject.parameters()[index], start.values[index]);
            let is_setting = space.search_setting(index).is_some();
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
        (names.len() >= 2).then_some(Self { factor, names, weights })
    }
}
