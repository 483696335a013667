//! Search spaces: one TOML file says all about a campaign.
//!
//! [`CampaignSpec::parse`] checks a file and reports every mistake at once. A
//! search space maps the unit cube, where optimizers work, to weights.

mod common_factor;
mod difference;
pub(crate) mod expression_entry;
mod format;
pub(crate) mod heuristic_table;
pub(crate) mod matrix_entry;
mod meaning;
mod optimizer_settings;
mod overview;
mod range;
mod search_space;
mod settings;
mod transfer;
mod weight_entry;

use std::path::Path;

use indexmap::IndexMap;

pub use common_factor::Scaled;
pub use difference::{Difference, Effect};
pub(crate) use meaning::check_name;
pub use optimizer_settings::{
    CmaEsSettings, CmaesCrateSettings, OptimizerSettings, ParticleSwarmSettings,
    RandomMatrixSettings, SpsaSettings,
};
pub use settings::{
    AdaptiveGames, Budget, GamesPerCandidate, Objective, OnNoise, PilotSettings, Rung, Selection,
    Validation, WarmStart,
};
pub use transfer::TransferError;

use crate::toml_errors::{Document, Mistake, Mistakes, file_schema, read_file};
use format::CampaignFile;
pub use search_space::Beyond;
use search_space::SearchSpace;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::PlayerSettings;

/// A checked campaign: what to tune, how to play, what to maximise, how much to spend.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSpec {
    /// Names the campaign and the folder of its results.
    pub name: String,
    /// The seed of everything random, at most `i64::MAX`.
    pub seed: u64,
    /// How moves are chosen.
    pub player: PlayerSettings,
    /// What is maximised.
    pub objective: Objective,
    /// How many games each candidate plays.
    pub games_per_candidate: GamesPerCandidate,
    /// What proposes candidates.
    pub optimizer: OptimizerSettings,
    /// The campaign whose last distribution the search starts from.
    pub warm_start: Option<WarmStart>,
    /// The depths to tune at, one after the other; none for a single campaign.
    pub ladder: Vec<Rung>,
    /// When the campaign ends.
    pub budget: Budget,
    /// The games before the search.
    pub pilot: PilotSettings,
    /// The final race, which decides what weights are recommended.
    pub selection: Selection,
    /// How many new games the winner and the starting weights play in the end.
    pub validation_games: u32,
    search_space: SearchSpace,
    settings: IndexMap<String, String>,
}

