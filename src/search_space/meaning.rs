//! What the tables of a search space mean, and the mistakes of meaning in them.

use super::heuristic_table::{HeuristicTable, MatrixEntry, RowsTable, WeightEntry};
use super::matrix_entry::{read_exponent, read_matrix};
use super::parameters::Parameters;
use super::settings::{Measure, Objective, ObjectiveTable};
use super::weight_entry::read_weight;
use crate::diagnostics::{Document, Mistake};
use crate::heuristic::Weights;

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
    if parameters.axes.is_empty() && document.is_sound("heuristic") {
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
    for (index, weight) in parameters.start.heuristic.weights().iter().enumerate() {
        if let Some(entry) = table.0.get(weight.name) {
            let path = format!("heuristic.rows.{}", weight.name);
            read_weight(parameters, (index, weight), entry, &path, document);
        }
    }
}

/// A name is the name of a folder on every system.
pub(super) fn check_name(name: &str, document: &mut Document<'_>) {
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

/// What is maximised; none where that is unclear.
pub(super) fn objective(table: &ObjectiveTable, document: &mut Document<'_>) -> Option<Objective> {
    let is_known = document.is_sound("objective.maximize") && document.is_sound("objective.tile");
    match (table.maximize, table.tile) {
        (Measure::TileShare, Some(tile)) if tile.is_power_of_two() => {
            return Some(Objective::TileShare(tile));
        }
        (Measure::MeanScore, None) => return Some(Objective::MeanScore),
        (Measure::MeanLogScore, None) => return Some(Objective::MeanLogScore),
        (Measure::MedianScore, None) => return Some(Objective::MedianScore),
        _ if !is_known => {}
        (Measure::TileShare, Some(tile)) => {
            let span = document.span("objective.tile");
            let label = format!("expected a power of two, found {tile}");
            let lower = 1 << tile.ilog2();
            let help = format!("write {lower} or {}", lower * 2);
            document.report(Mistake::new(span, "`objective.tile` is no tile", label).help(help));
        }
        (Measure::TileShare, None) => {
            let span = document.span("objective.maximize");
            let label = "expected a key `tile` beside it, found none";
            let help = "add the tile to reach, for example tile = 2048";
            document.report(Mistake::new(span, "\"tile-share\" needs a tile", label).help(help));
        }
        (_, Some(_)) => {
            let span = document.span("objective.tile");
            let label = "expected none, since `maximize` is not \"tile-share\"";
            let help = "give maximize = \"tile-share\", or remove the tile";
            let mistake = Mistake::new(span, "`objective.tile` has no use here", label);
            document.report(mistake.help(help));
        }
    }
    None
}
