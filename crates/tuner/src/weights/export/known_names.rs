//! The constant names of the widely copied 2014 program.

/// Returns the name that the 2014 program gives to a weight of the row heuristic.
pub(super) fn known_name(weight: &str) -> Option<&'static str> {
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
