//! `compare` with stored scores: who plays, and what is recorded.

use crate::cli::compare::near;
use tune2048_testkit::program::{Scratch, number};

/// Scores of 2014 are stored, so that it plays the pilot only.
#[test]
fn only_the_player_without_stored_scores_plays() {
    let scratch = near();
    for (arguments, known, column) in [("2014 near.toml", "a", 4), ("near.toml 2014", "b", 5)] {
        let command = format!("compare {arguments} --games 150 --out {known}.csv --json");
        let json = scratch.tune2048(&command).succeeds().json();
        assert_eq!(json["games"], 150);
        assert!(number(&json[known]["stored_games"]) >= 100_000.0);
        let text = scratch.read(&format!("{known}.csv"));
        let is_played = |line: &str| !line.split(',').nth(column).unwrap().is_empty();
        let played: Vec<bool> = text.lines().skip(1).map(is_played).collect();
        assert_eq!(played, [vec![true; 40], vec![false; 110]].concat());
        // A mean of 150 games would be off by hundreds of points.
        assert!((number(&json[known]["mean"]) - 32_000.0).abs() < 300.0);
        let again = scratch.tune2048(&command).succeeds().json();
        assert_eq!(again, json);
        // Games of both sides cannot continue games of one.
        scratch
            .tune2048(&format!("compare {arguments} --pairs --out {known}.csv"))
            .fails(2)
            .says(&format!("{known}.csv line 42: score_{known}"))
            .says("--pairs");
    }
    let pairs = scratch.tune2048("compare 2014 near.toml --pairs --games 150 --json");
    let pairs = pairs.succeeds().json();
    assert_eq!(pairs["a"]["stored_games"], 0);
    // A record of both sides serves against the stored mean too.
    let record = pairs["record"].as_str().unwrap();
    let before = scratch.read(record);
    let command = format!("compare 2014 near.toml --games 150 --out {record}");
    assert!(scratch.tune2048(&command).succeeds().text().contains("stored games"));
    assert_eq!(scratch.read(record), before);
}

#[test]
fn no_game_is_played_where_both_are_stored() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("compare 2014 tuned-depth1 --json").succeeds();
    let json = run.json();
    assert_eq!(json["games"], 0);
    assert_eq!(json["verdict"], "above");
    // The published gain of these weights.
    assert!((number(&json["ratio"]) - 1.64).abs() < 0.03, "{run}");
    scratch.tune2048("compare 2014 tuned-depth1").succeeds().prints("No game played");
}
