//! What a folder with a campaign refuses, and what it says then.

use crate::spaces::{LONG, TINY};
use crate::support::{Scratch, replaced};

fn finished() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    scratch
}

#[test]
fn a_second_process_is_refused_while_the_first_runs() {
    let scratch = Scratch::new();
    scratch.write("long.toml", LONG);
    let mut first = scratch.start("run long.toml --out out --threads 1");
    assert!(first.wait_until(|| scratch.rows("out/trials.csv") >= 2));
    let second = scratch.tune2048("resume out --threads 1");
    assert!(matches!(second.code, Some(1 | 2)), "{second}");
    let second = second.says("out/trials.csv: another process works with this file - wait for it");
    assert_eq!(second.stderr.matches("another process").count(), 1);
    scratch
        .tune2048("run long.toml --out out")
        .fails(2)
        .says("there is a campaign here already");
    // A larger budget from aside changes nothing either.
    scratch
        .tune2048("resume out --generations 50")
        .says("another process");
    assert_eq!(scratch.read("out/search-space.toml"), LONG);
    // Looking is free.
    scratch.tune2048("status out").succeeds();
    scratch.tune2048("report out").succeeds();
    assert!(!first.has_ended(), "the test has nothing to see");
    first.kill();
}

#[test]
fn run_never_writes_over_a_campaign() {
    let scratch = finished();
    let before = scratch.read("out/trials.csv");
    scratch
        .tune2048("run tiny.toml --out out")
        .fails(2)
        .says("out: there is a campaign here already")
        .says("tune2048 resume out")
        .says("--out");
    assert_eq!(scratch.read("out/trials.csv"), before);
}

#[test]
fn what_is_no_campaign_cannot_be_resumed() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("empty")).unwrap();
    for command in ["resume", "status", "report"] {
        for folder in ["empty", "missing"] {
            scratch
                .tune2048(&format!("{command} {folder}"))
                .fails(2)
                .says(&format!("{folder}: no campaign here"))
                .says("tune2048 run");
        }
    }
    // A search space whose campaign has not begun.
    scratch.write("tiny.toml", TINY);
    scratch
        .tune2048("resume tiny.toml")
        .fails(2)
        .says("results/tiny: no campaign here");
    assert!(!scratch.path("missing").exists() && !scratch.path("results").exists());
}

#[test]
fn a_campaign_is_found_by_its_file_too() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml").succeeds();
    scratch.tune2048("resume tiny.toml").succeeds();
    scratch
        .tune2048("resume tiny.toml --out results/tiny")
        .succeeds();
}

#[test]
fn resuming_a_finished_campaign_changes_nothing() {
    let scratch = finished();
    let files = [
        "trials.csv",
        "best.toml",
        "distributions.csv",
        "search-space.toml",
        "campaign.json",
    ];
    let before = files.map(|file| scratch.read(&format!("out/{file}")));
    scratch.tune2048("resume out").succeeds();
    assert_eq!(
        files.map(|file| scratch.read(&format!("out/{file}"))),
        before
    );
}

#[test]
fn a_changed_file_is_refused_and_each_difference_named() {
    let changes = [
        ("seed = 7", "seed = 8", "seed: recorded 7, found 8"),
        (
            "high = 200.0",
            "high = 201.0",
            "heuristic.rows.monotonicity: recorded",
        ),
        (
            "empty = \"tune\"",
            "empty = 270",
            "heuristic.rows.empty: recorded",
        ),
        ("empty = \"tune\"\n", "", "heuristic.rows.empty: recorded"),
        ("scale = \"log\"", "scale = \"linear\"", "log scale"),
        ("integer = true", "integer = false", "in integers"),
        (
            "start = 700",
            "start = 701",
            "recorded 700, tuned from 100 to 2000 in integers, found 701",
        ),
        (
            "games-per-candidate = 3",
            "games-per-candidate = 4",
            "games-per-candidate: recorded 3, found 4",
        ),
        (
            "population = 5",
            "population = 6",
            "population: recorded 5, found 6",
        ),
        (
            "[objective]",
            "[objective]\nmaximize = \"median-score\"",
            "objective.maximize: recorded mean-score, found median-score",
        ),
        (
            "[heuristic.rows]",
            "[player.expectimax]\ndepth = 2\n\n[heuristic.rows]",
            "depth: recorded 1, found 2",
        ),
        (
            "[optimizer.cma-es]",
            "[optimizer.particle-swarm]",
            "particle-swarm",
        ),
        (
            "name = \"tiny\"",
            "name = \"small\"",
            "name: recorded tiny, found small",
        ),
        (
            "games = 10",
            "games = 9",
            "validation.games: recorded 10, found 9",
        ),
        (
            "generations = 4",
            "generations = 3",
            "budget.generations: recorded 4, found 3",
        ),
        (
            "generations = 4",
            "generations = 4\ngames = 60",
            "budget.games: recorded nothing, found 60",
        ),
    ];
    let scratch = finished();
    let trials = scratch.read("out/trials.csv");
    for (from, to, expected) in changes {
        let changed = replaced(TINY, from, to);
        // Given beside the folder, and edited within it.
        scratch.write("changed.toml", &changed);
        scratch
            .tune2048("resume changed.toml --out out")
            .fails(2)
            .says("changed.toml: the search space is not the one")
            .says(expected);
        assert_eq!(scratch.read("out/search-space.toml"), TINY);
        scratch.write("out/search-space.toml", &changed);
        scratch
            .tune2048("resume out")
            .fails(2)
            .says("out/search-space.toml: the search space is not the one")
            .says(expected);
        scratch.write("out/search-space.toml", TINY);
        assert_eq!(scratch.read("out/trials.csv"), trials);
    }
}

#[test]
fn all_differences_are_named_at_once() {
    let scratch = finished();
    let changed = replaced(TINY, "seed = 7", "seed = 8");
    scratch.write(
        "changed.toml",
        replaced(&changed, "population = 5", "population = 7"),
    );
    scratch
        .tune2048("resume changed.toml --out out")
        .fails(2)
        .says("seed: recorded 7, found 8")
        .says("population: recorded 5, found 7");
}

#[test]
fn how_a_file_is_written_does_not_matter() {
    let scratch = finished();
    let text = TINY.replace(" = ", "   =   ").replace("200.0", "2e2");
    scratch.write("out/search-space.toml", format!("# A comment.\n{text}"));
    scratch.tune2048("resume out").succeeds();
}

#[test]
fn mistakes_in_the_recorded_file_are_shown_as_in_any_other() {
    let scratch = finished();
    scratch.write(
        "out/search-space.toml",
        replaced(TINY, "seed = 7", "sead = 7"),
    );
    for command in [
        "resume out",
        "status out",
        "report out",
        "resume out --generations 9",
    ] {
        scratch
            .tune2048(command)
            .fails(2)
            .says("out/search-space.toml")
            .says("sead");
    }
}

#[test]
fn only_cma_es_can_go_on_from_a_distribution() {
    let scratch = Scratch::new();
    scratch.write(
        "space.toml",
        crate::spaces::matrix("random-matrix", "diagonal"),
    );
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch
        .tune2048("resume out --from-distribution")
        .fails(2)
        .says("only cma-es has one");
}

#[test]
fn a_file_that_is_not_there_is_bad_input() {
    let scratch = Scratch::new();
    scratch
        .tune2048("run missing.toml")
        .fails(2)
        .says("missing.toml");
    scratch
        .tune2048("check missing.toml")
        .fails(2)
        .says("missing.toml");
}
