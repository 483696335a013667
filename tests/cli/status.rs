//! `status`: how far a campaign is.

use serde_json::Value;

use tune2048_testkit::program::{Scratch, TINY, replaced};

const KEYS: &str = "campaign folder state finished generations trials games budget games_per_candidate \
                    reliability failures doubts search_end restarts elapsed_seconds evidence \
                    workers";

fn status(scratch: &Scratch) -> Value {
    let json = scratch.json("status out");
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys.join(" "), KEYS);
    json
}

#[test]
fn the_json_of_campaigns_that_are_finished_and_not() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let json = status(&scratch);
    assert_eq!(json["campaign"], "tiny");
    assert_eq!(json["folder"], "out");
    assert_eq!((&json["finished"], &json["state"]), (&true.into(), &"finished".into()));
    assert_eq!([&json["generations"], &json["trials"], &json["games"]], [4, 20, 60]);
    assert_eq!(json["budget"]["generations"], 4);
    assert_eq!(json["budget"]["games"], Value::Null);
    assert_eq!(json["evidence"]["tuned"]["games"], 10);
    assert_eq!(json["evidence"]["search_games"], 60);
    let ratio = json["evidence"]["ratio"].as_f64().unwrap();
    let [low, high] = [0, 1]
        .map(|end| json["evidence"]["ratio_interval"][["low", "high"][end]].as_f64().unwrap());
    assert!(low < ratio && ratio < high);

    scratch.write("out/search-space.toml", replaced(TINY, "generations = 4", "generations = 9"));
    let words = ["budget.generations: recorded 4, found 9", "resume"];
    scratch.refuses("status out", &words);
    // A torn line stays as it is.
    scratch.copy("out", "whole");
    scratch.write("whole/search-space.toml", TINY);
    scratch.keep_trials("whole", "out", 8);
    let torn = scratch.read("out/trials.csv") + "8,1";
    scratch.write("out/trials.csv", &torn);
    let json = status(&scratch);
    assert_eq!((&json["finished"], &json["state"]), (&false.into(), &"interrupted".into()));
    assert_eq!([&json["generations"], &json["trials"], &json["games"]], [1, 8, 24]);
    assert_eq!(json["evidence"], Value::Null);
    scratch.prints("status out", &["interrupted", "tune2048 resume out"]);
    assert_eq!(scratch.read("out/trials.csv"), torn, "looking changes nothing");
}

#[test]
fn run_and_resume_print_lines_of_json() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let lines = |arguments: &str| scratch.tune2048(arguments).succeeds().json_lines();
    let of_kind = |lines: &[Value], kind: &str, key: &str| -> Vec<Value> {
        let found = lines.iter().filter(|line| line["kind"] == kind);
        found.map(|line| line[key].clone()).collect()
    };
    let run = lines("run tiny.toml --no-pilot --out out --json");
    assert_eq!(of_kind(&run, "generation", "generation"), [0, 1, 2, 3]);
    assert_eq!(of_kind(&run, "generation", "games"), [15, 30, 45, 60]);
    assert_eq!(of_kind(&run, "phase", "phase"), ["search", "final race", "validation"]);
    assert_eq!(run[1]["weights"]["merges"], 700.0, "{run:?}");
    let mut result = run.last().unwrap().clone();
    assert_eq!(result.as_object_mut().unwrap().shift_remove("kind").unwrap(), "result");
    assert_eq!(result, scratch.json("status out"));
    let resumed = lines("resume out --json");
    assert!(of_kind(&resumed, "generation", "games").is_empty());
    assert_eq!(resumed.last(), run.last());
}
