//! Heuristics and weights as plain data: each kind reads back to the same bits.

use proptest::prelude::*;
use serde_json::{Value, json};
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::presets::Preset;

use super::{every_kind, finite_weights};

fn read(data: Value) -> Result<Weights, String> {
    serde_json::from_str(&data.to_string()).map_err(|error| error.to_string())
}

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
fn every_kind_and_preset_reads_back() {
    let presets = Preset::ALL.iter().map(|preset| preset.weights().heuristic);
    for kind in every_kind().into_iter().chain(presets) {
        let text = serde_json::to_string(&kind).expect("plain data");
        let again: HeuristicKind = serde_json::from_str(&text).expect(&text);
        assert_eq!(again, kind, "{text}");
    }
}

#[test]
fn kinds_are_named_as_in_files() {
    for kind in HeuristicKind::ALL {
        let name = match serde_json::to_value(&kind).expect("plain data") {
            Value::String(name) => name,
            Value::Object(table) => table.keys().next().expect("one key").clone(),
            other => panic!("unexpected {other}"),
        };
        assert_eq!(name, kind.name());
    }
}

#[test]
fn data_are_what_their_documentation_says() {
    let found = read(json!({ "heuristic": { "path": 8 }, "values": { "ratio": 0.5 } }));
    let kind = HeuristicKind::Path(tune2048_engine::heuristic::Orientations::Eight);
    assert_eq!(found, Ok(Weights::defaults(kind).with("ratio", 0.5)));
    // The order of the values does not matter.
    let text =
        r#"{"values": {"exponent": 3, "sum": 1.5, "difference": -2}, "heuristic": "differences"}"#;
    let found: Weights = serde_json::from_str(text).expect("complete");
    assert_eq!(found.values, [1.5, -2.0, 3.0]);
    let kind: HeuristicKind =
        serde_json::from_value(json!({ "rich-rows": ["corner", "inner-empty"] })).expect("known");
    assert!(kind.weight_index("corner").is_some() && kind.weight_index("snake").is_none());
}

#[test]
fn bad_data_are_errors_that_name_the_mistake() {
    let path = |values: Value| json!({ "heuristic": { "path": 8 }, "values": values });
    let expressions = |terms: Value| json!({ "heuristic": { "expressions": terms }, "values": {} });
    let rich = |names: Value| json!({ "heuristic": { "rich-rows": names }, "values": {} });
    for (data, expected) in [
        (path(json!({})), "missing value of the weight `ratio`"),
        (path(json!({ "ratio": null })), "expected f64"),
        (
            path(json!({ "ratio": 0.5, "rate": 1 })),
            "unknown weight `rate`",
        ),
        (path(json!([0.5])), "a number for each weight by its name"),
        (
            json!({ "heuristic": { "path": 3 }, "values": {} }),
            "expected 1, 2 or 8, found 3",
        ),
        (
            json!({ "heuristic": { "corner-matrix": "log" }, "values": {} }),
            "unknown variant `log`",
        ),
        (
            json!({ "heuristic": "network", "values": {} }),
            "unknown variant `network`",
        ),
        (
            json!({ "heuristic": "none", "values": {}, "depth": 2 }),
            "unknown field `depth`",
        ),
        (json!({ "heuristic": "none" }), "missing field `values`"),
        (
            rich(json!([])),
            "rich rows need a weight beside those of the rows",
        ),
        (rich(json!(["corner", "corner"])), "`corner` is named twice"),
        (
            rich(json!(["empty"])),
            "unknown weight `empty` of rich rows",
        ),
        (
            expressions(json!([{ "name": "a", "expression": "r0 +" }])),
            "term `a`: ",
        ),
        (
            expressions(json!([{ "name": "a", "expression": "b" }])),
            "term `a`: ",
        ),
        (
            expressions(json!([
                { "name": "a", "expression": "r0 ** b", "parameters": ["b"] },
                { "name": "a-b", "expression": "r1" },
            ])),
            "two weights are called `a-b`",
        ),
    ] {
        let found = read(data.clone()).expect_err(&data.to_string());
        assert!(found.contains(expected), "{data}: {found}");
    }
    let twice = r#"{"heuristic": {"path": 8}, "values": {"ratio": 0.5, "ratio": 0.5}}"#;
    let found = serde_json::from_str::<Weights>(twice).expect_err("two values");
    assert!(
        found
            .to_string()
            .contains("two values of the weight `ratio`"),
        "{found}"
    );
    assert!(
        serde_json::from_str::<Weights>(
            r#"{"heuristic": {"path": 8}, "values": {"ratio": 1e999}}"#
        )
        .is_err()
    );
    let infinite = Preset::find("path")
        .expect("built in")
        .weights()
        .with("ratio", f64::NAN);
    let found = serde_json::to_string(&infinite).expect_err("not finite");
    assert!(
        found.to_string().contains("the weight `ratio` is NaN"),
        "{found}"
    );
}
