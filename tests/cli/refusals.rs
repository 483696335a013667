//! What a folder with a campaign refuses, and what it says then.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::{LONG, TINY};

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
    scratch.tune2048("run long.toml --out out").fails(2).says("there is a campaign here already");
    // A larger budget from aside changes nothing either.
    scratch.tune2048("resume out --generations 50").says("another process");
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
    scratch.tune2048("resume tiny.toml").fails(2).says("results/tiny: no campaign here");
    assert!(!scratch.path("missing").exists() && !scratch.path("results").exists());
}

#[test]
fn a_changed_file_is_refused_and_each_difference_named() {
    let changes = [
        ("seed = 7", "seed = 8", "seed: recorded 7, found 8"),
        (
            "start = 700",
            "start = 701",
            "recorded 700, tuned from 100 to 2000 in integers, found 701",
        ),
        (
            "[heuristic.rows]",
            "[player.expectimax]\ndepth = 2\n\n[heuristic.rows]",
            "depth: recorded 1, found 2",
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
fn mistakes_in_the_recorded_file_are_shown_as_in_any_other() {
    let scratch = finished();
    scratch.write("out/search-space.toml", replaced(TINY, "seed = 7", "sead = 7"));
    for command in ["resume out", "status out", "report out", "resume out --generations 9"] {
        scratch.tune2048(command).fails(2).says("out/search-space.toml").says("sead");
    }
}

#[test]
fn a_file_that_is_not_there_is_bad_input() {
    let scratch = Scratch::new();
    scratch.tune2048("run missing.toml").fails(2).says("missing.toml");
    scratch.tune2048("check missing.toml").fails(2).says("missing.toml");
}
