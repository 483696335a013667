//! What views show of a search, which keeps more of it than going on takes.

use super::trial::Trial;
use tune2048_optimizer::Distribution;

/// A distribution that a generation was drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationSource {
    /// The generation.
    pub generation: u32,
    /// Whether the optimizer restarted from it.
    pub is_restart: bool,
    /// The distribution in the unit cube.
    pub distribution: Distribution,
}

/// Everything that views show of a search, in order.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// All evaluated candidates.
    pub trials: Vec<Trial>,
    /// The distributions of all generations, if the optimizer has any.
    pub distributions: Vec<GenerationSource>,
    /// The reliability of the ranking after each complete generation, 0 to 1.
    pub reliability: Vec<Option<f64>>,
}
