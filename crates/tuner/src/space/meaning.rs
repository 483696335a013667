//! Checks of a campaign file that its schema cannot express.

use std::ops::RangeInclusive;
use std::sync::Arc;

use indexmap::IndexMap;

use super::command_entry::report_placeholders;
use super::defaults::SearchRules;
use super::expression_entry::check_finite;
use super::final_games::{BASELINE, ValidationBaseline};
use super::heuristic_table::HeuristicTable;
use super::opponents;
use super::player_entry::{PlayerEntry, report_taken};
use super::search_space::SearchSpace;
use super::settings::{AdaptiveGames, Measure, ObjectiveTable, OnNoise, ScoreKind, WarmStart};
use super::weight_entry::{SpaceReader, WeightEntry, report_rule};
use crate::statistics::Objective;
use crate::subject::{CommandSettings, Configuration, NamedOpponent, Opponent, Subject};
use tune2048_engine::heuristic::rich_rows;
use tune2048_files::folder_name;
use tune2048_files::toml_errors::{Document, Mistake};
use tune2048_optimizer::Optimizer;

/// Reads the weights and their ranges; values with mistakes are reported and replaced.
pub(super) fn search_space(
    table: &HeuristicTable,
    player: &PlayerEntry,
    document: &mut Document<'_>,
) -> SearchSpace {
    let subject = Arc::new(table.subject(&player.player, &player.tuned(), document));
    report_taken(player, &subject, document);
    let before = document.mistakes();
    let space = read_weights(table, Arc::clone(&subject), true, document);
    if let Some(table) = table.board() {
        report_idle_rows(subject.table_name(), &table.weights, document);
    }
    if let HeuristicTable::Command(table) = table {
        report_placeholders(table, &player.player, document);
    }
    let ends = space.weights().flat_map(|(at, range)| [(at, range.low), (at, range.high)]);
    check_finite(&space.start, &ends.collect::<Vec<_>>(), document);
    let mut reader = SpaceReader { space, document, is_space: true };
    player.read(&mut reader);
    let SpaceReader { space, document, .. } = reader;
    // A range with a mistake is one that was meant.
    let is_sound = document.mistakes() == before && document.is_complete("heuristic");
    if space.tuned.is_empty() && is_sound {
        let path = format!("heuristic.{}", subject.table_name());
        let help = if subject.is_program() {
            "give a parameter as a table with `start`, `low` and `high`, or with `start` and `choices`"
        } else {
            "give a weight as \"tune\", or as a table with `low` and `high`; \
             a matrix as a table with `layout`"
        };
        let label = "expected a weight to tune, found fixed ones only";
        document.report_at(&path, "the search space is empty", label, help);
    }
    space
}

fn read_weights(
    table: &HeuristicTable,
    subject: Arc<Subject>,
    is_space: bool,
    document: &mut Document<'_>,
) -> SearchSpace {
    let space = SearchSpace {
        start: Configuration::defaults(Arc::clone(&subject)),
        tuned: Vec::new(),
        constraints: Vec::new(),
        rules: SearchRules::default(),
    };
    let mut reader = SpaceReader { space, document, is_space };
    if let Some(matrix) = table.matrix() {
        reader.matrix(matrix);
    }
    for (index, key, entry) in table.weights(&subject) {
        let path = format!("heuristic.{}.{key}", subject.table_name());
        reader.weight(index, &subject.parameters()[index], entry, &path);
    }
    if let HeuristicTable::Command(table) = table {
        reader.parameters(&table.0);
    }
    reader.space
}

/// Reads weights without ranges, as a file of weights has them.
pub(crate) fn fixed_weights(
    table: &HeuristicTable,
    subject: Subject,
    document: &mut Document<'_>,
) -> Configuration {
    read_weights(table, Arc::new(subject), false, document).start
}

/// Reports weights of rows that have no effect without another weight.
fn report_idle_rows(
    heuristic: &str,
    table: &IndexMap<String, WeightEntry>,
    document: &mut Document<'_>,
) {
    for (name, other) in rich_rows::NEEDED {
        if table.contains_key(name) && !table.contains_key(other) {
            let message = format!("`{name}` has no effect");
            let label = format!("expected a key `{other}` beside it, found none");
            let help = "add it, or remove this one";
            document.report_at(&format!("heuristic.{heuristic}.{name}"), message, label, help);
        }
    }
}

