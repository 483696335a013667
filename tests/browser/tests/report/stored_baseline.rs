//! The report of a campaign whose starting weights did not play in the validation.

use tune2048_tuner::weights::baselines;
use tune2048_tuner::weights::baselines::Baseline;

use crate::numbers::{mean, rows, value};
use tune2048_browser_tests::page::{Page, assert_rounds, number};
use tune2048_testkit::campaigns::{Scratch, space};

/// What follows from the stored counts and sums is shown, and what does not is left out.
#[test]
fn starting_weights_that_did_not_play_are_shown_by_their_stored_scores() {
    let scratch = Scratch::new();
    let space = space("cma-es", "generations = 12");
    let stored = space.replace("\"played\"", "\"stored\"");
    scratch.run("out", &stored);
    let page = Page::of(&scratch.folder("out"));
    let is_start = |found: &&Baseline| (&*found.weights, found.depth) == ("2014", Some(1));
    let start = baselines::stored().baselines.iter().find(is_start).unwrap();
    let games = rows(&scratch, "final-games.csv");
    let validated = games.iter().filter(|game| game["stream"] == "validation");
    let scores: Vec<f64> = validated.map(|game| value(game, "score")).collect();
    assert_eq!(scores.len(), 7);
    let mean_of_sums = start.score_sum as f64 / start.games as f64;

    let look = &page.table("table-looks")[0];
    assert_rounds(&look[4], mean(&scores) / mean_of_sums, 3);
    assert_ne!(look[7], "not played to its end");
    let verdict = page.table("table-verdict");
    assert_rounds(&verdict[0][1], mean(&scores), 0);
    assert_rounds(&verdict[0][3], mean_of_sums, 0);
    for (row, name) in [(1, "median score"), (3, "lowest score"), (4, "highest score")] {
        assert_eq!(verdict[row][0], name);
        assert!(number(&verdict[row][1]) > 0.0);
        assert_eq!(verdict[row][3], "\u{2013}");
    }
    assert_rounds(&verdict[5][3], start.games as f64, 0);
    for row in page.table("table-tiles") {
        let tile = number(&row[0]) as u32;
        let reached: u64 = start.largest_tiles.range(tile..).map(|(_, games)| games).sum();
        assert_rounds(&row[3], 100.0 * reached as f64 / start.games as f64, 1);
    }
    // The distribution is that of the games that were played.
    let bins = page.table("table-scores");
    assert!(bins.iter().all(|row| row.len() == 4));
    let binned: f64 = bins.iter().map(|row| number(&row[1])).sum();
    assert!((binned - 7.0).abs() < 1e-9, "{binned}");
    let words = page.words();
    for piece in [
        "for the starting weights 200 000 games are stored",
        "Each look measures the winner of a race on new games, against stored scores",
        "starting weights in stored games",
    ] {
        assert!(words.contains(piece), "no {piece:?} in {words}");
    }
    assert!(!words.contains("The verdict does not use it"), "{words}");
}
