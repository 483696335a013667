//! Which weights are recommended: never the luckiest trial.

use crate::fake::{Fake, Scratch, create, game, go_on, resume, space};
use tune2048::campaign::{Campaign, Progress};
use tune2048::statistics::mean;

fn mean_score(weights: &tune2048::heuristic::Weights, seeds: &[tune2048::game::GameSeed]) -> f64 {
    let scores: Vec<f64> = seeds
        .iter()
        .map(|&seed| game(weights, seed).score as f64)
        .collect();
    mean(&scores)
}

#[test]
fn cma_es_recommends_the_mean_of_its_last_distribution() {
    let scratch = Scratch::new();
    let outcome = scratch.run("out", &space("cma-es", "generations = 25"));
    assert_eq!(outcome.evidence.chosen_by, "mean of the final distribution");
    // The one that the next generation would be drawn from.
    let mut longer = Campaign::resume(
        &scratch.folder("out"),
        Some(("longer".as_ref(), &space("cma-es", "generations = 26"))),
    )
    .unwrap();
    go_on(&mut longer, &Fake::default()).unwrap();
    let progress = Progress::read(&scratch.folder("out")).unwrap();
    let row = &progress.distributions[25];
    assert_eq!(row.generation, 25);
    assert_eq!(
        progress.space.decode(&row.distribution.mean),
        outcome.recommended
    );
    // It has found the hill.
    let [empty, merges] = ["empty", "merges"].map(|name| outcome.recommended.get(name).unwrap());
    assert!((500.0..700.0).contains(&empty), "{empty}");
    assert!((900.0..1500.0).contains(&merges), "{merges}");
    assert!(outcome.evidence.ratio_ci95.unwrap().low > 1.0);
}

#[test]
fn front_runners_play_again_on_games_of_their_own() {
    for optimizer in ["random-matrix", "particle-swarm"] {
        let scratch = Scratch::new();
        let fake = Fake::default();
        let mut campaign =
            create(&scratch.folder("out"), &space(optimizer, "generations = 6")).unwrap();
        let outcome = go_on(&mut campaign, &fake).unwrap();
        let batches = fake.batches.borrow();
        let (selection, validation) = (&batches[6], &batches[7]);
        assert_eq!(
            outcome.evidence.chosen_by,
            "best of 4 finalists on 5 games of their own"
        );
        // The start, and the three of lowest fitness.
        let start = campaign.space().start_weights();
        let mut trials = Progress::read(&scratch.folder("out")).unwrap().trials;
        trials.sort_by(|a, b| a.fitness.total_cmp(&b.fitness));
        let mut expected = vec![start.values.clone()];
        for trial in trials {
            if expected.len() < 4 && !expected.contains(&trial.weights) {
                expected.push(trial.weights);
            }
        }
        let found: Vec<Vec<f64>> = selection
            .candidates
            .iter()
            .map(|weights| weights.values.clone())
            .collect();
        assert_eq!(found, expected, "{optimizer}");
        let best = selection.candidates.iter().max_by(|a, b| {
            mean_score(a, &selection.seeds).total_cmp(&mean_score(b, &selection.seeds))
        });
        assert_eq!(best, Some(&outcome.recommended), "{optimizer}");
        assert_eq!(validation.candidates, [outcome.recommended.clone(), start]);
    }
}

#[test]
fn where_nothing_is_better_the_start_is_recommended() {
    // Integers next to each other, far from the hill: all score the same.
    let space = space("random-matrix", "generations = 2")
        .replace(
            "empty = \"tune\"",
            "edge = { start = 3, low = 0, high = 9, integer = true }",
        )
        .replace(
            "merges = { low = 1.0, high = 4000.0, scale = \"log\" }\n",
            "",
        );
    let scratch = Scratch::new();
    let outcome = scratch.run("out", &space);
    assert_eq!(outcome.recommended.get("edge"), Some(3.0));
    assert_eq!(outcome.evidence.tuned, outcome.evidence.start);
    let ratio = outcome.ratio.unwrap();
    assert!((ratio.ratio - 1.0).abs() < 1e-12);
}

#[test]
fn the_claim_is_measured_on_the_games_that_it_names() {
    let scratch = Scratch::new();
    let outcome = scratch.run("out", &space("cma-es", "generations = 3"));
    assert_eq!(
        (outcome.evidence.tuned.games, outcome.evidence.start.games),
        (7, 7)
    );
    assert_eq!(outcome.search_games, 72);
    let seeds: Vec<_> = (0..7)
        .map(|index| tune2048::game::GameSeed::new(11, tune2048::game::Stream::Validation, index))
        .collect();
    let expected = mean_score(&outcome.recommended, &seeds);
    assert!((outcome.evidence.tuned.mean - expected).abs() < 1e-9);
    let evidence = Progress::read(&scratch.folder("out"))
        .unwrap()
        .evidence
        .unwrap();
    assert_eq!(evidence.tuned, outcome.evidence.tuned);
    assert_eq!(evidence.start, outcome.evidence.start);
}

#[test]
fn measuring_again_says_the_same() {
    for optimizer in crate::fake::OPTIMIZERS {
        let scratch = Scratch::new();
        scratch.run("out", &space(optimizer, "generations = 3"));
        let best = scratch.read("out/best.toml");
        let trials = scratch.read("out/trials.csv");
        go_on(
            &mut resume(&scratch.folder("out")).unwrap(),
            &Fake::default(),
        )
        .unwrap();
        assert_eq!(scratch.read("out/best.toml"), best);
        assert_eq!(scratch.read("out/trials.csv"), trials);
    }
}

#[test]
fn random_search_needs_no_more_than_it_has() {
    // Fewer trials than finalists.
    let space =
        space("random-matrix", "generations = 1").replace("finalists = 3", "finalists = 100");
    let outcome = Scratch::new().run("out", &space);
    assert_eq!(
        outcome.evidence.chosen_by,
        "best of 5 finalists on 5 games of their own"
    );
}
