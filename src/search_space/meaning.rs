//! What the tables of a search space mean, and the mistakes of meaning in them.

use super::heuristic_table::{HeuristicTable, MatrixEntry, RowsTable, WeightEntry};
use super::matrix_entry::{read_exponent, read_matrix};
use super::parameters::Parameters;
use super::settings::{Measure, Objective, ObjectiveTable};
use super::weight_entry::read_weight;
use crate::diagnostics::{Document, Mistake};
use crate::heuristic::{Weights, rows};

/// Reads the weights and their ranges; where there is a mistake, anything stands in.
pub(super) fn parameters(
    table: &HeuristicTable<WeightEntry, MatrixEntry>,
    document: &mut Document<'_>,
) -> Parameters {
    let mut parameters = Parameters {
        start: Weights::defaults(table.kind()),
        axes: Vec::new(),
    };
    match table {
        HeuristicTable::Rows(table) => read_rows(table, &mut parameters, document),
        HeuristicTable::CornerMatrix(table) => {
            read_matrix(table, &mut parameters, document);
            read_exponent(table, &mut parameters, document);
        }
    }
    if parameters.axes.is_empty() && document.is_complete("heuristic") {
        let path = format!("heuristic.{}", table.kind().name());
        let mistake = Mistake::new(
            document.span(&path),
            "the search space is empty",
            "expected a weight to tune, found fixed ones only",
        );
        document.report(mistake.help(
            "give a weight as \"tune\", or as a table with `low` and `high`; \
             a matrix as a table with `layout`",
        ));
    }
    parameters
}

fn read_rows(
    table: &RowsTable<WeightEntry>,
    parameters: &mut Parameters,
    document: &mut Document<'_>,
) {
    for (index, weight) in rows::WEIGHTS.iter().enumerate() {
        if let Some(entry) = table.0.get(&*weight.name) {
            let path = format!("heuristic.rows.{}", weight.name);
            read_weight(parameters, (index, weight), entry, &path, document);
        }
    }
}

/// A name is the name of a folder on every system.
pub(crate) fn check_name(name: &str, document: &mut Document<'_>) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_valid =
        (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_plain);
    if !is_valid {
        let label = format!(
            "expected letters, digits, `-`, `_` and `.`, at most 100 and the first no `.`; found \"{}\"",
            name.escape_debug(),
        );
        let mistake = Mistake::new(document.span("name"), "`name` cannot name a folder", label);
        document.report(mistake.help("results are kept in a folder of this name"));
    }
}

/// A budget pays for one generation at least.
pub(super) fn check_budget(games: u64, games_per_generation: u64, document: &mut Document<'_>) {
    if games < games_per_generation {
        let label = format!("expected at least {games_per_generation}, found {games}");
        let message = "`budget.games` does not pay for one generation";
        let mistake = Mistake::new(document.span("budget.games"), message, label);
        document.report(mistake.help(
            "a generation takes `population` times `games-per-candidate` games: \
             raise the budget, or lower one of them",
        ));
    }
}

/// What is maximised; none where that is unclear.
pub(super) fn objective(table: &ObjectiveTable, document: &mut Document<'_>) -> Option<Objective> {
    let (key, message, label, help) = match (table.maximize, table.tile) {
        (Measure::MeanScore, None) => return Some(Objective::MeanScore),
        (Measure::MeanLogScore, None) => return Some(Objective::MeanLogScore),
        (Measure::MedianScore, None) => return Some(Objective::MedianScore),
        (Measure::TileShare, Some(tile)) if tile.is_power_of_two() => {
            return Some(Objective::TileShare(tile));
        }
        (Measure::TileShare, Some(tile)) => {
            let lower = 1 << tile.ilog2();
            (
                "tile",
                "`objective.tile` must be a tile",
                format!("expected a power of two, found {tile}"),
                format!("write {lower} or {}", lower * 2),
            )
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
            "expected none, since `maximize` is not \"tile-share\"".to_owned(),
            "give maximize = \"tile-share\", or remove the tile".to_owned(),
        ),
    };
    // A key that was removed may be the one that is missing.
    if document.is_complete("objective") {
        let span = document.span(&format!("objective.{key}"));
        document.report(Mistake::new(span, message, label).help(help));
    }
    None
}
