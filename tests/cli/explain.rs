//! How two players differ: words, tables, JSON, refusals.

use serde_json::Value;

use crate::support::Scratch;

const FEW: &str = "--games 30 --boards 20";

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("expected a number, found {value}"))
}

#[test]
fn words_and_tables_say_what_json_says() {
    let scratch = Scratch::new();
    let question = format!("explain 2014-simple {FEW}");
    let run = scratch.tune2048(&question).succeeds();
    let text = run.text();
    let found = scratch
        .tune2048(&format!("{question} --json"))
        .succeeds()
        .says_nothing()
        .json();
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
    let mut boards = 0.0;
    for stage in stages {
        boards += number(&stage["agreement"]["boards"]);
        assert!(number(&stage["agreement"]["boards"]) <= 20.0);
        assert!(number(&stage["spread"]["a"]) > 0.0);
        // 2014-simple knows empty cells and edges alone.
        let terms = &stage["terms"]["a"];
        for name in ["constant", "merges", "monotonicity", "sum"] {
            assert!(number(&terms[name]).abs() < 1e-9, "{name}: {terms}");
        }
        assert!(number(&terms["empty"]) > 0.0 && number(&terms["edge"]) > 0.0);
        assert!((number(&stage["terms"]["b"]["constant"]) - 1_600_000.0).abs() < 1e-6);
        let tile = number(&stage["largest_tile"]);
        let line = text.lines().find(|line| {
            let title = line.trim_start().replace(' ', "");
            title.starts_with(&format!("{tile}")) || title.starts_with(&format!("upto{tile}"))
        });
        assert!(line.is_some(), "{tile} in {text}");
    }
    assert!((boards - number(&found["agreement"]["boards"])).abs() < 0.5);
    assert_eq!(found["terms_comparable"], true);
    let names: Vec<&str> = found["pulls"]
        .as_array()
        .expect("pulls")
        .iter()
        .filter_map(|pull| pull["term"].as_str())
        .collect();
    assert_eq!(
        names,
        ["constant", "empty", "merges", "monotonicity", "sum", "edge"]
    );
    for name in names {
        assert!(text.contains(&format!("\n  {name} ")), "{name} in {text}");
    }
    let examples = found["examples"].as_array().expect("boards");
    assert_eq!(examples.len(), 3);
    for example in examples {
        let board = example["board"].as_str().expect("a board");
        assert!(text.contains(board), "{board} in {text}");
        // What `inspect` says of it.
        for (weights, side) in [("2014-simple", "a"), ("2014", "b")] {
            let inspected = scratch.tune2048(&format!("inspect {weights} {board} --json"));
            let inspected = inspected.succeeds().json();
            assert_eq!(inspected["best"], example[side]);
            for (own, other) in example["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .zip(inspected["moves"].as_array().expect("moves"))
            {
                assert_eq!(own["value"][side], other["value"], "{example}");
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer_on_any_number_of_threads() {
    let scratch = Scratch::new();
    let answer = |more: &str| {
        let question = format!("explain 2014-simple {FEW} {more}");
        scratch.tune2048(&question).succeeds().text().to_owned()
    };
    let first = answer("--threads 1");
    assert_eq!(first, answer("--threads 3"));
    assert_ne!(first, answer("--seed 2"));
}

#[test]
fn what_was_published_for_a_heuristic_is_its_rival() {
    let scratch = Scratch::new();
    for (weights, rival) in [
        ("corner-diagonal", "corner-published"),
        ("random", "2014"),
        ("greedy-merges", "2014"),
    ] {
        let found = scratch.tune2048(&format!("explain {weights} --games 4 --boards 4 --json"));
        assert_eq!(found.succeeds().json()["b"]["weights"], rival, "{weights}");
    }
}

#[test]
fn players_of_any_kind_can_be_set_side_by_side() {
    let scratch = Scratch::new();
    for (a, b) in [
        ("differences", "2014"),
        ("corner-published", "path"),
        ("greedy-merges", "random"),
        ("exponential-snake", "model-chasing"),
    ] {
        let question = format!("explain {a} --against {b} --games 6 --boards 6");
        let run = scratch.tune2048(&question).succeeds();
        assert!(run.text().contains("play the same move on"), "{run}");
        let found = scratch
            .tune2048(&format!("{question} --json"))
            .succeeds()
            .json();
        assert_eq!(found["terms_comparable"], false, "{a} {b}");
        assert!(
            found["pulls"]
                .as_array()
                .expect("pulls")
                .iter()
                .all(|pull| pull["together"].is_null())
        );
    }
    let run = scratch.tune2048("explain differences --against 2014 --games 6 --boards 6");
    assert!(run.text().contains("have different terms"), "{run}");
}

#[test]
fn a_depth_is_that_of_both() {
    let scratch = Scratch::new();
    let question = "explain 2014-simple --games 1 --boards 2 --depth 2 --json";
    let found = scratch.tune2048(question).succeeds().json();
    for side in ["a", "b"] {
        assert_eq!(found[side]["player"], "expectimax depth 2");
    }
    scratch
        .tune2048("explain random --depth 2")
        .fails(2)
        .says("--depth")
        .says("random");
}

#[test]
fn refusals() {
    let scratch = Scratch::new();
    scratch
        .tune2048("explain 2014")
        .fails(2)
        .says("the same weights and the same player")
        .says("--against");
    scratch
        .tune2048("explain 2014-simpel")
        .fails(2)
        .says("did you mean 2014-simple?");
    scratch
        .tune2048("explain 2014-simple --against 2041")
        .fails(2)
        .says("did you mean 2014?");
    scratch.tune2048("explain 2014-simple --boards 0").fails(2);
    scratch.write("bad.toml", "[heuristic.rows]\nempty = \"x\"\n");
    scratch
        .tune2048("explain bad.toml")
        .fails(2)
        .says("bad.toml");
}
