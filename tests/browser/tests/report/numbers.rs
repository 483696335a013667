//! The tables beside the files, read here by another reader.

use std::collections::BTreeMap;

use tune2048_browser_tests::page::{Page, assert_rounds, number};
use tune2048_testkit::campaigns::{Scratch, space};

/// The rows of a CSV file by their columns' names.
pub(super) fn rows(scratch: &Scratch, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(scratch.path("out").join(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

pub(super) fn value(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn finished() -> (Scratch, Page) {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 12"));
    let page = Page::of(&scratch.path("out"));
    (scratch, page)
}

#[test]
fn generations_are_those_of_the_trials() {
    let (scratch, page) = finished();
    let trials = rows(&scratch, "trials.csv");
    let generations = page.table("table-convergence");
    let drawn_from = scratch.events("out", "distribution");
    assert_eq!(generations.len(), 12);
    let mut games = 0.0;
    for (row, drawn_from) in generations.iter().zip(&drawn_from) {
        let of_it = |trial: &&BTreeMap<String, String>| trial["generation"] == row[0];
        let of_it: Vec<_> = trials.iter().filter(of_it).collect();
        let scores: Vec<f64> = of_it.iter().map(|trial| value(trial, "mean_score")).collect();
        games += of_it.iter().map(|trial| value(trial, "games")).sum::<f64>();
        assert_rounds(&row[1], scores.len() as f64, 0);
        assert_rounds(&row[3], games, 0);
        assert_rounds(&row[4], mean(&scores), 0);
        // t(0.975, 3) = 3.182446, from a printed table.
        let squares = scores.iter().map(|x| (x - mean(&scores)).powi(2)).sum::<f64>();
        let half = 3.182_446 * (squares / 3.0 / 4.0).sqrt();
        let (low, high) = row[5].split_once(" to ").unwrap();
        // Of skewed scores the interval is wider than Student's.
        assert!(number(low) <= mean(&scores) - half + 0.5, "{low}");
        assert!(number(high) >= mean(&scores) + half - 0.5, "{high}");
        assert_rounds(&row[6], drawn_from["step_size"].as_f64().unwrap(), 3);
    }
}

#[test]
fn the_final_games_are_those_of_the_race_and_the_validation() {
    let (scratch, page) = finished();
    let games = rows(&scratch, "games.csv");
    let of = |stream: &str, finalist: &str| -> Vec<&BTreeMap<String, String>> {
        let is_it = |game: &&BTreeMap<String, String>| {
            game["stream"] == stream && game["finalist"] == finalist
        };
        games.iter().filter(is_it).collect()
    };
    let scores = |games: &[&BTreeMap<String, String>]| -> Vec<f64> {
        games.iter().map(|game| value(game, "score")).collect()
    };
    let finalists = scratch.events("out", "finalist");
    let race = page.table("table-race");
    assert_eq!(race.len(), finalists.len());
    let looks = scratch.events("out", "look");
    let winner = looks[0]["winner"].to_string();
    for row in &race {
        let ran = scores(&of("selection", &row[0]));
        let finalist = &finalists[number(&row[0]) as usize];
        assert_eq!(row[1], finalist["origin"].as_str().unwrap());
        assert_rounds(&row[2], ran.len() as f64, 0);
        assert_rounds(&row[3], mean(&ran), 0);
        assert_eq!(row[5] == "winner", row[0] == winner);
    }

    let (tuned, start) =
        (of("validation", &winner), of("validation", &looks[0]["start"].to_string()));
    let look = &page.table("table-looks")[0];
    assert_rounds(
        look[4].split(", ").next().unwrap(),
        mean(&scores(&tuned)) / mean(&scores(&start)),
        3,
    );
    let verdict = page.table("table-verdict");
    for (row, games) in verdict.iter().zip([scores(&tuned), scores(&start)]) {
        let end = |end: fn(f64, f64) -> f64| games.iter().copied().reduce(end).unwrap();
        let (lowest, highest) = (end(f64::min), end(f64::max));
        for (column, expected) in
            [(1, mean(&games)), (5, lowest), (6, highest), (7, games.len() as f64)]
        {
            assert_rounds(&row[column], expected, 0);
        }
    }
    let share = |games: &[&BTreeMap<String, String>], tile: f64| {
        let reached = games.iter().filter(|game| value(game, "largest_tile") >= tile);
        100.0 * reached.count() as f64 / games.len() as f64
    };
    for row in page.table("table-tiles") {
        let tile = number(&row[0]);
        assert_rounds(&row[1], share(&tuned, tile), 1);
        assert_rounds(&row[3], share(&start, tile), 1);
    }

    let of_stream = |name: &str| games.iter().filter(|game| game["stream"] == name).count();
    let trials = rows(&scratch, "trials.csv");
    let searched: f64 = trials.iter().map(|trial| value(trial, "games")).sum();
    let played = format!(
        "0 games of the pilot, {} of the search, {} of the race, {} of the validation",
        searched,
        of_stream("selection"),
        of_stream("validation")
    );
    let digits = |text: &str| text.replace(['\u{202f}', ' '], "");
    assert!(digits(&page.words()).contains(&digits(&played)), "{played}");
}

#[test]
fn weights_and_the_summary_are_those_of_the_recommendation() {
    let (scratch, page) = finished();
    let best: toml::Table = scratch.read("out/best.toml").parse().unwrap();
    let tuned = &best["heuristic"]["rows"];
    let weights = page.table("table-weights");
    assert_eq!(weights.len(), 8);
    for row in &weights {
        let value = &tuned[row[0].as_str()];
        let expected = value.as_float().or(value.as_integer().map(|n| n as f64)).unwrap();
        let off = (number(&row[2]) - expected).abs();
        assert!(off <= 6e-5 * expected.abs(), "{row:?}, expected {expected}");
    }
    assert_eq!(weights[1][4], "0 to 2 000");
    assert_eq!(weights[3][4], "fixed");
    // The words at the top say what the evidence says.
    let evidence = &best["evidence"];
    let words = page.words();
    let ratio = evidence["ratio"].as_float().unwrap();
    assert_eq!(evidence["verdict"].as_str(), Some("better"));
    assert!(words.contains(&format!("Ratio of the mean scores {ratio:.3}")), "{words}");
    assert!(words.contains("Verdict better"));
    // Reading the folder leaves nothing in it.
    let files = || std::fs::read_dir(scratch.path("out")).unwrap().count();
    let before = files();
    tune2048::view::report::page(&scratch.path("out")).unwrap();
    assert_eq!(files(), before);
}
