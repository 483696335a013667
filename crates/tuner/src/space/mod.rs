//! Campaign files: the specification of a campaign in TOML.
//!
//! [`CampaignSpec::parse`] checks a file and reports all mistakes at once. A
//! spec contains a search space, which maps points of the unit cube, the domain
//! of optimizers, to weights.
//!
//! | file | contents |
//! |---|---|
//! | `format` | the whole file as serde reads it |
//! | `settings`, `final_games` | its tables except for the weights |
//! | `defaults` | what fills the settings that are left out |
//! | `heuristic_table` | the table `[heuristic.…]`, shared with weights files |
//! | `weight_entry`, `matrix_entry`, `expression_entry`, `command_entry`, `parameter_entry` | the entries of that table |
//! | `constraint` | conditions that weights fulfil |
//! | `player_entry` | the player, whose numbers may be tuned like weights |
//! | `meaning` | checks that the schema cannot express |
//! | `search_space`, `range` | the mapping between weights and the unit cube |
//! | `bounds` | weights at a bound of their range, and warnings |
//! | `difference` | the settings in which two campaigns differ, and their consequences |
//! | `transfer` | a distribution of one search space in the coordinates of another |
//! | `common_factor` | a direction in which weights may have no effect |
//! | `limits` | limits of the budget in place of those of a file |
//! | `overview` | all settings as text |

mod begin_at;
mod bounds;
pub(crate) mod command_entry;
mod common_factor;
mod constraint;
pub(crate) mod defaults;
mod difference;
pub(crate) mod expression_entry;
mod final_games;
mod format;
pub(crate) mod heuristic_table;
pub mod limits;
pub(crate) mod matrix_entry;
mod meaning;
mod overview;
pub(crate) mod parameter_entry;
mod player_entry;
mod range;
mod search_space;
mod settings;
mod transfer;
mod tuples_entry;
mod weight_entry;

use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;

pub use bounds::{Bound, WeightAtBound};
pub use common_factor::Scaled;
pub(crate) use defaults::games_by_budget;
pub use defaults::{Defaults, RecordedDefaults};
pub use difference::{Consequence, Difference};
pub use final_games::{Selection, Validation, ValidationBaseline};
pub(crate) use meaning::{BASELINE, check_name, check_optimizer};
pub use search_space::CoordinateRange;
pub use settings::{
    AdaptiveGames, Budget, GamesPerCandidate, Objective, OnNoise, PilotSettings, Rung, WarmStart,
};
pub use tune2048_optimizer::Optimizer;

use crate::record::Folder;
use crate::statistics::{Better, Effect};
use crate::subject::{Configuration, PlayerTable, Subject};
use crate::weights::baselines;
use format::CampaignFile;
use search_space::SearchSpace;
use tune2048_engine::evaluate::Beginning;
use tune2048_engine::player::PlayerSettings;
use tune2048_files::toml_errors::{Document, Mistakes, file_schema, read_file};

/// A valid campaign: what to tune, how to play, what to maximise, how much to spend.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSpec {
    /// The name of the campaign and of the folder of its results.
    pub name: String,
    /// The seed of all random numbers, at most `i64::MAX`.
    pub seed: u64,
    /// The statistic that is tuned.
    pub objective: Objective,
    /// Which scores are better.
    pub better: Better,
    /// How the mean scores of two candidates are compared.
    pub effect: Effect,
    /// The cost of a move, in boards, up to which a candidate counts in full.
    pub cost_per_move: Option<f64>,
    /// The part of each game of the search that the starting weights play.
    pub beginning: Option<Beginning>,
    /// The number of games of each candidate.
    pub games_per_candidate: GamesPerCandidate,
    /// The optimizer, which proposes candidates.
    pub optimizer: Optimizer,
    /// The campaign from whose last distribution the search starts.
    pub warm_start: Option<WarmStart>,
    /// The depths to tune at, one after the other; empty for a single campaign.
    pub ladder: Vec<Rung>,
    /// When the search ends.
    pub budget: Budget,
    /// The games of the whole campaign, if the file limits them.
    pub bill: Option<u64>,
    /// The games before the search.
    pub pilot: PilotSettings,
    /// The final race, which decides which weights are recommended.
    pub selection: Selection,
    /// The final measurement of the winner and of the starting weights.
    pub validation: Validation,
    search_space: SearchSpace,
    settings: IndexMap<String, String>,
    /// What fills the settings that the file leaves out.
    pub(crate) defaults: RecordedDefaults,
    /// The settings of race and validation that it leaves open.
    left_open: Vec<&'static str>,
}

