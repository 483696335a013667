//! Campaigns whose every game is a learning run.

use std::time::Duration;

use tune2048_testkit::program::{OUTCOME, Scratch, replaced};

/// 2 generations of 4 candidates: fractions of a second a game.
const TINY: &str = r#"name = "tiny"
seed = 3

[player.learning]
tuples = "lines"
games = 60
test-games = 4

[heuristic.learning]
method = "otd+tc"
learning-rate = { start = 0.1, low = 0.01, high = 1, scale = "log" }
lambda = { start = 0.5, low = 0, high = 0.9 }
initial-value = { start = 1000, low = 0, high = 20000 }
first-stage = { start = 5, low = 0, high = 9, integer = true }
fine-tuning = "tune"

[objective]
games-per-candidate = 2

[optimizer.cma-es]
population = 4

[budget]
generations = 3

[selection]
finalists = 2
games = 8

[validation]
games = 6
"#;

#[test]
fn the_record_depends_neither_on_threads_nor_on_kills() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    let run = scratch
        .tune2048("run tiny.toml --out whole --threads 1")
        .succeeds();
    assert!(
        run.stderr.contains("learns a network in each game"),
        "{run}"
    );
    assert!(
        run.stderr.contains("5 numbers of learning by otd+tc"),
        "{run}"
    );

    let mut cut = scratch.start("run tiny.toml --out cut --threads 3");
    assert!(cut.wait_until(|| scratch.rows("cut/trials.csv") >= 3));
    cut.kill();
    let mut cut = scratch.start("resume cut --threads 2");
    cut.wait_until(|| scratch.rows("cut/trials.csv") >= 9);
    if !cut.has_ended() {
        cut.signal("INT");
    }
    cut.finish();
    scratch.tune2048("resume cut --threads 2").succeeds();
    scratch.assert_same_record("cut", "whole");
    for file in OUTCOME {
        assert_eq!(
            scratch.read(&format!("cut/{file}")),
            scratch.read(&format!("whole/{file}"))
        );
    }
}

#[test]
fn every_command_takes_such_a_campaign_or_says_why_not() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    let check = scratch.tune2048("check tiny.toml").succeeds();
    let game = "60 games of lines, then a test of 4 games without search";
    assert!(check.text().contains(game), "{check}");
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch.tune2048("status results/tiny").succeeds();
    let report = scratch.tune2048("report results/tiny --markdown");
    let report = report.succeeds();
    assert!(report.text().contains("learning"), "{report}");
    scratch
        .tune2048("evaluate results/tiny --games 3")
        .succeeds();
    let other = "[player.learning]\ntuples = [\"0123\"]\ngames = 50\n\n\
                 [heuristic.learning]\nlambda = 0.3\n";
    scratch.write("other.toml", other);
    scratch
        .tune2048("compare results/tiny other.toml --games 4")
        .succeeds();

    // What it exports is learned.
    let export = "export results/tiny --format learning --out settings.toml";
    scratch.tune2048(export).succeeds();
    let settings = scratch.read("settings.toml");
    assert!(settings.contains("kind = \"otd+tc\""), "{settings}");
    let learn = "learn settings.toml --threads 1";
    let learned = scratch.tune2048(learn).succeeds();
    assert!(
        learned.text().contains("learned from 60 games"),
        "{learned}"
    );
    scratch
        .tune2048("export 2014 --format learning")
        .fails(2)
        .says("found the heuristic rows, expected learning");
    scratch
        .tune2048("export results/tiny --format tables --out t.f32")
        .fails(2)
        .says("found the heuristic learning");
    for command in [
        "inspect results/tiny a874764254314320",
        "explain results/tiny",
        "play results/tiny --plain",
    ] {
        scratch
            .tune2048(command)
            .fails(2)
            .says("export --format learning");
    }
}

#[test]
fn a_number_that_can_go_no_further_is_at_no_bound() {
    let scratch = Scratch::new();
    let space = replaced(TINY, "start = 0.5, low = 0", "start = 0, low = 0");
    scratch.write("space.toml", &space);
    let check = scratch.tune2048("check space.toml").succeeds();
    assert!(!check.stderr.contains("lambda"), "{check}");
    let space = replaced(&space, "start = 0, low = 0", "start = 0.1, low = 0.1");
    scratch.write("space.toml", space);
    let check = scratch.tune2048("check space.toml").succeeds();
    check.says("lambda starts at the lower bound of its range, 0.1");
}

#[test]
fn a_signal_ends_long_learning_runs_at_once() {
    let scratch = Scratch::new();
    scratch.write(
        "long.toml",
        replaced(TINY, "games = 60", "games = 100000000"),
    );
    let mut run = scratch.start("run long.toml --out long --no-pilot --threads 2");
    assert!(run.wait_until(|| scratch.path("long/campaign.json").exists()));
    std::thread::sleep(Duration::from_millis(300));
    run.signal("INT");
    run.finish().fails(130).says("tune2048 resume long");
}

#[test]
fn mistakes_are_told_where_they_are() {
    for (from, to, expected) in [
        ("\"lines\"", "\"7x9\"", "there is no set of tuples `7x9`"),
        ("games = 60", "games = 0", "`player.learning.games`"),
        (
            "low = 0, high = 0.9",
            "low = 0, high = 1.5",
            "expected 0 to 1, found 1.5",
        ),
        ("\"otd+tc\"", "\"tc\"", "`fine-tuning` has no effect"),
        (
            "[player.learning]\ntuples = \"lines\"\ngames = 60\ntest-games = 4\n",
            "",
            "expected `[player.learning]`",
        ),
        ("learning-rate", "learnin-rate", "learning-rate"),
        (
            "[budget]\n",
            "[[ladder]]\ndepth = 1\n\n[budget]\n",
            "a learning run plays without search",
        ),
    ] {
        let scratch = Scratch::new();
        scratch.write("space.toml", replaced(TINY, from, to));
        scratch.tune2048("check space.toml").fails(2).says(expected);
    }
    let scratch = Scratch::new();
    let weights = "[player.learning]\n\n[heuristic.learning]\nlambda = 2\n";
    scratch.write("weights.toml", weights);
    scratch
        .tune2048("evaluate weights.toml --games 1")
        .fails(2)
        .says("expected 0 to 1, found 2");
    scratch.write("weights.toml", "[player.learning]\n\n[heuristic.rows]\n");
    scratch
        .tune2048("evaluate weights.toml --games 1")
        .fails(2)
        .says("expected `[heuristic.learning]`");
}
