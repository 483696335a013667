//! A C header. For the row heuristic its constants bear the names of the
//! program that everybody copies, so that it can stand in their place.

use std::fmt::Write;

use super::{constant_name, matrix, provenance, rows_in, scalars};
use crate::heuristic::HeuristicKind;
use crate::weights_file::WeightsFile;

/// What that program calls a weight of the row heuristic.
fn known_name(weight: &str) -> Option<&'static str> {
    Some(match weight {
        "constant" => "SCORE_LOST_PENALTY",
        "monotonicity-exponent" => "SCORE_MONOTONICITY_POWER",
        "monotonicity" => "SCORE_MONOTONICITY_WEIGHT",
        "sum-exponent" => "SCORE_SUM_POWER",
        "sum" => "SCORE_SUM_WEIGHT",
        "merges" => "SCORE_MERGES_WEIGHT",
        "empty" => "SCORE_EMPTY_WEIGHT",
        // That program has lost its edge bonus; the name is in its manner.
        "edge" => "SCORE_EDGE_WEIGHT",
        "exponent" => "CORNER_EXPONENT",
        _ => return None,
    })
}

pub(super) fn export(file: &WeightsFile) -> String {
    let mut text = String::from("/*\n");
    for line in provenance::lines(file) {
        let _ = writeln!(text, " * {line}");
    }
    text.push_str(" */\n#ifndef TUNE2048_WEIGHTS_H\n#define TUNE2048_WEIGHTS_H\n\n");
    for (name, meaning, value) in scalars(&file.weights) {
        let is_rows = file.weights.heuristic.name() == "rows";
        if is_rows && name == "edge" && value == 0.0 {
            // Nothing that a solver without this term would miss.
            continue;
        }
        let constant = match (&file.weights.heuristic, known_name(name)) {
            // A term means what its author says, not what that program does.
            (HeuristicKind::Expressions(_), _) => format!("SCORE_{}", constant_name(name)),
            (_, Some(known)) => known.to_owned(),
            (HeuristicKind::RichRows(_), None) => format!("SCORE_{}", constant_name(name)),
            (_, None) => constant_name(name),
        };
        let _ = writeln!(
            text,
            "/* {meaning} */\nstatic const double {constant} = {value:?};"
        );
    }
    if let Some(rows) = matrix(&file.weights) {
        let cells = rows_in(&rows, '{', '}');
        let _ = writeln!(
            text,
            "/* In reading order. */\nstatic const double CORNER_MATRIX[4][4] = {{\n{cells}}};"
        );
    }
    text.push_str("\n#endif\n");
    text
}
