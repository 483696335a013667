//! The optimizer of a campaign, as files write it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tune2048_optimizer::CmaEs;

/// The optimizer of a campaign: exactly one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Optimizer")]
pub enum OptimizerSettings {
    /// CMA-ES: adapts a normal distribution of candidates from generation to generation.
    CmaEs(CmaEsSettings),
    /// CMA-ES as the cmaes crate computes it, for comparison.
    CmaesCrate(CmaesCrateSettings),
    /// SPSA: estimates the gradient from pairs of points on both sides of the current one.
    Spsa(SpsaSettings),
    /// Particle swarm.
    ParticleSwarm(ParticleSwarmSettings),
    /// Random search: draws every candidate uniformly from the whole space.
    RandomMatrix(RandomMatrixSettings),
}

impl Default for OptimizerSettings {
    fn default() -> Self {
        Self::CmaEs(CmaEsSettings::default())
    }
}

impl OptimizerSettings {
    /// Returns the name of the optimizer in every file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::CmaEs(_) => "cma-es",
            Self::CmaesCrate(_) => "cmaes-crate",
            Self::Spsa(_) => "spsa",
            Self::ParticleSwarm(_) => "particle-swarm",
            Self::RandomMatrix(_) => "random-matrix",
        }
    }

    /// Whether the optimizer draws candidates from a distribution, which is recorded.
    pub fn has_distribution(&self) -> bool {
        !matches!(self, Self::ParticleSwarm(_) | Self::RandomMatrix(_))
    }

    /// Returns the number of candidates of a generation in a space of `dimensions` coordinates.
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

/// Returns the population of Hansen's tutorial.
fn few(dimensions: usize) -> u32 {
    CmaEs::default_population(dimensions) as u32
}

/// Returns eight candidates per coordinate, at most 96: in measurements with six
/// coordinates, many candidates with few games each beat few with many games.
fn many(dimensions: usize) -> u32 {
    (8 * dimensions as u32).min(96)
}

/// Settings of CMA-ES. With a damping of 1 it is the one of Hansen's tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaEs")]
pub struct CmaEsSettings {
    /// The number of candidates of a generation. Default 8 per coordinate, at most 96.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The initial standard deviation of the candidates, as a share of every range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
    /// The factor by which the step size changes more slowly than in Hansen's tutorial.
    #[schemars(range(min = 1.0, max = 1e9))]
    pub damping: f64,
}

impl Default for CmaEsSettings {
    /// The settings with the best results in the project's comparisons of optimizers.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.13,
            damping: 4.0,
        }
    }
}

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
    /// The population of Hansen's tutorial and a step size of 0.2.
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
    /// The number of candidates of a generation, an even number: pairs on both sides of one point.
    #[schemars(range(min = 2, max = 10_000), extend("multipleOf" = 2))]
    pub population: u32,
    /// The distance of the first pairs from their middle in every coordinate, as a share of its range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub perturbation: f64,
    /// The mean length of the first step per coordinate, as a share of its range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub first_step: f64,
    /// The number of generations after which the steps begin to shrink.
    #[schemars(range(min = 0.0, max = 1e9))]
    pub stability: f64,
}

impl Default for SpsaSettings {
    /// Twelve pairs at a distance of 0.1, a first step of 0.05, and ten generations before steps shrink.
    fn default() -> Self {
        Self {
            population: 24,
            perturbation: 0.1,
            first_step: 0.05,
            stability: 10.0,
        }
    }
}

/// Settings of the particle swarm. The defaults are those of the argmin crate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ParticleSwarm")]
pub struct ParticleSwarmSettings {
    /// The number of particles, each of which is a candidate of every generation.
    #[schemars(range(min = 2, max = 10_000))]
    pub population: u32,
    /// The share of its velocity that a particle keeps.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub inertia: f64,
    /// The attraction to the best point that the particle has visited.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub cognitive: f64,
    /// The attraction to the best point that any particle has visited.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub social: f64,
}

impl Default for ParticleSwarmSettings {
    /// Inertia 1/(2 ln 2) and both attractions 1/2 + ln 2.
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
    /// The number of candidates of a generation.
    #[schemars(range(min = 1, max = 10_000))]
    pub population: u32,
}

impl Default for RandomMatrixSettings {
    fn default() -> Self {
        Self { population: 24 }
    }
}