impl CampaignSpec {
    /// Reads the text of a file. `path` is used in messages; beside the manifest of a campaign, the text says what it
    /// said when that was made.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        Self::read(None, path, text, |_, _| {})
    }

    /// Reads the text of a file for a campaign that was made with these defaults.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse_recorded(
        defaults: RecordedDefaults,
        path: &Path,
        text: &str,
    ) -> Result<Self, Mistakes> {
        Self::read(Some(defaults), path, text, |_, _| {})
    }

    /// Reads the text of a file with a further check of its meaning.
    pub(crate) fn read(
        defaults: Option<RecordedDefaults>,
        path: &Path,
        text: &str,
        check: impl Fn(&Self, &mut Document<'_>),
    ) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            if document.has("evidence") {
                // Otherwise every key that it lacks would be reported as missing.
                let message = "this is a file of weights, not a search space";
                let label = "a search space has no `evidence`";
                document.report_at("evidence", message, label, "give it to `tune2048 evaluate`");
                return None;
            }
            let is_there = |name: &&&str| document.has(&format!("player.{name}"));
            if let Some(name) = PlayerSettings::WITHOUT_HEURISTIC.iter().find(is_there) {
                // Otherwise the heuristic would be reported as missing or as useless.
                let label = format!("the player `{name}` has no weights");
                let help = "a campaign needs a player with a heuristic, such as \
                            `[player.expectimax]`; measure this one by `tune2048 evaluate`";
                let path = format!("player.{name}");
                document.report_at(&path, "there is nothing to tune", label, help);
                return None;
            }
            let file = document.read::<CampaignFile>()?;
            let beside = || Folder::open_manifest(path.parent()?).ok();
            let defaults = defaults.or_else(|| Some(beside()?.defaults()));
            let spec = Self::check(file, defaults, document)?;
            check(&spec, document);
            Some(spec)
        })
    }

    /// Checks the meaning of a file; `None` if a part is missing.
    fn check(
        mut file: CampaignFile,
        defaults: Option<RecordedDefaults>,
        document: &mut Document<'_>,
    ) -> Option<Self> {
        if let Some(name) = &file.name {
            check_name(name, document);
        }
        let left_open = final_games::left_open(&file.selection, &file.validation);
        let is_whole =
            ["selection.games", "validation.games"].iter().all(|games| left_open.contains(games));
        let of_new = if is_whole { Defaults::Whole } else { Defaults::Search };
        let kind = defaults.map_or(of_new, |recorded| recorded.kind);
        let is_program = document.has("player.command");
        let objective = meaning::objective(&file.objective, is_program, document);
        meaning::check_baseline(file.validation.baseline, objective, document);
        let heuristic = file.heuristic.take()?;
        let mut search_space = meaning::search_space(&heuristic, &file.player, document);
        constraint::read(&file.constraints, &mut search_space, document);
        meaning::settle_results(&file.objective, &mut search_space, document);
        let subject = Arc::clone(&search_space.start.subject);
        command_entry::check_player(&file.player.settings(), &subject, document);
        let (cost_per_move, has_ladder) = (file.objective.cost_per_move, !file.ladder.is_empty());
        player_entry::check_cost(&subject, cost_per_move, has_ladder, document);
        begin_at::check(&file, &subject, document);
        let begin_at = file.objective.begin_at.zip(search_space.start.board_player());
        let beginning = begin_at.map(|(tile, player)| Beginning { tile, player });
        let better = file.objective.better();
        let effect = file.objective.settle(&subject);
        if effect == Effect::Difference && has_ladder {
            let label = "expected \"ratio\", found \"difference\"";
            let message = "a ladder compares by ratios";
            document.report_at("objective.effect", message, label, "remove it, or the ladder");
        }
        let dimensions = search_space.dimensions();
        let budget = defaults.map_or(file.budget.games, |recorded| recorded.budget);
        let mut defaults = RecordedDefaults { kind, budget };
        let mut by_none = file.optimizer;
        let games_by_none =
            RecordedDefaults { budget: None, ..defaults }.settle(&mut by_none, dimensions);
        let default_games = defaults.settle(&mut file.optimizer, dimensions);
        let has_mean = matches!(file.optimizer, Optimizer::CmaEs(_));
        let population = file.optimizer.population(dimensions);
        let said_games = file.objective.games_per_candidate;
        let games_per_candidate = said_games.unwrap_or(default_games);
        if file.optimizer == by_none && games_per_candidate == said_games.unwrap_or(games_by_none) {
            defaults.budget = None;
        }
        file.objective.games_per_candidate = Some(games_per_candidate);
        let search_games =
            final_games::search_games(&file.budget, population, &games_per_candidate);
        // A budget of minutes says nothing of games; its final games are those of a file without budget.
        let fewest_games = search_games.map_or(Budget::DEFAULT_GAMES, |(fewest, _)| fewest);
        let is_stored = objective == Some(Objective::MeanScore)
            && cost_per_move.is_none()
            && baselines::of(&search_space.start).is_some();
        let before = final_games::Before {
            defaults: kind,
            budget: file.budget,
            games: fewest_games,
            is_stored,
            has_mean,
        };
        let (selection, validation, budget) =
            final_games::settle(&mut file.selection, &mut file.validation, before);
        // A default in place of a mistake says nothing.
        if let (Some(games), Some(of_search)) = (file.budget.games, budget.games)
            && document.is_complete("budget")
            && document.is_complete("objective")
        {
            let per_generation = u64::from(population) * u64::from(games_per_candidate.first());
            // A fixed number of games lets the last generation shrink, even if it is the only one.
            let is_cut = matches!(games_per_candidate, GamesPerCandidate::Fixed(_));
            let is_said = !left_open.contains(&"validation.games");
            let after = if is_cut || is_said { 0 } else { games - of_search };
            meaning::check_budget(games, per_generation, after, document);
        }
        if let GamesPerCandidate::Adaptive(settings) = &games_per_candidate {
            meaning::check_adaptive_games(settings, &file.optimizer, document);
        }
        if let Some(warm_start) = &file.warm_start {
            meaning::check_warm_start("warm-start", &file.optimizer, document);
            meaning::check_source(warm_start, document);
        }
        if !file.ladder.is_empty() {
            meaning::check_warm_start("ladder", &file.optimizer, document);
            command_entry::check_ladder(&subject, document);
        }
        Some(Self {
            settings: overview::settings(&file, &search_space),
            name: file.name?,
            seed: file.seed,
            objective: objective?,
            better,
            effect,
            cost_per_move,
            beginning,
            games_per_candidate,
            optimizer: file.optimizer,
            warm_start: file.warm_start,
            ladder: file.ladder,
            bill: file.budget.games.filter(|_| kind == Defaults::Whole),
            budget,
            pilot: file.pilot,
            selection,
            validation,
            search_space,
            defaults,
            left_open,
        })
    }

    /// Whether the file leaves a setting of race or validation open.
    pub(crate) fn leaves_open(&self, setting: &str) -> bool {
        self.left_open.contains(&setting)
    }

    /// Returns who plays, and has the parameters that are tuned.
    pub fn subject(&self) -> &Arc<Subject> {
        &self.search_space.start.subject
    }

    /// Whether all candidates play against the starting weights.
    pub fn is_match(&self) -> bool {
        let opponent = self.subject().command().and_then(|command| command.opponent.as_ref());
        opponent.is_some_and(|opponent| *opponent == self.start_weights().as_opponent())
    }

    /// Returns what all candidates have in common of the player: its identity, with the settings
    /// that are tuned at their defaults.
    pub fn untuned_player(&self) -> PlayerTable {
        let defaults = Configuration::defaults(Arc::clone(self.subject()));
        defaults.identity().subject.player_table()
    }

    /// Returns the number of coordinates of a point.
    pub fn dimensions(&self) -> usize {
        self.search_space.dimensions()
    }

    /// Returns the starting weights, exactly as the file gives them.
    pub fn start_weights(&self) -> Configuration {
        self.search_space.start.clone()
    }

    /// Returns the point of the unit cube from which the search starts.
    pub fn start_point(&self) -> Vec<f64> {
        self.search_space.encode(&self.search_space.start)
    }

    /// Returns the same campaign with another starting point.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    #[must_use]
    pub fn starting_at(&self, point: &[f64]) -> Self {
        let mut spec = self.clone();
        spec.search_space.start = self.decode(point);
        spec
    }

    /// Returns the weights at a point, whose coordinates are clamped to [0, 1].
    /// The entries of a matrix in an ordered layout have the sum 1.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    pub fn decode(&self, point: &[f64]) -> Configuration {
        self.search_space.decoded(&self.search_space.played(point))
    }

    /// Returns the point that decodes to some weights, or to the nearest weights within the ranges.
    ///
    /// # Panics
    /// If the weights are those of other parameters.
    pub fn encode(&self, weights: &Configuration) -> Vec<f64> {
        assert!(weights.subject.has_parameters_of(self.subject()));
        self.search_space.encode(weights)
    }

    /// Returns the number of candidates of a generation.
    pub fn population(&self) -> u32 {
        self.optimizer.population(self.dimensions())
    }

    /// Returns the fewest and the most games that the search plays; `None` if only minutes limit it.
    pub fn search_games(&self) -> Option<(u64, u64)> {
        final_games::search_games(&self.budget, self.population(), &self.games_per_candidate)
    }

    /// Returns the budget as the file has it.
    pub fn given_budget(&self) -> Budget {
        Budget { games: self.bill.or(self.budget.games), ..self.budget }
    }

    /// Returns the number of games after the search: of the race and of the validation.
    pub fn games_after_search(&self) -> u64 {
        u64::from(self.selection.games) + self.validation.all_games()
    }

    /// Returns every setting by its path in the file, including defaults.
    pub fn settings(&self) -> &IndexMap<String, String> {
        &self.settings
    }
}

/// Returns the JSON schema of a campaign file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<CampaignFile>()
}
