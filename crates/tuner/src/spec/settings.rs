//! The settings of a campaign but for its weights, as files write them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tune2048_engine::player::Depth;

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
    pub const DISCOUNT: f64 = 2.0;

    fn default_discount() -> f64 {
        Self::DISCOUNT
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
