//! What a folder with a campaign refuses, and what it says then.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::{LONG, TINY};

#[test]
fn a_second_process_is_refused_while_the_first_runs() {
    let scratch = Scratch::with("long.toml", LONG);
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
    let scratch = Scratch::finished("tiny.toml", TINY);
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
fn a_changed_file_is_refused_beside_the_folder_and_within_it() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let trials = scratch.read("out/trials.csv");
    let changed = replaced(TINY, "seed = 7", "seed = 8");
    scratch.write("changed.toml", &changed);
    let other = ": the search space is not the one";
    let beside = scratch.tune2048("resume changed.toml --out out").fails(2);
    beside.says(&format!("changed.toml{other}")).says("seed: recorded 7, found 8");
    assert_eq!(scratch.read("out/search-space.toml"), TINY);
    scratch.write("out/search-space.toml", &changed);
    scratch.tune2048("resume out").fails(2).says(&format!("out/search-space.toml{other}"));
    // Lost lines are no wish for another budget, even beside an option that asks for one.
    scratch.write("out/search-space.toml", replaced(TINY, "[selection]\ngames = 30\n", ""));
    for command in ["resume out", "resume out --generations 9"] {
        let run = scratch.tune2048(command).fails(2);
        run.says(&format!("out/search-space.toml{other}")).says("selection.games").says("--change");
    }
    assert_eq!(scratch.read("out/trials.csv"), trials);
}

#[test]
fn mistakes_in_the_recorded_file_are_shown_as_in_any_other() {
    let scratch = Scratch::finished("tiny.toml", TINY);
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
