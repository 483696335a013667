//! A larger budget for a campaign that has one.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

/// A finished campaign of this budget in `out`, and one of the larger budget in `larger`.
fn finished(budget: &str, larger: &str) -> Scratch {
    let scratch = Scratch::new();
    let space = |budget| replaced(TINY, "generations = 4", budget);
    scratch.write("space.toml", space(budget));
    scratch.write("larger.toml", space(larger));
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch.tune2048("run larger.toml --out larger").succeeds();
    scratch
}

/// Goes on with a larger budget and asserts that the result is as if it had been given at once.
#[track_caller]
fn assert_raised(scratch: &Scratch, command: &str) {
    let before = scratch.read("out/trials.csv");
    scratch.tune2048(command).succeeds();
    let after = scratch.read("out/trials.csv");
    assert!(after.starts_with(&before), "recorded rows were changed");
    assert!(after.len() > before.len(), "nothing was added");
    scratch.assert_same_search("out", "larger");
    assert_eq!(scratch.tune2048("status out --json").json()["finished"], true);
}

#[test]
fn more_generations() {
    let scratch = finished("generations = 4", "generations = 7");
    assert_raised(&scratch, "resume out --generations 7");
    // The file in the folder says so from now on.
    assert!(scratch.read("out/search-space.toml").contains("generations = 7"));
    scratch
        .tune2048("resume out --generations 6")
        .fails(2)
        .says("budget.generations: recorded 7, found 6");
    scratch.tune2048("resume out").succeeds();
}

#[test]
fn by_editing_the_file_that_it_was_started_with() {
    let scratch = finished("generations = 4", "generations = 7");
    assert_raised(&scratch, "resume larger.toml --out out");
    assert_eq!(scratch.read("out/search-space.toml"), scratch.read("larger.toml"));
}

#[test]
fn a_larger_budget_keeps_the_comments_of_the_file() {
    let scratch = Scratch::new();
    scratch.write("space.toml", replaced(TINY, "[budget]", "# How long.\n[budget] # here"));
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch.tune2048("resume out --generations 5").succeeds();
    let text = scratch.read("out/search-space.toml");
    assert!(text.contains("# How long.\n[budget] # here\ngenerations = 5\n"), "{text}");
}

#[test]
fn the_advice_at_the_end_can_be_followed() {
    for (budget, larger) in [("generations = 2", 50), ("games = 30", 300), ("minutes = 0.001", 1)] {
        let scratch = Scratch::new();
        scratch.write("space.toml", replaced(TINY, "generations = 4", budget));
        let run = scratch.tune2048("run space.toml --out out").succeeds();
        let advice = run.text().lines().find(|line| line.contains("a larger budget"));
        let advice = advice.unwrap_or_else(|| panic!("no advice in {run}"));
        let (_, command) = advice.split_once("tune2048 ").unwrap();
        let (command, _placeholder) = command.trim_end().rsplit_once(' ').unwrap();
        // More minutes would take a minute.
        if !command.ends_with("--minutes") {
            scratch.tune2048(&format!("{command} {larger}")).succeeds();
        }
    }
}
