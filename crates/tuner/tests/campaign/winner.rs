//! Which weights are recommended: never the luckiest trial.

use tune2048_engine::game::{GameSeed, Stream};
use tune2048_testkit::campaigns::{Fake, Scratch, create, game, go_on, optimizers, space};
use tune2048_testkit::csv_text::{field, rechained, with_field};
use tune2048_tuner::statistics::mean;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Verdict;

fn mean_score(weights: &Configuration, seeds: &[GameSeed]) -> f64 {
    let scores: Vec<f64> = seeds.iter().map(|&seed| game(weights, seed).score.get()).collect();
    mean(&scores)
}

/// What a campaign recorded of its finalists: origins and weights.
fn finalists(scratch: &Scratch, folder: &str) -> Vec<(String, Vec<f64>)> {
    let lines = scratch.events(folder, "finalist").into_iter();
    let finalist = |line: serde_json::Value| {
        let numbers = line["weights"].as_array().unwrap().iter();
        let weights = numbers.map(|number| number.as_f64().unwrap()).collect();
        (line["origin"].as_str().unwrap().to_owned(), weights)
    };
    lines.map(finalist).collect()
}

#[test]
fn a_distribution_sends_its_mean_and_the_average_of_its_last_means() {
    let scratch = Scratch::in_memory();
    let outcome = scratch.run("out", &space("cma-es", "generations = 25"));
    // One generation more records the distribution that was left to draw from.
    scratch.run("longer", &space("cma-es", "generations = 26"));
    let progress = scratch.progress("longer");
    let clamped = |mean: &[f64]| mean.iter().map(|x| x.clamp(0.0, 1.0)).collect();
    let rows = progress.sources.iter();
    let means: Vec<Vec<f64>> = rows.map(|row| clamped(&row.distribution.mean)).collect();
    let last = &means[25];
    // A quarter of 26, rounded up.
    let quarter = &means[19..26];
    let average: Vec<f64> =
        (0..2).map(|i| quarter.iter().map(|mean| mean[i]).sum::<f64>() / 7.0).collect();
    let found = finalists(&scratch, "out");
    let expected = [
        ("starting weights", progress.spec.start_weights()),
        ("mean of the final distribution", progress.spec.decode(last)),
        ("average of the means of the last 7 generations", progress.spec.decode(&average)),
    ];
    for (found, (origin, weights)) in found.iter().zip(expected) {
        assert_eq!(found, &(origin.to_owned(), weights.values));
    }
    assert_eq!(found.len(), 4);
    // It has found the hill.
    let [empty, merges] = ["empty", "merges"].map(|name| outcome.recommended.get(name).unwrap());
    assert!((500.0..700.0).contains(&empty), "{empty}");
    assert!((900.0..1500.0).contains(&merges), "{merges}");
    assert_eq!(outcome.evidence.verdict, Verdict::Better);
}

#[test]
fn finalists_meet_on_games_of_their_own_and_the_better_half_goes_on() {
    for optimizer in optimizers() {
        let scratch = Scratch::in_memory();
        let fake = Fake::default();
        let mut campaign =
            create(&scratch.path("out"), &space(optimizer, "generations = 6")).unwrap();
        let outcome = go_on(&mut campaign, &fake).unwrap();
        let batches = fake.batches();
        let [first, second, validation] = &batches[6..] else { panic!("{}", batches.len()) };
        let subject = campaign.state().spec.subject();
        let mean =
            |values: &[f64], seeds: &[_]| mean_score(&subject.with_values(values.to_vec()), seeds);
        let start = campaign.state().start_weights().values;
        assert_eq!(first.candidates[0], start, "{optimizer}");
        assert_eq!(first.candidates.len(), 4, "{optimizer}");
        assert_eq!((first.seeds.len(), second.seeds.len()), (3, 6));
        // By a plain sort.
        let mut ranked = first.candidates.clone();
        ranked.sort_by(|a, b| mean(b, &first.seeds).total_cmp(&mean(a, &first.seeds)));
        assert_eq!(second.candidates.len(), 2);
        assert!(ranked[..2].iter().all(|w| second.candidates.contains(w)));
        let all: Vec<_> = first.seeds.iter().chain(&second.seeds).copied().collect();
        let best =
            (second.candidates.iter()).max_by(|a, b| mean(a, &all).total_cmp(&mean(b, &all)));
        let recommended = outcome.recommended.values.clone();
        assert_eq!(best, Some(&recommended), "{optimizer}");
        assert_eq!(validation.candidates, [recommended, start]);
        let how = ", first of 4 in a race of 24 games";
        assert!(outcome.evidence.chosen_by.ends_with(how), "{outcome:?}");
    }
}

