//! CMA-ES computed by the `cmaes` crate: a reference for [`CmaEs`](crate::Optimizer::CmaEs).

mod instance;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cma_es::CmaEsSettings;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::method::Method;
use crate::search::Search;

/// Settings of CMA-ES as the cmaes crate computes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaesCrate")]
pub struct CmaesCrateSettings {
    /// The number of candidates of a generation. Default 4 + floor(3 ln n) for n coordinates.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The initial standard deviation of the candidates, as a share of every range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
}

impl Default for CmaesCrateSettings {
    /// Returns the population of Hansen's tutorial and a step size of 0.2.
    fn default() -> Self {
        Self { population: None, step_size: 0.2 }
    }
}

/// Replay is exact on one kind of processor only. On another one the crate's matrix products may use fused instructions
/// and its exponentials another system library; a difference in the last bit can flip the sign of an eigenvector, and
/// the samples with it. Replay finds this out: see [`OptimizerError::Diverged`]. To continue a search on another
/// processor, restart from its recorded distribution.
impl Method for CmaesCrateSettings {
    fn population(&self, dimensions: usize) -> u32 {
        self.population.unwrap_or_else(|| CmaEsSettings::tutorial_population(dimensions))
    }

    fn settle(&mut self, dimensions: usize) {
        self.population = Some(self.population(dimensions));
    }

    fn step_size(&self) -> f64 {
        self.step_size
    }

    fn restart(&self, distribution: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        let population = self.population(distribution.mean.len());
        instance::search(population as usize, distribution, seed)
    }
}
