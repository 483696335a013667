//! A campaign file as it is written; its JSON schema is generated from here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::heuristic_table::HeuristicTable;
use super::matrix_entry::MatrixEntry;
use super::optimizer_settings::OptimizerSettings;
use super::settings::{
    Budget, ObjectiveTable, PilotSettings, Rung, Selection, Validation, WarmStart,
};
use super::weight_entry::WeightEntry;
use tune2048_engine::player::PlayerSettings;

/// A campaign of `tune2048`: which weights of which heuristic may move and how
/// far, how the player searches, what to maximise, and how much to spend.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 search space", extend("$id" = "urn:tune2048:search-space"))]
pub(super) struct CampaignFile {
    /// Names the campaign and the folder of its results: letters, digits, `-`, `_` and `.`, the first no `.`.
    #[schemars(
        required,
        length(min = 1, max = 100),
        regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    )]
    pub(super) name: Option<String>,
    /// The seed of everything random: the same file gives the same results.
    #[schemars(required, range(max = 9_223_372_036_854_775_807_u64))]
    pub(super) seed: Option<u64>,
    /// How moves are chosen.
    #[serde(default)]
    pub(super) player: PlayerSettings,
    /// What a board is worth, and which of its weights may move.
    #[schemars(required)]
    #[serde(skip_serializing)]
    pub(super) heuristic: Option<HeuristicTable<WeightEntry, MatrixEntry>>,
    /// What is maximised, over how many games.
    #[schemars(required)]
    pub(super) objective: Option<ObjectiveTable>,
    /// What proposes candidates.
    #[serde(default)]
    pub(super) optimizer: OptimizerSettings,
    /// Starts the search from what another campaign has learnt, instead of from the starting weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) warm_start: Option<WarmStart>,
    /// The depths to tune at, one after the other, each starting from what the last has learnt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ladder: Vec<Rung>,
    /// When the campaign ends: at the first of these limits.
    #[schemars(required)]
    pub(super) budget: Option<Budget>,
    /// The games before the search that the plan is made from.
    #[serde(default)]
    pub(super) pilot: PilotSettings,
    /// The final race, which decides what weights are recommended.
    #[serde(default)]
    pub(super) selection: Selection,
    /// How the winner is measured beside the weights the search started from.
    #[serde(default)]
    pub(super) validation: Validation,
}