#[test]
fn without_a_race_the_mean_is_taken_or_else_the_first_front_runner() {
    for (optimizer, origin) in
        [("cma-es", "mean of the final distribution"), ("random-matrix", "front runner, trial ")]
    {
        let scratch = Scratch::in_memory();
        let fake = Fake::default();
        let space = space(optimizer, "generations = 6").replace("games = 24", "games = 0");
        let outcome = scratch.play("out", &space, &fake).unwrap();
        assert_eq!(fake.batches().len(), 7, "six generations, validation");
        let chosen_by = outcome.evidence.chosen_by;
        assert!(chosen_by.starts_with(origin), "{chosen_by}");
        assert!(chosen_by.ends_with(", without a race"), "{chosen_by}");
    }
}

#[test]
fn a_lucky_candidate_is_not_a_front_runner() {
    // Trial 5 leads its generation by luck: its games scatter widely.
    let scratch = Scratch::in_memory();
    let space = space("random-matrix", "generations = 3").replace("finalists = 4", "finalists = 2");
    scratch.run("out", &space);
    let lines = scratch.lines("out/trials.csv");
    let objective = |row: &String| field(&lines[0], row, "objective").parse::<f64>().unwrap();
    let best = lines[1..].iter().map(objective).fold(0.0, f64::max);
    for (sd, is_taken) in [("100", true), ("1e9", false)] {
        let mut changed = lines.clone();
        for row in &mut changed[5..9] {
            *row = with_field(&lines[0], row, "sd_score", sd);
        }
        let score = (best + 1000.0).to_string();
        for column in ["objective", "mean_score"] {
            changed[6] = with_field(&lines[0], &changed[6], column, &score);
        }
        // Without what the log says of the rows.
        scratch.keep_trials("out", "changed", 12);
        scratch.write("changed/trials.csv", rechained(&changed));
        scratch.finish("changed");
        let found = finalists(&scratch, "changed");
        let is_there = found.iter().any(|(origin, _)| origin == "front runner, trial 5");
        assert_eq!(is_there, is_taken, "{found:?}");
    }
}

#[test]
fn where_nothing_is_better_the_start_is_recommended() {
    // Integers next to each other, far from the hill: all score the same.
    let space = space("random-matrix", "generations = 2")
        .replace("empty = \"tune\"", "edge = { start = 3, low = 0, high = 9, integer = true }")
        .replace("merges = { low = 1.0, high = 4000.0, scale = \"log\" }", "");
    let scratch = Scratch::in_memory();
    let outcome = scratch.run("out", &space);
    assert_eq!(outcome.recommended.get("edge"), Some(3.0));
    assert_eq!(outcome.evidence.tuned, outcome.evidence.start);
    assert_eq!(outcome.evidence.verdict, Verdict::Start);
    assert!((outcome.evidence.ratio.unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn the_claim_is_measured_on_the_games_that_it_names() {
    let scratch = Scratch::in_memory();
    let outcome = scratch.run("out", &space("cma-es", "generations = 3"));
    assert_eq!((outcome.evidence.tuned.games, outcome.evidence.start.games), (7, 7));
    assert_eq!(outcome.evidence.search_games, 72);
    let seeds: Vec<_> = (0..7).map(|i| GameSeed::new(11, Stream::Validation, i)).collect();
    let expected = mean_score(&outcome.recommended, &seeds);
    assert!((outcome.evidence.tuned.mean - expected).abs() < 1e-9);
    let evidence = scratch.progress("out").evidence().unwrap().clone();
    assert_eq!(evidence.tuned, outcome.evidence.tuned);
    assert_eq!(evidence.start, outcome.evidence.start);
}

#[test]
fn random_search_needs_no_more_than_it_has() {
    // Fewer trials than finalists.
    let space =
        space("random-matrix", "generations = 1").replace("finalists = 4", "finalists = 100");
    let outcome = Scratch::in_memory().run("out", &space);
    // The start is also the first candidate, but for the rounding of its scale.
    assert!(outcome.evidence.chosen_by.contains("first of 5 "));
}
