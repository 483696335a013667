//! `diagnose` with what a file does not say by itself.

use std::fmt::Write;

use serde_json::Value;

use crate::cli::diagnose_logs::{findings, plain, rising_scores};
use tune2048_testkit::program::{Scratch, number};

/// Scores with tabs between them, after comments, of candidates that two columns identify.
#[test]
fn standard_input_is_read_as_a_file() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    let mut text = "# a log\n# of two weights\ncandidate\tcandidate\tscore\n".to_owned();
    for (candidate, score) in &scores {
        let _ = writeln!(text, "{}\t{}\t{score}", candidate / 5, candidate % 5);
    }
    scratch.write("log.dat", text);
    let file = scratch.tune2048("diagnose plain.csv").succeeds();
    let input = scratch.with_input("diagnose -", plain(&scores)).succeeds();
    assert_eq!(input.text().replace("standard input", "plain.csv"), file.text());
    scratch.with_input("diagnose -", "candidate,score\na,x\n").fails(2).says("standard input:2:1");
    assert_eq!(findings(&scratch, "log.dat"), findings(&scratch, "plain.csv"));
}

/// Opposite scores, of which the lowest is best, say the same as the scores.
#[test]
fn a_search_for_low_scores_is_diagnosed_like_one_for_high_ones() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    scratch.write("negative.csv", plain(&scores).replace(',', ",-").replace(",-score", ",score"));
    let [high, low] = ["plain.csv", "negative.csv --minimize"].map(|file| findings(&scratch, file));
    assert_eq!(high["stretches"][0]["reliability"], low["stretches"][0]["reliability"]);
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
    scratch.prints("diagnose plain.csv --minimize", &["The lowest mean"]);
}