impl CampaignSpec {
    /// Reads the text of a file; the path is for messages only.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            if document.has("evidence") {
                // All that it lacks would be reported as missing.
                let message = "this is a file of weights, not a search space";
                let label = "a search space has no `evidence`";
                let mistake = Mistake::new(document.span("evidence"), message, label);
                document.report(mistake.help("give it to `tune2048 evaluate`"));
                return None;
            }
            let is_there = |name: &&&str| document.has(&format!("player.{name}"));
            if let Some(name) = PlayerSettings::WITHOUT_HEURISTIC.iter().find(is_there) {
                // Weights would be missed, or found where they have no use.
                let span = document.span(&format!("player.{name}"));
                let label = format!("the player `{name}` has no weights");
                let mistake = Mistake::new(span, "there is nothing to tune", label);
                document.report(mistake.help(
                    "a campaign needs a player with a heuristic, such as `[player.expectimax]`; \
                     measure this one by `tune2048 evaluate`",
                ));
                return None;
            }
            let file = document.read::<CampaignFile>()?;
            Self::check(file, document)
        })
    }

    /// Checks what the structure of a file does not say; none where a part is missing.
    fn check(mut file: CampaignFile, document: &mut Document<'_>) -> Option<Self> {
        if let Some(name) = &file.name {
            check_name(name, document);
        }
        let objective = file
            .objective
            .and_then(|table| meaning::objective(&table, document));
        let heuristic = file.heuristic.take();
        let search_space = heuristic.map(|table| meaning::search_space(&table, document))?;
        let usual = Some(file.optimizer.population(search_space.dimensions()));
        match &mut file.optimizer {
            OptimizerSettings::CmaEs(settings) => settings.population = usual,
            OptimizerSettings::CmaesCrate(settings) => settings.population = usual,
            _ => {}
        }
        if let Some(objective) = &file.objective
            && let Some(games_per_candidate) = objective.games_per_candidate
            && let Some(games) = file.budget.and_then(|budget| budget.games)
        {
            let population = file.optimizer.population(search_space.dimensions());
            let per_generation = u64::from(population) * u64::from(games_per_candidate.first());
            meaning::check_budget(games, per_generation, document);
        }
        if let Some(GamesPerCandidate::Adaptive(settings)) =
            file.objective.and_then(|table| table.games_per_candidate)
        {
            meaning::check_adaptive_games(&settings, &file.optimizer, document);
        }
        if file.warm_start.is_some() {
            meaning::check_warm_start("warm-start", &file.optimizer, document);
        }
        if !file.ladder.is_empty() {
            meaning::check_warm_start("ladder", &file.optimizer, document);
        }
        Some(Self {
            settings: overview::settings(&file, &search_space),
            name: file.name?,
            seed: file.seed?,
            player: file.player,
            objective: objective?,
            games_per_candidate: file.objective?.games_per_candidate?,
            optimizer: file.optimizer,
            warm_start: file.warm_start,
            ladder: file.ladder,
            budget: file.budget?,
            pilot: file.pilot,
            selection: file.selection,
            validation_games: file.validation.games,
            search_space,
        })
    }

    /// The heuristic whose weights are tuned.
    pub fn heuristic(&self) -> &HeuristicKind {
        &self.search_space.start.heuristic
    }

    /// How many coordinates a point has.
    pub fn dimensions(&self) -> usize {
        self.search_space.dimensions()
    }

    /// Names of the coordinates, in order: those of the weights they stand for,
    /// or `matrix-01` and so on for the coordinates of an ordered matrix.
    pub fn coordinate_names(&self) -> Vec<String> {
        self.search_space.coordinate_names()
    }

    /// The weights that the search starts from, exactly as the file gives them.
    pub fn start_weights(&self) -> Weights {
        self.search_space.start.clone()
    }

    /// The point of the unit cube where the search starts.
    pub fn start_point(&self) -> Vec<f64> {
        self.search_space.encode(&self.search_space.start)
    }

    /// The same space with another starting point.
    ///
    /// # Panics
    /// If the point has not [`CampaignSpec::dimensions`] coordinates.
    #[must_use]
    pub fn starting_at(&self, point: &[f64]) -> Self {
        let mut space = self.clone();
        space.search_space.start = self.decode(point);
        space
    }

    /// The weights at a point. Coordinates outside [0, 1] count as the nearest
    /// end; a matrix in an ordered layout comes out with sum 1.
    ///
    /// # Panics
    /// If the point has not [`CampaignSpec::dimensions`] coordinates.
    pub fn decode(&self, point: &[f64]) -> Weights {
        self.search_space.decode(point)
    }

    /// The point whose weights are these, or nearest within their ranges.
    ///
    /// # Panics
    /// If the weights are those of another heuristic.
    pub fn encode(&self, weights: &Weights) -> Vec<f64> {
        assert_eq!(&weights.heuristic, self.heuristic());
        self.search_space.encode(weights)
    }

    /// The tuned weights whose ranges do not hold these weights.
    pub fn beyond(&self, weights: &Weights) -> Vec<Beyond> {
        self.search_space.beyond(weights)
    }

    /// Whether weights are among those that the search may come to: the fixed
    /// ones as they are fixed, the others within their ranges.
    pub fn holds(&self, weights: &Weights) -> bool {
        &weights.heuristic == self.heuristic() && self.search_space.hold(weights)
    }

    /// How many candidates a generation has.
    pub fn population(&self) -> u32 {
        self.optimizer.population(self.dimensions())
    }

    /// Every setting by its path in the file, defaults included.
    pub fn settings(&self) -> &IndexMap<String, String> {
        &self.settings
    }
}

/// The JSON schema of the file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<CampaignFile>()
}
