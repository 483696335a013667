//! `diagnose` with what a file does not say by itself.

use std::fmt::Write;

use serde_json::Value;

use crate::cli::diagnose_logs::{findings, plain, rising_scores};
use tune2048_testkit::program::{Scratch, number, random};

/// Scores with blanks between them, after comments, and with other names.
#[test]
fn columns_go_by_the_names_that_are_given_and_standard_input_is_read_as_a_file() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    let mut text = "% a log\n# of two weights\nw1 w2  points\n".to_owned();
    for (candidate, score) in &scores {
        let _ = writeln!(text, "{}  {} {score}", candidate / 5, candidate % 5);
    }
    scratch.write("log.dat", text);
    let file = scratch.tune2048("diagnose plain.csv").succeeds();
    let input = scratch.with_input("diagnose -", plain(&scores)).succeeds();
    assert_eq!(input.text().replace("standard input", "plain.csv"), file.text());
    scratch.with_input("diagnose -", "candidate,score\na,x\n").fails(2).says("standard input:2:3");
    let named = "log.dat --columns candidate=w1,candidate=w2,score=points";
    assert_eq!(findings(&scratch, named), findings(&scratch, "plain.csv"));

    let misspelt = "candidate=w1,score=point";
    for (columns, said) in [
        (misspelt, &["log.dat:3:1", "no column `point`"][..]),
        (misspelt, &["`w1`, `w2` and `points`", "did you mean `points`"]),
        ("candidates=w1", &["found the role \"candidates\"", "did you mean candidate?"]),
        ("w1", &["found \"w1\", expected ROLE=COLUMN"]),
        ("score=w1,score=w2", &["found score=w1 and score=w2"]),
        ("score=w1,mean=w2", &["found a score and a mean"]),
        ("candidate=w1", &["log.dat:3:1", "found w1, w2, points"]),
    ] {
        scratch.refuses(&format!("diagnose log.dat --columns {columns}"), said);
    }
    // A line that is too short is located by its line and column.
    scratch.write("log.dat", "candidate score\na 12\nb   x\nc\n");
    let words = ["log.dat:3:5", "found \"x\", expected a finite number", "log.dat:4:1"];
    scratch.refuses("diagnose log.dat", &words);
}

/// Opposite scores, of which the lowest is best, say the same as the scores.
#[test]
fn a_search_for_low_scores_is_diagnosed_like_one_for_high_ones() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    scratch.write("negative.csv", plain(&scores).replace(',', ",-").replace(",-score", ",score"));
    let [high, low] = ["plain.csv", "negative.csv --minimize"].map(|file| findings(&scratch, file));
    assert_eq!(high["unreliable_since"], low["unreliable_since"]);
    for key in ["mean", "estimate"] {
        let [high, low] = [&high, &low].map(|json| number(&json["highest"][key]));
        assert!((high + low).abs() < 1e-9 * high, "{key}: {high}, {low}");
    }
    let ends = |json: &Value| [0, 1].map(|end| number(&json["highest"]["estimate_ci95"][end]));
    let ([a, b], [c, d]) = (ends(&high), ends(&low));
    assert!((a + d).abs() < 1e-9 * a && (b + c).abs() < 1e-9 * b);

    // Losses above 0: the lowest is too low by luck.
    let json = findings(&scratch, "plain.csv --minimize");
    let [mean, estimate] = ["mean", "estimate"].map(|key| number(&json["highest"][key]));
    let interval = ends(&json);
    assert!(mean < estimate && interval[0] < estimate && estimate < interval[1], "{json}");
    scratch.prints("diagnose plain.csv --minimize", &["too low"]);
}

/// Candidates whose means differ by as much as luck explains at the assumed variation,
/// and by far more.
#[test]
fn means_without_a_spread_are_judged_by_an_assumed_one() {
    let scratch = Scratch::new();
    let mut random = random(3);
    let mut means = "candidate,games,mean_score\n".to_owned();
    for candidate in 0..200 {
        // Uniform from 850 to 1149: a standard deviation of 87, while 0.5 · 1000 / √25 = 100.
        let _ = writeln!(means, "{candidate},25,{}", 850 + random(300));
    }
    scratch.write("means.csv", &means);
    let noise = findings(&scratch, "means.csv --cv 0.5");
    assert!((number(&noise["unreliable_since"]["games_before"])).abs() < 0.2, "{noise}");
    assert!((number(&noise["assumed_cv"]) - 0.5).abs() < 1e-12);
    let signal = findings(&scratch, "means.csv --cv 0.1");
    assert!(number(&signal["stretches"][0]["reliability"]) > 0.9, "{signal}");
    // Without a column of games.
    let single = means.replace(",25,", ",").replace("games,", "");
    scratch.write("single.csv", single);
    assert_eq!(findings(&scratch, "single.csv --cv 0.5 --games 25"), noise);
    scratch.prints("diagnose means.csv --cv 0.5", &["assumed, not measured"]);

    for (arguments, said) in [
        ("means.csv", &["means.csv:1:1", "no spread", "`sd_score`, or --cv"][..]),
        ("single.csv --cv 0.5", &["no number of games", "--games N"]),
        ("means.csv --cv 0", &["--cv: found 0, expected a number above 0"]),
        ("means.csv --cv nan", &["--cv: found NaN"]),
    ] {
        scratch.refuses(&format!("diagnose {arguments}"), said);
    }
}
