//! Reading a campaign file: its mistakes, or the campaign that it describes.

use std::path::Path;
use std::sync::Arc;

use super::defaults::{Defaults, Played, RecordedDefaults, SearchRules};
use super::final_games::{BASELINE, ValidationBaseline};
use super::format::CampaignFile;
use super::meaning::check_name;
use super::settings::{Budget, GamesPerCandidate};
use super::spec::CampaignSpec;
use super::{command_entry, constraint, final_games, meaning, overview};
use crate::baselines;
use crate::statistics::Objective;
use crate::subject::{NamedOpponent, Opponent};
use tune2048_engine::evaluate::Opening;
use tune2048_files::toml_errors::{Document, Mistake, Mistakes, file_schema, read_file};
use tune2048_optimizer::OptimizerError;

/// The settings of race and validation that a file may leave open; only without numbers of games its budget counts all.
const OF_FINAL_GAMES: [&str; 3] = ["selection.games", "validation.games", BASELINE];

impl CampaignSpec {
    /// Reads the text of a file. `path` is used in messages; in the folder of a campaign, the text says what it
    /// said when that was made.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        Self::read(None, false, path, text)
    }

    /// Reads the text of a file that a campaign is to be started with. Unlike for a campaign that
    /// was started, this program must contain its optimizer and the scores that its validation needs.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse_new(path: &Path, text: &str) -> Result<Self, Mistakes> {
        Self::read(None, true, path, text)
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
        Self::read(Some(defaults), false, path, text)
    }

    fn read(
        defaults: Option<RecordedDefaults>,
        is_new: bool,
        path: &Path,
        text: &str,
    ) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            if document.has("evidence") {
                // Otherwise every key that it lacks would be reported as missing.
                let message = "this is a file of weights, not a search space";
                let label = "a search space has no `evidence`";
                document.report_at("evidence", message, label, "give it to `tune2048 evaluate`");
                return None;
            }
            let file = document.read::<CampaignFile>()?;
            let defaults = defaults.or_else(|| RecordedDefaults::beside(path));
            let spec = Self::check(file, defaults, document)?;
            if is_new {
                check_optimizer(&spec, document);
                constraint::check_room(&spec, document);
                check_baseline(&spec, document);
            }
            Some(spec)
        })
    }

    /// Checks the meaning of a file; `None` if its objective has none.
    fn check(
        mut file: CampaignFile,
        defaults: Option<RecordedDefaults>,
        document: &mut Document<'_>,
    ) -> Option<Self> {
        check_name(&file.name, document);
        let left_open = |setting: &&str| !document.has(setting);
        let left_open: Vec<_> = OF_FINAL_GAMES.into_iter().filter(left_open).collect();
        let is_open = left_open.starts_with(&OF_FINAL_GAMES[..2]);
        let of_new = if is_open { Defaults::Whole } else { Defaults::Search };
        // Population and games of candidates follow the budget that the campaign was made with.
        let with = |budget: Option<u64>| {
            let new = RecordedDefaults { kind: of_new, budget, rules: SearchRules::Second };
            defaults.unwrap_or(new)
        };
        let mut settled = with(file.budget.games);
        let is_whole = settled.kind == Defaults::Whole;
        let is_program = document.has("player.command");
        let objective = meaning::objective(&file.objective, is_program, document);
        let mut search_space = meaning::search_space(&file.heuristic, &file.player, document);
        constraint::read(&file.constraints, &mut search_space, document);
        // Settled, a word for an opponent becomes its weights.
        let given = search_space.start.subject.command().and_then(|it| it.opponent.clone());
        let candidates_meet = given == Some(Opponent::Named(NamedOpponent::Other));
        meaning::settle_results(&file.objective, &mut search_space);
        let subject = Arc::clone(&search_space.start.subject);
        command_entry::check_player(&file.player.player, &subject, document);
        let cost_per_move = file.objective.cost_per_move;
        let begin_at = file.objective.begin_at.zip(search_space.start.board_player());
        let beginning = begin_at.map(|(tile, player)| Opening { tile, player });
        let better = file.objective.better();
        let effect = file.objective.settle(&subject);
        let dimensions = search_space.dimensions();
        let named = file.optimizer.unwrap_or_else(|| settled.optimizer());
        let said = file.objective.games_per_candidate;
        let played = Played::of(&subject);
        let candidates = |recorded: RecordedDefaults| {
            let mut optimizer = named;
            let games = recorded.settle(&mut optimizer, dimensions, said, played);
            (optimizer, games)
        };
        let is_stored = settled.kind != Defaults::Earlier
            && objective == Some(Objective::MeanScore)
            && cost_per_move.is_none()
            && baselines::of(&search_space.start).is_some();
        let is_match = search_space.is_match();
        let (race, measurement, limits) = (file.selection, file.validation, file.budget);
        let settle = |games: Option<u64>| {
            let (optimizer, each) = candidates(with(games));
            let population = optimizer.population(dimensions);
            let search_games =
                final_games::search_games(&Budget { games, ..limits }, population, &each);
            // A budget of minutes says nothing of games; its final games are those of a file without budget.
            let fewest = search_games.map_or(Budget::DEFAULT_GAMES, |(fewest, _)| fewest);
            let is_whole = is_whole && games.is_some();
            let selection = race.settle(fewest, is_whole, optimizer.recommends_mean());
            let validation = measurement.settle(fewest, is_whole, is_stored, is_match);
            let after = u64::from(selection.games) + validation.all_games();
            (optimizer, each, selection, validation, after)
        };
        let (optimizer, games_per_candidate, selection, validation, after) =
            settle(file.budget.games);
        if candidates(RecordedDefaults { budget: None, ..settled })
            == (optimizer, games_per_candidate)
        {
            settled.budget = None;
        }
        let total_games = file.budget.games.filter(|_| is_whole);
        let of_search = total_games.map(|games| games.saturating_sub(after)).or(file.budget.games);
        // That of a campaign can only grow.
        if let Some(games) = file.budget.games.filter(|_| defaults.is_none()) {
            let is_said = !left_open.contains(&"validation.games");
            let needed = |games: u64| {
                let (optimizer, each, .., after) = settle(Some(games));
                let per_generation =
                    u64::from(optimizer.population(dimensions)) * u64::from(each.first());
                // A fixed number of games lets the last generation shrink, even if it is the only one.
                let is_cut = matches!(each, GamesPerCandidate::Fixed(_));
                per_generation + if is_whole && !is_cut && !is_said { after } else { 0 }
            };
            meaning::check_budget(games, needed, document);
        }
        meaning::check_settings(&file, &optimizer, (&subject, candidates_meet), document);
        file.optimizer = Some(optimizer);
        file.objective.games_per_candidate = Some(games_per_candidate);
        file.selection.games = Some(selection.games);
        file.validation.games = Some(validation.games);
        // Left out where it is `played`, so that the settings of recorded campaigns stay as they are.
        let baseline = Some(validation.baseline);
        file.validation.baseline = baseline.filter(|one| *one != ValidationBaseline::Played);
        Some(Self {
            settings: overview::settings(&file, &search_space),
            name: file.name,
            seed: file.seed,
            objective: objective?,
            better,
            effect,
            cost_per_move,
            beginning,
            games_per_candidate,
            optimizer,
            candidates_meet,
            warm_start: file.warm_start,
            total_games,
            budget: Budget { games: of_search, ..file.budget },
            pilot: file.pilot,
            selection,
            validation,
            search_space,
            defaults: settled,
            left_open,
        })
    }
}

