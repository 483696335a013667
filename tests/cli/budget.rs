//! A larger budget for a campaign that has one.

use crate::spaces::TINY;
use crate::support::{Scratch, replaced, without_times};

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
    assert_eq!(
        scratch.tune2048("status out --json").json()["finished"],
        true
    );
}

#[test]
fn more_generations() {
    let scratch = finished("generations = 4", "generations = 7");
    assert_raised(&scratch, "resume out --generations 7");
    // The file in the folder says so from now on.
    assert!(
        scratch
            .read("out/search-space.toml")
            .contains("generations = 7")
    );
    scratch
        .tune2048("resume out --generations 6")
        .fails(2)
        .says("budget.generations: recorded 7, found 6");
    scratch.tune2048("resume out").succeeds();
}

#[test]
fn more_games() {
    let scratch = finished("games = 60", "games = 100");
    assert_raised(&scratch, "resume out --games 100");
    scratch
        .tune2048("resume out --games 60")
        .fails(2)
        .says("budget.games: recorded 100, found 60");
}

#[test]
fn more_minutes() {
    let budget = "generations = 4\nminutes = 10";
    let scratch = finished(budget, "generations = 6\nminutes = 20.5");
    assert_raised(&scratch, "resume out --generations 6 --minutes 20.5");
    scratch
        .tune2048("resume out --minutes 1")
        .fails(2)
        .says("budget.minutes: recorded 20.5, found 1");
}

#[test]
fn a_limit_lifted() {
    let scratch = finished("generations = 6\ngames = 60", "generations = 6");
    assert_raised(&scratch, "resume larger.toml --out out");
}

#[test]
fn by_editing_the_file_in_the_folder() {
    let scratch = finished("generations = 4", "generations = 7");
    let text = scratch.read("out/search-space.toml");
    scratch.write(
        "out/search-space.toml",
        replaced(&text, "generations = 4", "generations = 7"),
    );
    assert_raised(&scratch, "resume out");
}

#[test]
fn by_editing_the_file_that_it_was_started_with() {
    let scratch = finished("generations = 4", "generations = 7");
    assert_raised(&scratch, "resume larger.toml --out out");
    assert_eq!(
        scratch.read("out/search-space.toml"),
        scratch.read("larger.toml")
    );
}

#[test]
fn a_larger_budget_keeps_the_comments_of_the_file() {
    let scratch = Scratch::new();
    scratch.write(
        "space.toml",
        replaced(TINY, "[budget]", "# How long.\n[budget] # here"),
    );
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch.tune2048("resume out --generations 5").succeeds();
    let text = scratch.read("out/search-space.toml");
    assert!(
        text.contains("# How long.\n[budget] # here\ngenerations = 5\n"),
        "{text}"
    );
}

#[test]
fn a_budget_that_is_none_is_refused() {
    let scratch = finished("generations = 4", "generations = 5");
    for option in [
        "--generations 0",
        "--generations -1",
        "--generations 99999999999",
        "--games 0",
        "--games 18446744073709551615",
        "--minutes 0",
        "--minutes -1",
        "--minutes nan",
        "--minutes inf",
    ] {
        scratch.tune2048(&format!("resume out {option}")).fails(2);
    }
    // Told as it was given.
    scratch
        .tune2048("resume out --games 18446744073709551615")
        .says("18446744073709551615");
}

#[test]
fn the_advice_at_the_end_can_be_followed() {
    for (budget, larger) in [
        ("generations = 2", 50),
        ("games = 30", 300),
        ("minutes = 0.001", 1),
    ] {
        let scratch = Scratch::new();
        scratch.write("space.toml", replaced(TINY, "generations = 4", budget));
        let run = scratch.tune2048("run space.toml --out out").succeeds();
        let advice = run
            .text()
            .lines()
            .find(|line| line.contains("a larger budget"));
        let advice = advice.unwrap_or_else(|| panic!("no advice in {run}"));
        let (_, command) = advice.split_once("tune2048 ").unwrap();
        let (command, _placeholder) = command.trim_end().rsplit_once(' ').unwrap();
        // More minutes would take a minute.
        if !command.ends_with("--minutes") {
            scratch.tune2048(&format!("{command} {larger}")).succeeds();
        }
    }
}

#[test]
fn a_raised_campaign_can_be_cut_at_the_seam() {
    let scratch = finished("generations = 4", "generations = 7");
    // Killed after the new file was written and before the new record was.
    scratch.write("out/search-space.toml", scratch.read("larger.toml"));
    let trials = without_times(&scratch.read("out/trials.csv"));
    let status = scratch.tune2048("status out").succeeds();
    assert!(status.text().contains("4 of 7"), "{status}");
    scratch.tune2048("resume out").succeeds();
    assert!(without_times(&scratch.read("out/trials.csv")).starts_with(&trials));
    scratch.assert_same_search("out", "larger");
}
