//! Export as a C header. The constants of the row heuristic have the names of
//! the widely copied 2014 program, so that the header can replace them.

use std::fmt::Write;

use super::{constant_name, provenance, rows_in, scalars, square};
use crate::weights_file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;

/// Returns the name that the 2014 program gives to a weight of the row heuristic.
fn known_name(weight: &str) -> Option<&'static str> {
    Some(match weight {
        "constant" => "SCORE_LOST_PENALTY",
        "monotonicity-exponent" => "SCORE_MONOTONICITY_POWER",
        "monotonicity" => "SCORE_MONOTONICITY_WEIGHT",
        "sum-exponent" => "SCORE_SUM_POWER",
        "sum" => "SCORE_SUM_WEIGHT",
        "merges" => "SCORE_MERGES_WEIGHT",
        "empty" => "SCORE_EMPTY_WEIGHT",
        // The program no longer has an edge bonus; the name follows its pattern.
        "edge" => "SCORE_EDGE_WEIGHT",
        _ => return None,
    })
}

pub(super) fn export(file: &WeightsFile) -> String {
    let mut text = String::from("/*\n");
    for line in provenance::lines(file) {
        let _ = writeln!(text, " * {line}");
    }
    text.push_str(" */\n#ifndef TUNE2048_WEIGHTS_H\n#define TUNE2048_WEIGHTS_H\n\n");
    let heuristic = &file.weights.heuristic;
    let is_rows = matches!(heuristic, HeuristicKind::Rows | HeuristicKind::RichRows(_));
    let prefixed = |name: &str| format!("{}_{}", heuristic.constant_prefix(), constant_name(name));
    for (name, meaning, value) in scalars(&file.weights) {
        if is_rows && name == "edge" && value == 0.0 {
            // A solver without this term needs no constant for it.
            continue;
        }
        // The known names belong to the built-in terms, not to terms that a user writes.
        let known = known_name(name).filter(|_| is_rows).map(str::to_owned);
        let constant = known.unwrap_or_else(|| prefixed(name));
        let _ = writeln!(
            text,
            "/* {meaning} */\nstatic const double {constant} = {value:?};"
        );
    }
    if let Some((name, rows)) = square(&file.weights) {
        let (constant, cells) = (prefixed(name), rows_in(&rows, '{', '}'));
        let _ = writeln!(
            text,
            "/* In reading order. */\nstatic const double {constant}[4][4] = {{\n{cells}}};"
        );
    }
    text.push_str("\n#endif\n");
    text
}
