//! Campaigns whose starting weights do not play in the validation: their scores are stored.

use std::path::Path;

use statrs::distribution::{ContinuousCDF, StudentsT};
use tune2048_engine::game::{GameResult, GameSeed, Score};
use tune2048_tuner::baselines::{Baseline, STORED};
use tune2048_tuner::record::Outcome;
use tune2048_tuner::space::{CampaignSpec, ValidationBaseline};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Verdict;

use tune2048_testkit::campaigns::{Fake, Play, Scratch, game, space};
use tune2048_testkit::csv_text::{field, rechained_log};

/// Returns the search space of `fake::space`, whose starting weights are those of 2014 at depth 1.
fn stored_space(generations: u32) -> String {
    let space = space("cma-es", &format!("generations = {generations}"));
    space.replace("\"played\"", "\"stored\"")
}

/// A simulated game that scores more than those of the 2014 weights.
fn high_game(weights: &Configuration, seed: GameSeed) -> GameResult {
    let found = game(weights, seed);
    GameResult { score: Score::new(3.0 * found.score.get()).unwrap(), ..found }
}

fn high() -> Fake {
    Fake::playing(high_game)
}

fn run(scratch: &Scratch, name: &str, space: &str) -> Outcome {
    scratch.play(name, space, &high()).unwrap()
}

/// Returns the rows of validation games: the game, the finalist and the score.
fn validated(scratch: &Scratch, folder: &str) -> Vec<[u64; 3]> {
    let lines = scratch.lines(&format!("{folder}/games.csv"));
    let rows = lines[1..].iter();
    let rows = rows.filter(|row| row.starts_with("validation,"));
    let number = |row: &str, name| field(&lines[0], row, name).parse().unwrap();
    rows.map(|row| ["game", "finalist", "score"].map(|name| number(row, name))).collect()
}

#[test]
fn the_winner_plays_alone_and_the_interval_has_the_error_of_both() {
    let scratch = Scratch::in_memory();
    let outcome = run(&scratch, "out", &stored_space(20));
    let evidence = &outcome.evidence;
    let winner = scratch.events("out", "look")[0]["winner"].as_u64().unwrap();
    let games = validated(&scratch, "out");
    let numbers: Vec<u64> = games.iter().map(|[game, ..]| *game).collect();
    assert_eq!(numbers, (0..7).collect::<Vec<u64>>());
    assert!(games.iter().all(|[_, finalist, _]| *finalist == winner));

    // By the formulas for the variance of a sample from its sums.
    let of_sums = |n: f64, sum: f64, squares: f64| {
        let mean = sum / n;
        (mean, (squares - n * mean * mean) / (n - 1.0) / n)
    };
    let scores: Vec<f64> = games.iter().map(|[.., score]| *score as f64).collect();
    let squares = scores.iter().map(|score| score * score).sum();
    let (tuned, tuned_error) = of_sums(7.0, scores.iter().sum(), squares);
    let first = &*STORED;
    let n = first.games as f64;
    let (start, start_error) = of_sums(n, first.score_sum as f64, first.square_sum as f64);
    let ratio = evidence.ratio.unwrap();
    assert!((ratio / (tuned / start) - 1.0).abs() < 1e-12);
    let log_error = (tuned_error / tuned.powi(2) + start_error / start.powi(2)).sqrt();
    let quantile = StudentsT::new(0.0, 1.0, 6.0).unwrap().inverse_cdf(1.0 - 0.025 / 2.0);
    let interval = evidence.ratio_interval.unwrap();
    for (found, sign) in [(interval.low, -1.0), (interval.high, 1.0)] {
        let expected = tuned / start * (sign * quantile * log_error).exp();
        assert!((found / expected - 1.0).abs() < 1e-6, "{found}, {expected}");
    }
    assert_eq!(evidence.verdict, Verdict::Better);
    assert!((evidence.look_confidence - 0.975).abs() < 1e-12);
}

#[test]
fn a_further_look_adds_games_of_the_winner_only() {
    let scratch = Scratch::in_memory();
    let first = run(&scratch, "out", &stored_space(20));
    let more = stored_space(20).replace("games = 7\n", "games = 9\n");
    let fake = high();
    let second = scratch.go_on_with("out", &more, &fake).unwrap();
    let batches = fake.take_batches();
    let played: Vec<_> = batches.iter().map(|b| (b.candidates.len(), b.seeds.len())).collect();
    assert_eq!(played, [(1, 2)]);
    let evidence = &second.evidence;
    assert_eq!((evidence.look, evidence.tuned.games), (2, 9));
    assert_eq!(evidence.start, first.evidence.start);
    assert!((evidence.look_confidence - (1.0 - 0.05 / 6.0)).abs() < 1e-12);
    // A longer search is a third look, on games of its own and against the same scores.
    let longer = more.replace("generations = 20", "generations = 26");
    let third = scratch.go_on_with("out", &longer, &fake).unwrap();
    assert_eq!(third.evidence.look, 3);
    assert_eq!(third.evidence.start, first.evidence.start);
    assert_eq!(scratch.events("out", "baseline").len(), 1);
}

