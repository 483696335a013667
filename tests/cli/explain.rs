//! How two players differ: table, JSON, refusals.

use tune2048_testkit::csv_text::{event, lines, rechained_log};
use tune2048_testkit::program::{Scratch, number};
use tune2048_testkit::spaces::TINY;

const FEW: &str = "--games 30 --boards 20";

#[test]
fn the_table_says_what_json_says() {
    let scratch = Scratch::new();
    let question = format!("explain 2014-simple {FEW}");
    let run = scratch.tune2048(&question).succeeds();
    let text = run.text();
    let found = scratch.json(&question);
    assert!(text.starts_with("A: 2014-simple, expectimax depth 1\nB: 2014, expectimax depth 1\n"));
    assert_eq!(found["a"]["weights"], "2014-simple");
    assert_eq!(found["b"]["weights"], "2014");
    let share = number(&found["agreement"]["share"]);
    let sentence = format!("A and B play the same move on {:.1} %", 100.0 * share);
    assert!(text.contains(&sentence), "{sentence:?} in {text}");
    let same = number(&found["agreement"]["same"]);
    assert!((same / number(&found["agreement"]["boards"]) - share).abs() < 1e-12);
    let stages = found["stages"].as_array().expect("stages");
    assert!(stages.len() >= 3, "{found}");
    for stage in stages {
        let tile = number(&stage["largest_tile"]);
        let is_it = |line: &str| line.trim_start().replace(' ', "").contains(&format!("{tile}"));
        assert!(text.lines().any(is_it), "{tile} in {text}");
    }
}

#[test]
fn what_was_published_for_a_heuristic_is_its_rival_and_a_depth_is_that_of_both() {
    let scratch = Scratch::new();
    for (weights, rival) in
        [("corner-diagonal", "corner-published"), ("random", "2014"), ("greedy-merges", "2014")]
    {
        let found = scratch.json(&format!("explain {weights} --games 4 --boards 4"));
        assert_eq!(found["b"]["weights"], rival, "{weights}");
    }
    let found = scratch.json("explain 2014-simple --games 1 --boards 2 --depth 2");
    for side in ["a", "b"] {
        assert_eq!(found[side]["player"], "expectimax depth 2");
    }
    scratch.refuses("explain random --depth 2", &["--depth", "random"]);
}

#[test]
fn an_ablation_goes_from_one_set_of_weights_to_the_other() {
    let scratch = Scratch::new();
    let question = "explain tuned-depth1 --ablation --games 5";
    let found = scratch.json(question);
    assert_eq!(found["against"], "2014");
    let mut steps: Vec<&str> = Vec::new();
    for step in found["steps"].as_array().expect("steps") {
        assert_ne!(step["from"], step["to"]);
        steps.extend(step["weight"].as_str());
    }
    let run = scratch.tune2048(question).succeeds();
    let text = run.text();
    let places = steps.iter().map(|name| text.find(&format!("\n  {name} ")).expect("a line"));
    assert!(places.is_sorted(), "{text}");
    steps.sort_unstable();
    let all = ["empty", "merges", "monotonicity", "monotonicity-exponent", "sum", "sum-exponent"];
    assert_eq!(steps, all);
    for (weights, problem) in [
        ("2014", "found the same weights"),
        ("corner-tuned --against 2014", "found different parameters"),
    ] {
        scratch.refuses(&format!("explain {weights} --ablation"), &[problem, "--against"]);
    }
}

#[test]
fn the_ablation_of_a_campaign_is_in_its_report() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let command = "tune2048 explain out --ablation";
    let summary = || scratch.tune2048("report out --markdown").succeeds().text().to_owned();
    let page = || {
        scratch.tune2048("report out").succeeds();
        scratch.read("out/report.html")
    };
    assert!(summary().contains(command) && page().contains(command));
    // That of another depth is of another player.
    scratch.tune2048("explain out --ablation --games 3 --depth 0").succeeds().says_nothing();
    let found = scratch.tune2048("explain out --ablation --games 3 --json").succeeds();
    let json = found.json();
    let log = scratch.read("out/log.jsonl");
    let kept = event(log.lines().last().unwrap());
    assert_eq!(kept["found"], json);
    for shown in [summary(), page()] {
        assert!(shown.contains("Which weights make the difference"), "{shown}");
        for step in json["steps"].as_array().unwrap() {
            assert!(shown.contains(step["weight"].as_str().unwrap()), "{shown}");
        }
        assert!(!shown.contains(command), "{shown}");
    }
    // Of other weights nothing is shown.
    let to = json["steps"][0]["to"].to_string();
    let mut lines = lines(&log);
    let last = lines.last_mut().unwrap();
    *last = last.replace(&to, "1.5");
    scratch.write("out/log.jsonl", rechained_log(&lines));
    assert!(summary().contains(command) && page().contains(command));
}
