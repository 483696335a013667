//! Heuristics and weights as plain data: each kind reads back to the same bits.

use proptest::prelude::*;
use serde_json::json;
use tune2048_engine::heuristic::{HeuristicKind, Weights};

use super::finite_weights;

proptest! {
    #[test]
    fn weights_read_back_bit_for_bit(weights in finite_weights()) {
        let text = serde_json::to_string(&weights).expect("finite values");
        let again: Weights = serde_json::from_str(&text).expect(&text);
        prop_assert_eq!(&again.heuristic, &weights.heuristic);
        let bits = |weights: &Weights| weights.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&again), bits(&weights));
    }
}

#[test]
fn data_are_what_their_documentation_says() {
    let data = json!({ "heuristic": { "path": 8 }, "values": [0.5] });
    let found: Weights = serde_json::from_value(data).expect("complete");
    let kind = HeuristicKind::Path(tune2048_engine::heuristic::Orientations::Eight);
    assert_eq!(found, Weights::defaults(kind).with("ratio", 0.5));
    let kind: HeuristicKind =
        serde_json::from_value(json!({ "rich-rows": ["corner", "inner-empty"] })).expect("known");
    assert!(kind.weight_index("corner").is_some() && kind.weight_index("snake").is_none());
}

#[test]
fn bad_data_are_errors_that_name_the_mistake() {
    let path = |values: &str| format!(r#"{{"heuristic": {{"path": 8}}, "values": {values}}}"#);
    let kind = |kind: &str| format!(r#"{{"heuristic": {kind}, "values": []}}"#);
    let terms = |terms: &str| kind(&format!(r#"{{"expressions": [{terms}]}}"#));
    let twice = r#"{"name": "a", "expression": "r0 ** b", "parameters": ["b"]}, {"name": "a-b", "expression": "r1"}"#;
    for (data, expected) in [
        (path("[]"), "found 0 finite values of 0 of the heuristic path, expected 1"),
        (path("[null]"), "expected f64"),
        (path("[1e999]"), "number out of range"),
        (path("[1, 1]"), "found 2 finite values of 2"),
        (kind(r#"{"path": 3}"#), "expected 1, 2 or 8, found 3"),
        (kind(r#"{"corner-matrix": "log"}"#), "unknown variant `log`"),
        (kind(r#""network""#), "unknown variant `network`"),
        (kind(r#""none", "depth": 2"#), "unknown field `depth`"),
        (r#"{"heuristic": "none"}"#.to_owned(), "missing field `values`"),
        (kind(r#"{"rich-rows": []}"#), "found the weights `` of rich rows"),
        (kind(r#"{"rich-rows": ["corner", "corner"]}"#), "`corner, corner` of rich rows"),
        (kind(r#"{"rich-rows": ["corner", "empty"]}"#), "expected one or more that can stand"),
        (terms(r#"{"name": "a", "expression": "r0 +"}"#), "term `a`: "),
        (terms(r#"{"name": "a", "expression": "b"}"#), "term `a`: "),
        (terms(twice), "two weights are called `a-b`"),
    ] {
        let found = serde_json::from_str::<Weights>(&data).expect_err(&data).to_string();
        assert!(found.contains(expected), "{data}: {found}");
    }
}
