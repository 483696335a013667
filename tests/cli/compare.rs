//! `compare`: which of two players is better.

use serde_json::Value;
use tune2048_files::number_text::grouped;

use tune2048_testkit::program::{Scratch, assert_same_lines, number, random, replaced};

/// A little better than the weights of 2014, so that it takes a while to tell.
const NEAR: &str = "[heuristic.rows]\nempty = 330\n";

/// Two players that are hard to tell apart.
pub(crate) fn near() -> Scratch {
    Scratch::with("near.toml", NEAR)
}

/// The only file of comparisons in the default place.
#[track_caller]
fn record(scratch: &Scratch) -> String {
    let mut names = scratch.names("results/compare");
    // The looks are in a file beside it.
    names.retain(|name| !name.ends_with(".looks.csv"));
    assert_eq!(names.len(), 1, "{names:?}");
    format!("results/compare/{}", names[0])
}

/// Weights are compared, not searches: the depth of a published preset is but a default.
#[test]
fn published_presets_search_as_deep_as_the_other() {
    let scratch = near();
    let players = |arguments: &str| {
        let json = scratch.json(&format!("compare {arguments} --games 1"));
        ["a", "b"].map(|side| json[side]["player"].as_str().unwrap().to_owned())
    };
    let depths = |a, b| [a, b].map(|depth: u32| format!("expectimax depth {depth}"));
    assert_eq!(players("2014 tuned-depth2"), depths(2, 2));
    assert_eq!(players("tuned-depth2 2014"), depths(2, 2));
    assert_eq!(players("2014 tuned-depth2 --depth 1"), depths(1, 1));
    assert_eq!(players("2014 tuned-depth2 --depth-a 1"), depths(1, 2));
    assert_eq!(players("tuned-depth1 tuned-depth2"), depths(1, 2));
    assert_eq!(players("near.toml 2014"), depths(1, 1));
    assert_eq!(players("greedy-merges tuned-depth2")[1], "expectimax depth 2");
}

#[test]
fn the_table_says_it_in_words() {
    let scratch = near();
    let says = |arguments: &str, parts: &[&str]| {
        scratch.prints(&format!("compare {arguments}"), parts).text().to_owned()
    };
    for (sides, verdict) in [("2014-simple 2014", "better"), ("2014 2014-simple", "worse")] {
        says(sides, &[&format!("B is {verdict} than A")]);
        says(&format!("{sides} --tell 20%"), &[&format!("B is {verdict} than A")]);
    }
    says("2014-simple 2014 --by 10%", &["B is at least 10 % better"]);
    says("2014-simple 2014 --by 300%", &["B is not at least 300 % better"]);
    says("2014 2014-simple --by -5", &["B is not at least -5 % better"]);
    says("2014 near.toml --games 99", &["at least 100"]);
    says("2014 near.toml --games 300", &["Not settled", "would settle it"]);
    says("2014 near.toml --games 300 --tell 1%", &["Not settled", "would settle it"]);
    says("2014 near.toml --tell 20%", &["do not differ by 20 % or more"]);
    // Scripts learn the answer from the exit code.
    scratch.tune2048("compare 2014-simple 2014 --games 400 --exit-code").succeeds();
    let no = scratch.tune2048("compare 2014 2014-simple --games 400 --exit-code").says_nothing();
    assert!(no.code == Some(1) && !no.text().is_empty(), "{no}");
}

/// A look after a number of games that was chosen before has an ordinary interval.
#[test]
fn one_look_plays_all_games() {
    let scratch = near();
    let answer = |arguments: &str| {
        scratch.json(&format!("compare 2014-simple 2014 --games 150 {arguments}"))
    };
    let width = |json: &Value| {
        let interval = &json["ratio_interval"];
        number(&interval["high"]) - number(&interval["low"])
    };
    let (once, sequence) = (answer("--once"), answer("--by 80%"));
    assert_eq!([&sequence["games"], &once["games"]], [150; 2]);
    assert!((number(&once["ratio"]) - number(&sequence["ratio"])).abs() < 1e-12);
    assert_eq!(once["verdict"], "above");
    assert!(width(&once) < 0.7 * width(&sequence));
    // A second number of games is not one look.
    let command = "compare 2014-simple 2014 --games 160 --once --json";
    let run = scratch.tune2048(command).succeeds().says("looked at before");
    assert!(width(&run.json()) > width(&once));
    // Nor is a look after others, at whatever number of games.
    let seen = "compare 2014-simple 2014 --games 120 --seed 3";
    scratch.tune2048(seen).succeeds();
    scratch.tune2048(&format!("{seen} --once")).succeeds().says("looked at before");
    // One of many looks ends it before.
    assert!(number(&answer("")["games"]) < 150.0);
    let open =
        scratch.prints("compare 2014 near.toml --once --games 20", &["of one look", "Not settled"]);
    assert!(!open.text().contains("settle it"), "{open}");
    scratch.prints("compare 2014 near.toml --once --games 1 --seed 2", &["at least 2"]);
    for arguments in ["--once", "--once --games 150 --tell 2%"] {
        scratch.tune2048(&format!("compare 2014 near.toml {arguments}")).fails(2);
    }
}

