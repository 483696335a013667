//! The optimizer of a campaign, as files write it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tune2048_optimizer::CmaEs;

/// The optimizer of a campaign: exactly one of its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Optimizer")]
pub enum OptimizerSettings {
    /// CMA-ES: learns from each generation where to look next, and how far.
    CmaEs(CmaEsSettings),
    /// CMA-ES as the cmaes crate computes it, for comparison.
    CmaesCrate(CmaesCrateSettings),
    /// SPSA: goes along the difference of points on both sides.
    Spsa(SpsaSettings),
    /// Particle swarm.
    ParticleSwarm(ParticleSwarmSettings),
    /// Random search: every candidate anew from the whole space.
    RandomMatrix(RandomMatrixSettings),
}

impl Default for OptimizerSettings {
    fn default() -> Self {
        Self::CmaEs(CmaEsSettings::default())
    }
}

impl OptimizerSettings {
    /// Its name in every file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::CmaEs(_) => "cma-es",
            Self::CmaesCrate(_) => "cmaes-crate",
            Self::Spsa(_) => "spsa",
            Self::ParticleSwarm(_) => "particle-swarm",
            Self::RandomMatrix(_) => "random-matrix",
        }
    }

    /// Whether it draws candidates from a distribution, which it records.
    pub fn has_distribution(&self) -> bool {
        !matches!(self, Self::ParticleSwarm(_) | Self::RandomMatrix(_))
    }

    /// How many candidates a generation has in a space of so many dimensions.
    pub fn population(&self, dimensions: usize) -> u32 {
        match self {
            Self::CmaEs(settings) => settings.population.unwrap_or_else(|| many(dimensions)),
            Self::CmaesCrate(settings) => settings.population.unwrap_or_else(|| few(dimensions)),
            Self::Spsa(settings) => settings.population,
            Self::ParticleSwarm(settings) => settings.population,
            Self::RandomMatrix(settings) => settings.population,
        }
    }
}

/// The population of Hansen's tutorial.
fn few(dimensions: usize) -> u32 {
    CmaEs::default_population(dimensions) as u32
}

/// Eight candidates to a coordinate: with so much noise many with few games each beat
/// few with many (docs/optimizers.md, measured in six dimensions).
fn many(dimensions: usize) -> u32 {
    (8 * dimensions as u32).min(96)
}

/// Settings of CMA-ES. Without damping and what follows it is that of Hansen's tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaEs")]
pub struct CmaEsSettings {
    /// Candidates of a generation; 8 to a coordinate, at most 96, if not given.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The first standard deviation of the candidates, each range being 1 wide.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
    /// How many times slower than usual the step size changes.
    #[schemars(range(min = 1.0, max = 1e9))]
    pub damping: f64,
    /// Whether learning rates follow the signal-to-noise ratio, as in LRA-CMA-ES.
    pub adapt_learning_rates: bool,
    /// Whether a candidate counts by the ranks that it might have had, judged by the noise of its games.
    pub expected_weights: bool,
}

impl Default for CmaEsSettings {
    /// What came out best in the comparisons of docs/optimizers.md.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.13,
            damping: 4.0,
            adapt_learning_rates: false,
            expected_weights: false,
        }
    }
}

/// Settings of CMA-ES as the cmaes crate computes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaesCrate")]
pub struct CmaesCrateSettings {
    /// Candidates of a generation; 4 + floor(3 ln n) in n dimensions if not given.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The first standard deviation of the candidates, each range being 1 wide.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
}

impl Default for CmaesCrateSettings {
    /// The usual population, a step of 0.2.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.2,
        }
    }
}

/// Settings of SPSA, simultaneous perturbation stochastic approximation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Spsa")]
pub struct SpsaSettings {
    /// Candidates of a generation, an even number: pairs on both sides of one point.
    #[schemars(range(min = 2, max = 10_000), extend("multipleOf" = 2))]
    pub population: u32,
    /// How far the first pairs are from the middle in every coordinate, each range being 1 wide.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub perturbation: f64,
    /// How far the first step goes per coordinate on average, each range being 1 wide.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub first_step: f64,
    /// After so many generations the steps begin to shrink.
    #[schemars(range(min = 0.0, max = 1e9))]
    pub stability: f64,
}

impl Default for SpsaSettings {
    /// Twelve pairs 0.1 to either side, a first step of 0.05, ten generations.
    fn default() -> Self {
        Self {
            population: 24,
            perturbation: 0.1,
            first_step: 0.05,
            stability: 10.0,
        }
    }
}

/// Settings of the particle swarm; the defaults are those of argmin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ParticleSwarm")]
pub struct ParticleSwarmSettings {
    /// Particles, each a candidate of every generation.
    #[schemars(range(min = 2, max = 10_000))]
    pub population: u32,
    /// The share of its velocity that a particle keeps.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub inertia: f64,
    /// The pull towards the best point that the particle has seen.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub cognitive: f64,
    /// The pull towards the best point that any particle has seen.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub social: f64,
}

impl Default for ParticleSwarmSettings {
    /// Inertia 1/(2 ln 2), both pulls 1/2 + ln 2.
    fn default() -> Self {
        use std::f64::consts::LN_2;
        Self {
            population: 20,
            inertia: 1.0 / (2.0 * LN_2),
            cognitive: 0.5 + LN_2,
            social: 0.5 + LN_2,
        }
    }
}

/// Settings of random search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "RandomMatrix")]
pub struct RandomMatrixSettings {
    /// Candidates of a generation.
    #[schemars(range(min = 1, max = 10_000))]
    pub population: u32,
}

impl Default for RandomMatrixSettings {
    fn default() -> Self {
        Self { population: 24 }
    }
}