/// Reports a name that cannot name a folder on every operating system.
pub(crate) fn check_name(name: &str, document: &mut Document<'_>) {
    if let Some(mistake) = folder_name::mistake_of(name) {
        document.report(Mistake { span: document.span("name"), ..mistake });
    }
}

/// Reports a budget that is too small for one generation. What a budget needs may grow with it: the least one that
/// pays for itself is named.
pub(super) fn check_budget(games: u64, needed: impl Fn(u64) -> u64, document: &mut Document<'_>) {
    let mut least = games;
    while needed(least) > least {
        least = needed(least);
    }
    if games < least {
        let label = format!("expected at least {least}, found {games}");
        let message = "`budget.games` does not pay for one generation";
        let help = "a generation takes `population` times `games-per-candidate` games: \
             raise the budget, or lower one of them";
        document.report_at("budget.games", message, label, help);
    }
}

/// Reports limits in the wrong order, and a restart of an optimizer without a step size.
pub(super) fn check_adaptive_games(
    settings: &AdaptiveGames,
    optimizer: &Optimizer,
    document: &mut Document<'_>,
) {
    let path = "objective.games-per-candidate";
    if !document.is_complete(path) {
        return;
    }
    let AdaptiveGames { low, high, .. } = *settings;
    if low > high {
        let key = if document.has(&format!("{path}.low")) { "low" } else { "high" };
        let rule = "`low` must not be above `high`";
        let label = format!("found low = {low} and high = {high}");
        report_rule((path, key), rule, label, "raise `high`, or lower `low`", document);
    }
    if settings.on_noise == OnNoise::Restart && !optimizer.recommends_mean() {
        let message = format!("`{path}.on-noise`: {} cannot restart wider", optimizer.name());
        let label = "expected \"stop\" or \"go-on\", found \"restart\"";
        let help = "only mirrored-es and cma-es have a step size to widen";
        document.report_at(&format!("{path}.on-noise"), message, label, help);
    }
}

/// Reports a warm start for an optimizer without a distribution.
pub(super) fn check_warm_start(optimizer: &Optimizer, document: &mut Document<'_>) {
    if optimizer.recommends_mean() {
        return;
    }
    let label = format!("expected mirrored-es or cma-es, found {}", optimizer.name());
    let help = "only these start from a distribution: tune with one of them, or remove the table";
    document.report_at("warm-start", "`warm-start` has no use here", label, help);
}

/// Reports a warm start from nothing, or from two things.
pub(super) fn check_source(warm_start: &WarmStart, document: &mut Document<'_>) {
    let found = match (&warm_start.campaign, &warm_start.trials) {
        (None, None) => "neither",
        (Some(_), Some(_)) => "both",
        _ => return,
    };
    let label = format!("expected `campaign` or `trials`, found {found}");
    let message = "`warm-start` does not say where the search starts";
    document.report(Mistake::new(document.span("warm-start"), message, label));
}

/// Reports stored scores for an objective other than the mean score: only sums are stored.
pub(super) fn check_baseline(
    baseline: Option<ValidationBaseline>,
    objective: Option<Objective>,
    document: &mut Document<'_>,
) {
    if baseline != Some(ValidationBaseline::Stored)
        || objective.is_none_or(|objective| objective == Objective::MeanScore)
    {
        return;
    }
    let message = format!("`{BASELINE}`: only mean scores are stored");
    let label = "expected \"played\", since `objective.maximize` is not \"mean-score\"";
    let help = "maximize the mean score, or let the starting weights play";
    document.report_at(BASELINE, message, label, help);
}

/// The label and the help of a number that is none of some tiles.
pub(super) fn label_of_no_tile(found: u32, tiles: RangeInclusive<u32>) -> (String, String) {
    let (least, most) = tiles.into_inner();
    let lower = (1 << found.max(1).ilog2()).clamp(least, most / 2);
    let label = format!("expected a power of two from {least} to {most}, found {found}");
    (label, format!("write {lower} or {}", lower * 2))
}

/// Whether the candidates of a generation play each other.
pub(super) fn candidates_meet(space: &SearchSpace) -> bool {
    let command = space.start.subject.command();
    command.is_some_and(|command| command.opponent == Some(Opponent::Named(NamedOpponent::Other)))
}

