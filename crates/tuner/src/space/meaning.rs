//! Checks of a campaign file that its schema cannot express.

use std::ops::RangeInclusive;
use std::sync::Arc;

use indexmap::IndexMap;

use super::command_entry::report_placeholders;
use super::expression_entry::check_finite;
use super::final_games::{BASELINE, ValidationBaseline};
use super::format::CampaignFile;
use super::heuristic_table::HeuristicTable;
use super::player_entry::PlayerEntry;
use super::search_space::SearchSpace;
use super::settings::{
    AdaptiveGames, GamesPerCandidate, Measure, ObjectiveTable, OnNoise, ScoreKind,
};
use super::weight_entry::{SpaceReader, WeightEntry, report_rule};
use crate::statistics::Objective;
use crate::subject::{CommandSettings, Configuration, Subject};
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
    let before = document.mistakes();
    let mut reader = SpaceReader::new(Arc::clone(&subject), true, document);
    read_heuristic(table, &mut reader);
    player.read(&mut reader);
    let SpaceReader { space, document, .. } = reader;
    if let Some(table) = table.board() {
        report_idle_rows(subject.table_name(), &table.weights, document);
    }
    if let HeuristicTable::Command(table) = table {
        report_placeholders(table, &player.player, document);
    }
    let ends = space.tuned.iter().flat_map(|(at, range)| [(*at, range.low), (*at, range.high)]);
    check_finite(&space.start, &ends.collect::<Vec<_>>(), document);
    // A range with a mistake is one that was meant.
    if space.dimensions() == 0 && document.mistakes() == before {
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

/// Reads the weights of a heuristic, or the parameters of a program.
fn read_heuristic(table: &HeuristicTable, reader: &mut SpaceReader<'_, '_>) {
    let subject = Arc::clone(&reader.space.start.subject);
    if let Some(matrix) = table.board().and_then(|table| table.matrix.as_ref()) {
        reader.matrix(matrix);
    }
    for (index, key, entry) in table.weights(&subject) {
        let path = format!("heuristic.{}.{key}", subject.table_name());
        match entry.range() {
            Ok(table) => reader.range(index, &table, &path),
            Err(fixed) => reader.space.start.values[index] = fixed,
        }
    }
    if let HeuristicTable::Command(table) = table {
        reader.parameters(&table.0);
    }
}

/// Reads weights without ranges, as a file of weights has them.
pub(crate) fn fixed_weights(
    table: &HeuristicTable,
    subject: Subject,
    document: &mut Document<'_>,
) -> Configuration {
    let mut reader = SpaceReader::new(Arc::new(subject), false, document);
    read_heuristic(table, &mut reader);
    reader.space.start
}

/// Reports weights of rows that have no effect without another weight.
fn report_idle_rows(
    heuristic: &str,
    table: &IndexMap<String, WeightEntry>,
    document: &mut Document<'_>,
) {
    for (name, other) in rich_rows::NEEDED {
        if table.contains_key(name) && !table.contains_key(other) {
            let since = format!("`{other}` does not stand beside it");
            document.report_useless(&format!("heuristic.{heuristic}.{name}"), since);
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

/// Tells the program of a search space what its scores are, and whom it plays against.
pub(super) fn settle_results(table: &ObjectiveTable, space: &mut SearchSpace) {
    let kind = table.score_kind(&space.start.subject);
    let Some(command) = space.start.subject.command().filter(|_| kind != ScoreKind::Points) else {
        return;
    };
    let is_result = kind == ScoreKind::Result;
    let won_score = table.score_scale.or(command.won_score).or(Some(1.0)).filter(|_| is_result);
    let opponent = command.opponent.as_ref().map(|it| it.settled(&space.start));
    let margins = kind == ScoreKind::Margin;
    let command = CommandSettings { won_score, opponent, margins, ..command.clone() };
    space.start.subject = Arc::new(space.start.subject.run_as(command));
}

/// Reads the objective; `None` if its tile is missing.
pub(super) fn objective(
    table: &ObjectiveTable,
    is_program: bool,
    document: &mut Document<'_>,
) -> Option<Objective> {
    match (table.measure(), table.tile) {
        (Measure::MeanScore, _) => Some(Objective::MeanScore),
        (Measure::MeanLogScore, _) => Some(Objective::MeanLogScore),
        (Measure::MedianScore, _) => Some(Objective::MedianScore),
        (Measure::TileShare, Some(tile)) => {
            if !is_program {
                check_tile("objective.tile", tile, 4..=65_536, document);
            }
            Some(Objective::TileShare(tile))
        }
        (Measure::TileShare, None) => {
            let label = "expected a key `tile` beside it, found none";
            let help = "add the tile to reach, for example tile = 2048";
            let message = "\"tile-share\" needs a tile";
            document.report_at("objective.maximize", message, label, help);
            None
        }
    }
}

/// Reports a number that is none of some tiles.
fn check_tile(path: &str, found: u32, tiles: RangeInclusive<u32>, document: &mut Document<'_>) {
    if !found.is_power_of_two() || !tiles.contains(&found) {
        let (least, most) = tiles.into_inner();
        let message = format!("`{path}` must be a tile");
        let label = format!("expected a power of two from {least} to {most}, found {found}");
        document.report_at(path, message, label, "give a tile, such as 2048");
    }
}

/// Reports settings that others of the file leave no use for, and those that lack another one.
pub(super) fn check_settings(
    file: &CampaignFile,
    optimizer: &Optimizer,
    (subject, candidates_meet): (&Subject, bool),
    document: &mut Document<'_>,
) {
    let objective = &file.objective;
    let (measure, kind) = (objective.measure(), objective.score_kind(subject));
    let (is_program, has_opponent) = (subject.is_program(), subject.has_opponent());
    let (has_cost, has_mean) = (objective.cost_per_move.is_some(), optimizer.recommends_mean());
    let is_stored = file.validation.baseline == Some(ValidationBaseline::Stored);
    let adaptive = match objective.games_per_candidate {
        Some(GamesPerCandidate::Adaptive(adaptive)) => Some(adaptive),
        _ => None,
    };
    let is_restart = adaptive.is_some_and(|games| games.on_noise == OnNoise::Restart);
    let useless = [
        ("objective.minimize", objective.maximize.is_some(), "`maximize` stands beside it"),
        ("objective.tile", measure != Measure::TileShare, "what is tuned is not \"tile-share\""),
        ("objective.score-kind", !is_program, "there is no `[player.command]`"),
        (
            "objective.score-kind",
            kind == ScoreKind::Points && has_opponent,
            "games against an opponent have a \"result\" or a \"margin\"",
        ),
        (
            "objective.score-kind",
            kind == ScoreKind::Margin && !has_opponent,
            "`[player.command]` has no `opponent`",
        ),
        ("objective.score-scale", kind != ScoreKind::Result, "`score-kind` is not \"result\""),
        ("objective.begin-at", is_program, "a program plays its games itself"),
        (
            "objective.begin-at",
            measure != Measure::MeanScore,
            "only mean scores can be compared from a board on",
        ),
        ("objective.begin-at", has_cost, "the cost of a move is that of whole games"),
        (
            "objective.games-per-candidate.on-noise",
            is_restart && !has_mean,
            "only mirrored-es and cma-es have a step size to widen",
        ),
        ("warm-start", !has_mean, "only mirrored-es and cma-es start from a distribution"),
        (
            BASELINE,
            is_stored && measure != Measure::MeanScore,
            "only mean scores are stored: the starting weights have to play",
        ),
    ];
    for (path, is_useless, since) in useless {
        if is_useless && document.has(path) {
            document.report_useless(path, since);
        }
    }
    if candidates_meet && !optimizer.has_distribution() {
        let path = "player.command.opponent";
        let message =
            format!("`{path}`: {} needs one opponent for all candidates", optimizer.name());
        let help = "choose another optimizer, such as mirrored-es, whose candidates play their mirror images";
        document.report_at(path, message, "expected \"start\", found \"self\"", help);
    }
    if let Some(tile) = objective.begin_at {
        check_tile("objective.begin-at", tile, 8..=32_768, document);
    }
    if let Some(setting) = subject.search_settings().first().filter(|_| !has_cost) {
        let label = "expected `cost-per-move` in `[objective]`, found none";
        let help = "a search that may spend more plays better whatever its settings: give the boards a \
             move that a candidate may cost; `tune2048 evaluate` prints what a player costs";
        let path = format!("player.expectimax.{}", setting.name);
        document.report_at(&path, "a tuned search needs a limit of its cost", label, help);
    }
    let path = "objective.games-per-candidate";
    if let Some(AdaptiveGames { low, high, .. }) = adaptive.filter(|games| games.low > games.high) {
        let key = if document.has(&format!("{path}.low")) { "low" } else { "high" };
        let label = format!("found low = {low} and high = {high}");
        let rule = "`low` must not be above `high`";
        report_rule((path, key), rule, label, "raise `high`, or lower `low`", document);
    }
    if let Some(source) = &file.warm_start
        && source.campaign.is_some() == source.trials.is_some()
    {
        let message = match source.campaign {
            Some(_) => "`warm-start` says twice where the search starts",
            None => "`warm-start` does not say where the search starts",
        };
        let label = "expected either `campaign` or `trials`";
        document.report_at("warm-start", message, label, "give one of the two");
    }
}
