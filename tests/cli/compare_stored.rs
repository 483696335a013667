//! Games of record in comparisons, and stored scores in campaigns: what is said.

use std::fs;
use std::path::Path;

use tune2048_testkit::program::{Scratch, TINY, replaced};

/// Compares weights of 2014 with others by a record of results/one-millisecond, which plays none of the games again, and
/// asserts that docs/results/one-millisecond.md has both mean scores, the ratio and its interval as printed.
#[track_caller]
fn assert_documented(record: &str, other: &str, question: &str, said: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = fs::read(root.join("results/one-millisecond").join(record)).unwrap();
    let scratch = Scratch::with("games.csv", &games);
    let command = format!("compare 2014 {other} --budget 200000 --games 300 --out games.csv");
    let run = scratch.prints(&format!("{command} {question}"), said).prints("300 games of each");
    assert!(scratch.bytes("games.csv") == games, "{run}");
    let text = run.text();
    let results = fs::read_to_string(root.join("docs/results/one-millisecond.md")).unwrap();
    // The prose is wrapped at any space.
    let results = results.split_whitespace().collect::<Vec<_>>().join(" ");
    let figure = |start: &str, before: &str| {
        let line = text.lines().find(|line| line.starts_with(start));
        let (_, rest) = line.and_then(|line| line.split_once(before)).expect(before);
        rest.split(", ").next().unwrap().to_owned()
    };
    let verdict = text.lines().find(|line| line.contains("ratio of the mean scores")).unwrap();
    for figure in [
        figure("A: ", "mean score "),
        figure("B: ", "mean score "),
        figure(verdict, "ratio of the mean scores "),
        figure(verdict, "95 % interval "),
    ] {
        assert!(results.contains(&figure), "{figure} of {text}");
    }
}

#[test]
fn games_of_record_say_what_is_documented() {
    assert_documented("tuned-1ms-games.csv", "tuned-1ms", "--once", &["Not settled"]);
    let said = ["B is better than A"];
    assert_documented("games.csv", "tuned-20000-boards-rich", "--tell 10%", &said);
}

const NOTE: &str = "The starting weights' scores come from 200 000 stored games of the preset 2014, \
                    expectimax depth 1 (baseline stream of seed 0, games 0 to 199999).";

/// A small campaign from the weights of 2014 at depth 1.
#[test]
fn every_output_of_a_campaign_says_whose_scores_are_stored() {
    let space = replaced(TINY, "games = 10", "games = 10\nbaseline = \"stored\"");
    let scratch = Scratch::with("space.toml", space);
    // The mean of 200 000 games, in no case that of ten.
    let run = scratch.prints("run space.toml --out out", &["2014 weights 32 012"]);
    run.says("validation: 10 new games against 200 000 stored games of the starting weights");
    assert_eq!(scratch.read("out/games.csv").matches("validation,").count(), 10);
    let evidence = scratch.json("status out")["evidence"].clone();
    assert_eq!(evidence["baseline"]["weights"], "2014");
    assert_eq!(evidence["baseline"]["games"], 200_000);
    assert_eq!(evidence["start"]["games"], 200_000);
    assert!(evidence["start"]["median"].is_null());
    assert!(evidence["tuned"]["median"].is_number());
    scratch.tune2048("report out").succeeds();
    assert!(scratch.read("out/report.html").replace('\u{202f}', " ").contains(NOTE));
    scratch.prints("report out --markdown", &[NOTE]);
    for format in ["c", "rust", "js", "python"] {
        scratch.prints(&format!("export out --format {format}"), &[NOTE]);
    }
    scratch.prints("export out --format toml", &["[evidence.baseline]"]);
}