/// Reports candidates that play each other for an optimizer that compares candidates of different generations.
pub(super) fn check_meetings(optimizer: &Optimizer, document: &mut Document<'_>) {
    if optimizer.has_distribution() {
        return;
    }
    let path = "player.command.opponent";
    let message = format!("`{path}`: {} needs one opponent for all candidates", optimizer.name());
    let label = "expected \"start\", found \"self\"";
    let help =
        "choose another optimizer, such as mirrored-es, whose candidates play their mirror images";
    document.report_at(path, message, label, help);
}

/// Tells the program of a search space what its scores are, and whom it plays against.
pub(super) fn settle_results(
    table: &ObjectiveTable,
    space: &mut SearchSpace,
    document: &mut Document<'_>,
) {
    let command = space.start.subject.command().cloned();
    let has_opponent = space.start.subject.has_opponent();
    let default = if has_opponent { ScoreKind::Result } else { ScoreKind::Points };
    let kind = table.score_kind.unwrap_or(default);
    let is_result = kind == ScoreKind::Result;
    let of_kind = match (&command, kind) {
        (None, _) => Some("expected `[player.command]`"),
        (_, ScoreKind::Points) if has_opponent => {
            Some("expected \"result\" or \"margin\", since candidates play against an opponent")
        }
        (_, ScoreKind::Margin) if !has_opponent => {
            Some("expected `opponent` in `[player.command]` beside it")
        }
        _ => None,
    };
    let of_scale = Some("expected score-kind = \"result\" beside it").filter(|_| !is_result);
    for (path, label) in [
        ("objective.score-kind", of_kind.filter(|_| table.score_kind.is_some())),
        ("objective.score-scale", of_scale.filter(|_| table.score_scale.is_some())),
    ] {
        if let Some(label) = label {
            let message = format!("`{path}` has no use here");
            document.report_at(path, message, label, "change it, or remove it");
        }
    }
    let Some(command) = command.filter(|_| kind != ScoreKind::Points) else { return };
    let won_score = table.score_scale.or(command.won_score).or(Some(1.0)).filter(|_| is_result);
    let opponent = command.opponent.as_ref().map(|it| opponents::settled(it, &space.start));
    let margins = kind == ScoreKind::Margin;
    let command = CommandSettings { won_score, opponent, margins, ..command };
    space.start.subject = Arc::new(space.start.subject.run_as(command));
}

/// Reads the objective; `None` if it has a mistake.
pub(super) fn objective(
    table: &ObjectiveTable,
    is_program: bool,
    document: &mut Document<'_>,
) -> Option<Objective> {
    let is_board_tile = |tile: u32| (4..=65_536).contains(&tile) && tile.is_power_of_two();
    if table.maximize.is_some() && table.minimize.is_some() {
        let label = "expected one of the two, found `maximize` beside it";
        let message = "`objective.minimize` stands in place of `maximize`";
        document.report_at("objective.minimize", message, label, "remove one of them");
        return None;
    }
    let (key, message, label, help) = match (table.measure(), table.tile) {
        (Measure::MeanScore, None) => return Some(Objective::MeanScore),
        (Measure::MeanLogScore, None) => return Some(Objective::MeanLogScore),
        (Measure::MedianScore, None) => return Some(Objective::MedianScore),
        (Measure::TileShare, Some(tile)) if is_program || is_board_tile(tile) => {
            return Some(Objective::TileShare(tile));
        }
        (Measure::TileShare, Some(tile)) => {
            let (label, help) = label_of_no_tile(tile, 4..=65_536);
            ("tile", "`objective.tile` must be a tile", label, help)
        }
        (Measure::TileShare, None) => (
            "maximize",
            "\"tile-share\" needs a tile",
            "expected a key `tile` beside it, found none".to_owned(),
            "add the tile to reach, for example tile = 2048".to_owned(),
        ),
        (_, Some(_)) => (
            "tile",
            "`objective.tile` has no use here",
            "expected none, since what is tuned is not \"tile-share\"".to_owned(),
            "give maximize = \"tile-share\", or remove the tile".to_owned(),
        ),
    };
    // The missing key may be one that was removed because of another mistake.
    if document.is_complete("objective") {
        document.report_at(&format!("objective.{key}"), message, label, help);
    }
    None
}
