//! `compare` on the games that are kept in results/one-millisecond: it plays none of them again.

use std::fs;
use std::path::Path;

use tune2048_testkit::program::Scratch;

/// What a comparison of weights of 2014 with others prints from its record, for 300 games of each
/// at 200 000 boards a move.
fn from_record(record: &str, other: &str, question: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = fs::read(root.join("results/one-millisecond").join(record)).unwrap();
    let scratch = Scratch::with("games.csv", &games);
    let run = scratch.tune2048(&format!(
        "compare 2014 {other} --budget 200000 --games 300 {question} --out games.csv"
    ));
    let text = run.succeeds().text().to_owned();
    assert!(scratch.bytes("games.csv") == games, "{text}");
    assert!(text.contains("300 games of each"), "{text}");
    text
}

/// Asserts that docs/results/one-millisecond.md has both mean scores, the ratio and its interval as printed.
fn assert_documented(text: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = fs::read_to_string(root.join("docs/results/one-millisecond.md")).unwrap();
    // The prose is wrapped at any space.
    let words: Vec<&str> = results.split_whitespace().collect();
    let results = words.join(" ");
    let figures_of = |row: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.trim().starts_with(row));
        let line = line.unwrap_or_else(|| panic!("no row {row} in {text}"));
        let columns = line.trim().strip_prefix(row).unwrap().split("   ");
        let columns = columns.map(|column| column.trim().rsplit(": ").next().unwrap());
        let columns = columns.filter(|column| !column.is_empty());
        columns.map(str::to_owned).collect()
    };
    let means = ["A  ", "B  "].map(|row| figures_of(row)[0].clone());
    let ratio = figures_of("B / A");
    assert_eq!(ratio.len(), 2, "{text}");
    for figure in means.iter().chain(&ratio) {
        assert!(results.contains(figure), "{figure} of {text}");
    }
}

#[test]
fn a_test_ends_before_the_interval_is_clear_of_no_difference() {
    let text = from_record("games.csv", "tuned-20000-boards-rich", "--tell 10%");
    assert!(text.contains("B is better than A"), "{text}");
    assert!(text.contains("The interval still contains 1"), "{text}");
    assert_documented(&text);
}

#[test]
fn one_look_says_what_is_documented() {
    let text = from_record("tuned-1ms-games.csv", "tuned-1ms", "--once");
    assert!(text.contains("Not settled"), "{text}");
    assert_documented(&text);
}
