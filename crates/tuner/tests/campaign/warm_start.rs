//! Searches that start from what another campaign has learnt.

use tune2048_optimizer::Distribution;
use tune2048_testkit::campaigns::{Fake, Scratch, create, resume, space};

pub(crate) fn correlation(distribution: &Distribution) -> f64 {
    let c = &distribution.covariance;
    c[0][1] / (c[0][0] * c[1][1]).sqrt()
}

/// A campaign that has learnt something in `first`, and a space that starts from it.
fn learnt(discount: &str) -> (Scratch, String) {
    let scratch = Scratch::in_memory();
    scratch.run("first", &space("cma-es", "generations = 12"));
    let first = scratch.path("first");
    let text = space("cma-es", "generations = 4");
    let text = format!("{text}\n[warm-start]\ncampaign = \"{}\"\n{discount}\n", first.display());
    (scratch, text)
}

#[test]
fn the_first_generation_is_drawn_from_what_was_learnt() {
    let (scratch, text) = learnt("discount = 1.5");
    let outcome = scratch.run("out", &text);
    let (first, out) = (scratch.progress("first"), scratch.progress("out"));
    let last = &first.source.as_ref().unwrap().distribution;
    let taken = &out.sources[0].distribution;
    assert_eq!(taken.mean, last.mean);
    for (taken, last) in taken.standard_deviations().iter().zip(last.standard_deviations()) {
        assert!((taken / last - 1.5).abs() < 1e-9, "{taken}, {last}");
    }
    assert!((correlation(taken) - correlation(last)).abs() < 1e-9);
    // It begins where the other one ended, and its claim is about its own start.
    let generation = &out.all_trials[..4];
    let mean = generation.iter().map(|trial| trial.objective).sum::<f64>() / 4.0;
    assert!(mean > first.all_trials[0].objective, "{mean}");
    assert_eq!(out.spec.start_weights(), first.spec.start_weights());
    assert_eq!(outcome.evidence.search_games, 4 * 4 * 6);
    let origins = scratch.events("out", "finalist");
    assert!(origins.iter().any(|line| line["origin"] == "mean that the warm start took"));
    // As if it had been killed before that.
    scratch.keep_trials("out", "bare", 0);
    scratch.write("bare/log.jsonl", scratch.lines("bare/log.jsonl")[0].clone());
    resume(&scratch.path("bare")).unwrap();
    assert_eq!(scratch.lines("bare/log.jsonl")[1], scratch.lines("out/log.jsonl")[1]);
}

#[test]
fn the_other_folder_may_vanish() {
    let (scratch, text) = learnt("");
    scratch.run("whole", &text);
    for stop in [0, 1, 5, 16, 20, 23] {
        let name = format!("out{stop}");
        scratch.begin(&name, &text, &Fake::stopping_after(stop));
    }
    std::fs::remove_dir_all(scratch.path("first")).unwrap();
    for stop in [0, 1, 5, 16, 20, 23] {
        let name = format!("out{stop}");
        scratch.finish(&name);
        scratch.assert_same(&name, "whole", &name);
    }
}

#[test]
fn a_warm_start_that_fixes_a_weight_is_resumed_to_the_bit() {
    let four = |seed: u64, generations: u32, empty: &str| {
        space("cma-es", &format!("generations = {generations}"))
            .replace("seed = 11", &format!("seed = {seed}"))
            .replace(
                "empty = \"tune\"",
                &format!("empty = {empty}\nmonotonicity = \"tune\"\nsum = \"tune\""),
            )
    };
    for seed in 1..=6 {
        let scratch = Scratch::in_memory();
        scratch.run("first", &four(seed, 3, "\"tune\""));
        let first = scratch.path("first").display().to_string();
        let text = |generations| {
            let text = four(seed, generations, "270");
            format!("{text}\n[warm-start]\ncampaign = \"{first}\"\n")
        };
        scratch.run("out", &text(2));
        let found = scratch.go_on_with("out", &text(3), &Fake::default());
        found.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn what_cannot_be_started_from_is_bad_input_and_leaves_no_campaign() {
    let (scratch, text) = learnt("");
    scratch.run("swarm", &space("particle-swarm", "generations = 2"));
    let first = scratch.path("first").display().to_string();
    let from = |name: &str| text.replace(&first, &scratch.path(name).display().to_string());
    let merges = "merges = { low = 1.0, high = 4000.0, scale = \"log\" }";
    let rows = format!("[heuristic.rows]\nempty = \"tune\"\n{merges}");
    let diagonal = "[heuristic.corner-matrix]\nmatrix = { layout = \"diagonal\" }";
    let matrix = text.replace(&rows, diagonal);
    for (text, expected) in [
        (from("nowhere"), "no campaign here"),
        (from("swarm"), "no distribution is recorded"),
        (matrix, "its heuristic is rows with 8 weights, expected corner-matrix with 16 weights"),
        (text.replace("cma-es", "random-matrix"), "`warm-start` has no use here"),
    ] {
        let error = create(&scratch.path("out"), &text).unwrap_err();
        assert!(error.is_bad_input(), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!scratch.path("out/log.jsonl").exists());
    }
    scratch.run("out", &text);
}
