//! A campaign file as it is written. Its JSON schema is generated from these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::final_games::{SelectionTable, ValidationTable};
use super::heuristic_table::HeuristicTable;
use super::player_entry::PlayerEntry;
use super::settings::{Budget, ObjectiveTable, PilotSettings, WarmStart};
use tune2048_optimizer::Optimizer;

/// A campaign of `tune2048`: which weights of which heuristic are tuned within
/// which ranges, how the player searches, what to maximise, and how much to spend.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 search space", extend("$id" = "urn:tune2048:search-space"))]
pub(super) struct CampaignFile {
    /// The name of the campaign and of its folder under `results/`: letters, digits, `-`, `_` and `.`, not starting with `.`.
    #[schemars(length(min = 1, max = 100))]
    #[schemars(regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$"))]
    pub(super) name: String,
    /// The seed of all random numbers: the same file gives the same results.
    #[serde(default = "one")]
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub(super) seed: u64,
    /// How moves are chosen.
    #[serde(default)]
    pub(super) player: PlayerEntry,
    /// The heuristic, and which of its weights are tuned.
    #[serde(skip_serializing)]
    pub(super) heuristic: HeuristicTable,
    /// What weights must fulfil, such as `"a < b"` or `"w1 + w2 <= 1"`; `_` stands for `-` and points in names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) constraints: Vec<String>,
    /// The statistic to maximise and the number of games of each candidate.
    #[serde(default)]
    pub(super) objective: ObjectiveTable,
    /// What proposes candidates.
    pub(super) optimizer: Option<Optimizer>,
    /// Another campaign, or trials, to begin from.
    pub(super) warm_start: Option<WarmStart>,
    /// When the search ends: at the first of these limits.
    #[serde(default = "Budget::of_file_without")]
    pub(super) budget: Budget,
    /// The games before the search, from which its plan is made.
    #[serde(default)]
    pub(super) pilot: PilotSettings,
    /// The final race, which decides which weights are recommended.
    #[serde(default)]
    pub(super) selection: SelectionTable,
    /// The final measurement of the winner and of the starting weights.
    #[serde(default)]
    pub(super) validation: ValidationTable,
}

fn one() -> u64 {
    1
}
