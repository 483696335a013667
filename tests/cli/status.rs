//! `status`: how far a campaign is.

use serde_json::Value;

use crate::spaces::TINY;
use crate::support::{Scratch, replaced};

const KEYS: [&str; 14] = [
    "campaign",
    "folder",
    "finished",
    "generations",
    "trials",
    "games",
    "budget",
    "games_per_candidate",
    "reliability",
    "restarts",
    "changes",
    "elapsed_seconds",
    "evidence",
    "workers",
];

#[test]
fn the_json_of_a_finished_campaign() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let json = scratch
        .tune2048("status out --json")
        .succeeds()
        .says_nothing()
        .json();
    assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), KEYS);
    assert_eq!(json["campaign"], "tiny");
    assert_eq!(json["folder"], "out");
    assert_eq!(json["finished"], true);
    assert_eq!(
        [&json["generations"], &json["trials"], &json["games"]].map(Value::as_u64),
        [4, 20, 60].map(Some)
    );
    assert_eq!(json["budget"]["generations"], 4);
    assert_eq!(json["budget"]["games"], Value::Null);
    assert_eq!(json["evidence"]["tuned"]["games"], 10);
    assert_eq!(json["evidence"]["search_games"], 60);
    let ratio = json["evidence"]["ratio"].as_f64().unwrap();
    let [low, high] = [0, 1].map(|end| json["evidence"]["ratio_ci95"][end].as_f64().unwrap());
    assert!(low < ratio && ratio < high);
}

#[test]
fn the_json_of_one_that_is_not() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    std::fs::remove_file(scratch.path("out/best.toml")).unwrap();
    let rows = scratch.read("out/trials.csv");
    let cut: String = rows.split_inclusive('\n').take(9).collect();
    scratch.write("out/trials.csv", cut);
    let json = scratch.tune2048("status out --json").succeeds().json();
    assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), KEYS);
    assert_eq!(json["finished"], false);
    assert_eq!(
        [&json["generations"], &json["trials"], &json["games"]].map(Value::as_u64),
        [1, 8, 24].map(Some)
    );
    assert_eq!(json["evidence"], Value::Null);
    let text = scratch.tune2048("status out").succeeds();
    assert!(text.text().contains("not finished"), "{text}");
    assert!(text.text().contains("tune2048 resume out"), "{text}");
}

#[test]
fn a_larger_budget_that_is_not_spent_is_not_finished() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    scratch.write(
        "out/search-space.toml",
        replaced(TINY, "generations = 4", "generations = 9"),
    );
    let json = scratch.tune2048("status out --json").succeeds().json();
    assert_eq!(json["finished"], false);
}

#[test]
fn looking_changes_nothing() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let whole = scratch.bytes("out/trials.csv");
    let torn = &whole[..whole.len() - 10];
    scratch.write("out/trials.csv", torn);
    scratch.tune2048("status out").succeeds();
    scratch.tune2048("report out").succeeds();
    assert_eq!(scratch.bytes("out/trials.csv"), torn);
}