/// Reports settings that an optimizer refuses.
fn check_optimizer(spec: &CampaignSpec, document: &mut Document<'_>) {
    // None depends on the number of coordinates, and many of them take long to begin with.
    let point = spec.start_point().into_iter().take(1).collect();
    let refused = spec.optimizer.start(point, spec.seed);
    if let Err(OptimizerError::Setting { setting, found, expected }) = refused {
        let key = setting.trim_start_matches("the ").replace(' ', "-");
        let path = format!("optimizer.{}.{key}", spec.optimizer.name());
        if document.has(&path) {
            let message = format!("`{path}` cannot be used");
            let label = format!("expected {expected}, found {found}");
            document.report(Mistake::new(document.span(&path), message, label));
        }
    }
}

/// Reports starting weights whose scores a validation needs, but which are not stored.
fn check_baseline(spec: &CampaignSpec, document: &mut Document<'_>) {
    let start = spec.start_weights();
    if spec.validation.baseline == ValidationBaseline::Played
        || spec.leaves_open(BASELINE)
        || baselines::of(&start).is_some()
    {
        return;
    }
    let message = format!("`{BASELINE}`: no scores of these starting weights are stored");
    let label = format!("found {}", baselines::describe_missing(&start));
    let help = format!(
        "let the starting weights play, by baseline = \"played\", or start from exactly one of: {}",
        baselines::describe_stored()
    );
    document.report_at(BASELINE, message, label, help);
}

/// Returns the JSON schema of a campaign file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<CampaignFile>()
}
