//! Campaigns over learning runs: `learn --as-program`, and what such a campaign is good for.

use serde_json::{Value, json};

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::{LEARNED, LEARNING};

fn scratch() -> Scratch {
    let scratch = Scratch::with("learned.toml", LEARNED);
    scratch.write("tiny.toml", LEARNING);
    scratch
}

#[test]
fn the_numbers_of_a_campaign_are_learned_with() {
    let scratch = scratch();
    scratch.tune2048("run tiny.toml").succeeds();
    let learn = "learn learned.toml --numbers tiny --out best --threads 1";
    let learned = scratch.tune2048(learn).succeeds();
    assert!(learned.text().contains("learned from 60 games"), "{learned}");
    let best: toml::Table = scratch.read("results/tiny/best.toml").parse().unwrap();
    let settings: toml::Table = scratch.read("best/learning.toml").parse().unwrap();
    for name in ["learning-rate", "lambda", "fine-tuning"] {
        assert_eq!(settings["method"][name], best["heuristic"]["command"][name]);
    }
    assert_eq!(settings["method"]["kind"].as_str(), Some("otd+tc"));
    scratch.tune2048("resume best").succeeds();
    let words = ["2014: found a number `constant`, expected one of learning-rate, "];
    scratch.refuses("learn learned.toml --numbers 2014", &words);
}

#[test]
fn a_game_scores_what_the_network_of_the_same_settings_scores() {
    let scratch = scratch();
    let request = |id, numbers| json!({"id": id, "weights": numbers, "seeds": [21]}).to_string();
    let input = [
        request(1, json!({"lambda": 0.5, "second-stage": 7})),
        request(2, json!({"lambda": 2})),
        request(3, json!({"learning-rate": 1000})),
    ];
    let input = input.join("\n") + "\n";
    let program = scratch.with_input("learn --as-program learned.toml", input);
    let lines: Vec<Value> =
        program.succeeds().text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [greeting, played, refused, diverged] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(greeting["protocol"], 1);
    assert_eq!([&played["id"], &played["seed"]], [1, 21]);
    assert_eq!(refused["error"], "lambda: found 2, expected 0 to 1");
    assert_eq!(diverged["score"], 0);

    let file = replaced(LEARNED, "games = 60", "games = 60\nseed = 21\nstages = [128]");
    scratch.write("same.toml", file + "lambda = 0.5\n");
    scratch.tune2048("learn same.toml --threads 1").succeeds();
    let manifest: Value =
        serde_json::from_str(&scratch.read("networks/same/learning.json")).unwrap();
    let games = manifest["test"].as_array().unwrap().iter();
    let sum: u64 = games.map(|game| game["score"].as_u64().unwrap()).sum();
    assert_eq!(played["score"], (sum + 2) / 4);

    let run = scratch.with_input("learn --as-program learned.toml", "play!\n");
    assert_eq!(run.code, Some(2), "{run}");
    run.says("standard input: found no request of protocol 1");
}

#[test]
fn a_file_of_an_earlier_version_is_told_what_to_write() {
    let scratch = Scratch::new();
    let space =
        "name = \"old\"\n[player.learning]\ngames = 60\n[heuristic.learning]\nlambda = \"tune\"\n";
    scratch.write("old.toml", space);
    let words = [
        "the key `learning` of `[player]` was removed",
        "program = [\"tune2048\", \"learn\", \"--as-program\", \"FILE\"]",
        "the key `learning` of `[heuristic]` was removed",
    ];
    scratch.refuses("check old.toml", &words);
}