#[test]
fn a_campaign_keeps_the_source_of_its_scores() {
    let scratch = Scratch::in_memory();
    run(&scratch, "out", &stored_space(3));
    let played = stored_space(3).replace("\"stored\"", "\"played\"");
    let error = scratch.go_on_with("out", &played, &high()).unwrap_err().to_string();
    assert!(error.contains("validation.baseline"), "{error}");
    scratch.run("played", &played);
    assert!(scratch.events("played", "baseline").is_empty());
    assert!(!scratch.read("played/best.toml").contains("baseline"));
}

#[test]
fn stored_scores_serve_wherever_they_exist_unless_a_file_says_otherwise() {
    let unsaid = space("cma-es", "generations = 3").replace("baseline = \"played\"\n", "");
    let parse = |text: &str| CampaignSpec::parse(Path::new("space.toml"), text).unwrap();
    assert_eq!(parse(&unsaid).differences(&parse(&stored_space(3))), []);
    assert_eq!(parse(&unsaid).settings(), parse(&stored_space(3)).settings());
    let scratch = Scratch::in_memory();
    assert!(run(&scratch, "out", &unsaid).evidence.baseline.is_some());
    // Scores of other weights, of another statistic or with another player are not stored.
    let deep = format!("{unsaid}[player.expectimax]\ndepth = 4\n");
    for other in [
        &unsaid.replace("[heuristic.rows]\n", "[heuristic.rows]\nsum = 12\n"),
        &unsaid.replace("[objective]\n", "[objective]\nmaximize = \"median-score\"\n"),
        &deep,
    ] {
        assert_eq!(parse(other).validation.baseline, ValidationBaseline::Played, "{other}");
    }
}

/// The games of the starting weights then show whether they score as they did when they were stored.
#[test]
fn starting_weights_that_win_the_race_play_as_any_winner_does() {
    let scratch = Scratch::in_memory();
    let alike: Play = |_, seed| {
        let score = (30_000 + seed.0 % 4_000).into();
        GameResult { score, largest_tile: 2048, moves: 10, nodes: 10, inner_nodes: 0 }
    };
    let outcome = scratch.play("out", &stored_space(3), &Fake::playing(alike)).unwrap();
    assert_eq!(outcome.evidence.verdict, Verdict::Start);
    assert_eq!(outcome.recommended, scratch.progress("out").start_weights());
    assert_eq!(validated(&scratch, "out").len(), 7);
    assert_eq!(outcome.evidence.tuned.games, 7);
    assert_eq!(outcome.evidence.start.mean, STORED.mean());
}

/// A campaign of a version that had stored fewer games keeps those.
#[test]
fn stored_scores_that_a_look_has_used_are_not_replaced_by_others() {
    let scratch = Scratch::in_memory();
    run(&scratch, "whole", &stored_space(3));
    let mut fewer = STORED.clone();
    for sum in [&mut fewer.games, &mut fewer.score_sum, &mut fewer.square_sum] {
        *sum /= 2;
    }
    fewer.largest_tiles = [(2048, fewer.games)].into();
    let json = |scores: &Baseline| serde_json::to_string(scores).unwrap();
    let lines = scratch.lines("whole/log.jsonl");
    let other = |scores: &Baseline| {
        let kept = lines.iter().take_while(|line| !line.contains("\"concluded\""));
        let kept = kept.map(|line| line.replace(&json(&STORED), &json(scores)));
        rechained_log(&kept.collect::<Vec<_>>())
    };
    scratch.copy("whole", "out");
    std::fs::remove_file(scratch.path("out/best.toml")).unwrap();
    scratch.write("out/log.jsonl", other(&fewer));
    let outcome = scratch.go_on("out", &high()).unwrap();
    assert_eq!(outcome.evidence.start.games, STORED.games / 2);
    assert_eq!(outcome.evidence.start.mean, STORED.mean());
    // Sums that no games have.
    scratch.copy("whole", "out");
    scratch.write("out/log.jsonl", other(&Baseline { games: 199_999, ..STORED.clone() }));
    let error = scratch.go_on("out", &high()).expect_err("sums of other games").to_string();
    assert!(error.contains("log.jsonl line ") && error.contains("of the same games"), "{error}");
}