/// The documented numbers are what the record says.
#[test]
fn the_record_holds_every_game() {
    let scratch = near();
    let json = scratch.json("compare 2014 near.toml --games 250 --seed 7");
    let path = record(&scratch);
    assert_eq!(json["record"], path.as_str());
    let text = scratch.read(&path);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["pair", "seed", "a", "b", "score_a", "score_b", "crc32"]);
    assert_eq!(rows.len(), 251);
    let mean = |column: usize| {
        let scores = rows[1..].iter().map(|row| row[column].parse::<f64>().unwrap());
        scores.sum::<f64>() / 250.0
    };
    assert!((mean(4) - number(&json["a"]["mean"])).abs() < 1e-6);
    assert!((mean(5) - number(&json["b"]["mean"])).abs() < 1e-6);
    assert!(rows[1..].iter().all(|row| row[1] == "7" && row[2] == rows[1][2]));
}

#[test]
fn threads_and_kills_change_nothing() {
    let scratch = near();
    let options = "compare 2014 near.toml --games 300 --by 6";
    let whole = scratch.tune2048(&format!("{options} --out whole.csv --threads 1")).succeeds();
    let rows = scratch.rows("whole.csv");
    assert!(rows > 200, "too easy a question: {rows} pairs");

    let mut random = random(5);
    let mut landed = 0;
    for kill in 0..4 {
        let command = format!("{options} --out killed.csv --threads {}", kill % 3 + 1);
        let before = scratch.rows("killed.csv");
        let mut comparison = scratch.start(&command);
        comparison.wait_until(|| scratch.rows("killed.csv") > before);
        std::thread::sleep(std::time::Duration::from_micros(random(3_000)));
        landed += usize::from(comparison.kill());
    }
    assert!(landed > 0);
    let end = scratch.tune2048(&format!("{options} --out killed.csv --threads 2")).succeeds();
    assert_same_lines(&scratch.read("killed.csv"), &scratch.read("whole.csv"), "killed.csv");
    assert_same_lines(end.text(), &replaced(whole.text(), "whole.csv", "killed.csv"), "answer");
}

#[test]
fn the_same_command_goes_on_and_other_questions_use_the_same_games() {
    let scratch = near();
    scratch.tune2048("compare 2014 near.toml --games 200").succeeds();
    let path = record(&scratch);
    let first = scratch.read(&path);
    scratch.tune2048("compare 2014 near.toml --games 400").succeeds();
    let second = scratch.read(&path);
    assert!(second.starts_with(&first) && scratch.rows(&path) == 400);
    // Less than there is: the answer is that of the games asked for.
    assert_eq!(scratch.json("compare 2014 near.toml --games 200")["games"], 200);
    scratch.tune2048("compare 2014 near.toml --games 400 --by 90").succeeds();
    assert_eq!(scratch.read(&path), second);
    // Other weights under the same name are another comparison.
    scratch.write("near.toml", replaced(NEAR, "330", "340"));
    scratch.tune2048("compare 2014 near.toml --games 100").succeeds();
    assert_eq!(scratch.read(&path), second);
}

#[test]
fn bad_input_is_told() {
    let scratch = near();
    for (arguments, said) in [
        ("2041 2014", "did you mean 2014?"),
        ("2014 missing.toml", "missing.toml"),
        ("2014 near.toml --by much", "expected a percentage"),
        ("2014 near.toml --by -100", "expected a percentage"),
        ("2014 near.toml --tell -2", "expected a percentage above 0"),
        ("2014 near.toml --tell 2 --by 2", "cannot be used with"),
        ("2014 near.toml --games 0", "--games"),
        ("2014", "<B>"),
    ] {
        scratch.refuses(&format!("compare {arguments}"), &[said]);
    }
}

#[test]
fn files_of_something_else_are_not_touched() {
    let scratch = near();
    scratch.tune2048("compare 2014 near.toml --games 100 --out games.csv").succeeds();
    let words = ["games.csv line 2: b: found", "--out"];
    scratch.refuses("compare 2014 2014-simple --games 100 --out games.csv", &words);
    scratch.refuses(
        "compare 2014 near.toml --seed 2 --out games.csv",
        &["seed: found \"1\", expected \"2\""],
    );
    scratch.refuses("compare 2014 near.toml --out near.toml", &["line 1: wrong columns"]);
    assert_eq!(scratch.read("near.toml"), NEAR);
}

#[test]
fn a_second_process_is_refused_and_an_interruption_says_what_is_saved() {
    let scratch = near();
    let mut first =
        scratch.start("compare 2014 near.toml --games 1000000 --by 3 --out x.csv --threads 1");
    assert!(first.wait_until(|| scratch.rows("x.csv") >= 1));
    scratch.fails(1, "compare 2014 near.toml --out x.csv", &["x.csv: another process"]);
    first.signal("INT");
    let run = first.finish().fails(130);
    let saved = grouped(scratch.rows("x.csv") as f64);
    run.says(&format!("{saved} games are saved in x.csv"));
}
