//! The settings of a campaign but for its weights, as files write them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::optimizer::CmaEs;
use crate::player::Depth;

/// What a campaign maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The mean score.
    MeanScore,
    /// The mean of the logarithm of the score.
    MeanLogScore,
    /// The median score.
    MedianScore,
    /// The share of games that reach this tile, given by its face value.
    TileShare(u32),
}

/// The word for an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Measure {
    /// The mean score.
    #[default]
    MeanScore,
    /// The mean of the logarithm of the score: doubling a bad game counts as much as doubling a good one.
    MeanLogScore,
    /// The median score.
    MedianScore,
    /// The share of games that reach the tile given by `tile`.
    TileShare,
}

/// What is maximised, over how many games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Objective")]
pub(super) struct ObjectiveTable {
    /// What is maximised.
    #[serde(default)]
    pub(super) maximize: Measure,
    /// The tile to reach, a power of two: only with maximize = "tile-share".
    #[schemars(range(min = 4, max = 65_536))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tile: Option<u32>,
    /// Games that each candidate plays.
    #[schemars(required)]
    pub(super) games_per_candidate: Option<GamesPerCandidate>,
}

/// Games that each candidate plays: a number, or a table with `low` and `high`
/// between which the number follows the measured reliability of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GamesPerCandidate {
    /// The same number for every candidate.
    Fixed(#[schemars(range(min = 1, max = 100_000_000))] u32),
    /// As many as it takes to rank the candidates.
    Adaptive(AdaptiveGames),
}

impl GamesPerCandidate {
    /// The games per candidate of the first generation.
    pub fn first(&self) -> u32 {
        match self {
            Self::Fixed(games) => *games,
            Self::Adaptive(settings) => settings.low,
        }
    }
}

/// How the number of games follows the reliability of the ranking, and what
/// happens when the games can rank no more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AdaptiveGames {
    /// The fewest games per candidate, and those of the first generation.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub low: u32,
    /// The most games per candidate, on average over a generation.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub high: u32,
    /// The reliability to hold: the share of the variance between the
    /// candidates' fitness that is no noise.
    #[schemars(range(min = 0.01, max = 0.99))]
    pub reliability: f64,
    /// What to do when the ranking is noise at `high` games.
    pub on_noise: OnNoise,
    /// For so many generations in a row.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub noise_generations: u32,
}

impl Default for AdaptiveGames {
    fn default() -> Self {
        Self {
            low: 4,
            high: 400,
            reliability: 0.5,
            on_noise: OnNoise::Stop,
            noise_generations: 10,
        }
    }
}

/// What to do when a ranking is noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnNoise {
    /// End the search.
    Stop,
    /// Start the optimizer anew from its mean with twice the step size.
    Restart,
    /// Take no notice.
    GoOn,
}

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

    /// How many candidates a generation has in a space of so many dimensions.
    pub fn population(&self, dimensions: usize) -> u32 {
        match self {
            Self::CmaEs(settings) => usual_population(settings.population, dimensions),
            Self::CmaesCrate(settings) => usual_population(settings.population, dimensions),
            Self::Spsa(settings) => settings.population,
            Self::ParticleSwarm(settings) => settings.population,
            Self::RandomMatrix(settings) => settings.population,
        }
    }
}

/// The population of CMA-ES in a space of so many dimensions, if none is given.
fn usual_population(population: Option<u32>, dimensions: usize) -> u32 {
    population.unwrap_or_else(|| CmaEs::default_population(dimensions) as u32)
}

/// Settings of CMA-ES. With the last three at their defaults it is that of Hansen's tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaEs")]
pub struct CmaEsSettings {
    /// Candidates of a generation; 4 + floor(3 ln n) in n dimensions if not given.
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
    /// The usual population, a step of 0.2, nothing against noise.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.2,
            damping: 1.0,
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

/// What the search starts from: the last distribution of another campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WarmStart {
    /// The folder of a campaign by cma-es over weights of the same heuristic.
    #[schemars(required)]
    pub campaign: Option<String>,
    /// How many times as wide as it ended the search begins.
    #[serde(default = "WarmStart::default_discount")]
    #[schemars(range(min = 1.0, max = 1000.0))]
    pub discount: f64,
}

impl WarmStart {
    /// Twice as wide: what was learnt elsewhere may hold here, or nearly so.
    fn default_discount() -> f64 {
        2.0
    }
}

/// A rung of a ladder: the same space at another depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rung {
    /// How many spawns the search looks past: 1 to 8, or "distinct-tiles".
    #[schemars(required)]
    pub depth: Option<Depth>,
    /// When the rung ends; as `[budget]` says if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// How many times as wide as the rung below ended it begins.
    #[serde(default = "WarmStart::default_discount")]
    #[schemars(range(min = 1.0, max = 1000.0))]
    pub discount: f64,
}

/// When a campaign ends: at the first of these limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct Budget {
    /// Games played by candidates.
    #[schemars(range(min = 1, max = 1_000_000_000_000_000_u64))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Generations of candidates.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
    /// Minutes of search, all runs of the campaign together.
    #[schemars(range(max = 1e9), extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
}

/// The final race, which decides what weights are recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Selection {
    /// Candidates that meet, the starting weights among them.
    #[schemars(range(min = 2, max = 10_000))]
    pub finalists: u32,
    /// New games of the race, all finalists together; 0 for no race.
    #[schemars(range(max = 100_000_000))]
    pub games: u32,
}

impl Default for Selection {
    /// Eight, on 8000 games.
    fn default() -> Self {
        Self {
            finalists: 8,
            games: 8000,
        }
    }
}

/// How the winner is measured beside the weights the search started from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Validation {
    /// Games that no part of the search has used, played with both.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub games: u32,
}

impl Default for Validation {
    /// 2000 games.
    fn default() -> Self {
        Self { games: 2000 }
    }
}

/// The games before the search that the plan is made from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PilotSettings {
    /// Its share of the budget's games; 0 for none.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub share: f64,
}

impl Default for PilotSettings {
    /// 2 %.
    fn default() -> Self {
        Self { share: 0.02 }
    }
}
