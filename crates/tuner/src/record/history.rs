//! What views show of a search, which keeps more of it than going on takes.

use serde::{Deserialize, Serialize};

use super::trial::Trial;
use tune2048_optimizer::Distribution;

/// A distribution that a generation was drawn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationSource {
    /// The generation.
    pub generation: u32,
    /// Whether the optimizer restarted from it, which the name of its event says.
    #[serde(skip)]
    pub is_restart: bool,
    /// The distribution in the unit cube.
    #[serde(flatten)]
    pub distribution: Distribution,
}

impl GenerationSource {
    /// A generation drawn from a distribution.
    pub fn new(generation: u32, distribution: &Distribution) -> Self {
        Self { generation, is_restart: false, distribution: distribution.clone() }
    }
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
