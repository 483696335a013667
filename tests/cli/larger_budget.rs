//! Campaigns that go on with a larger budget.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

/// On the command line or in the file, which keeps its comments.
#[test]
fn more_generations() {
    let space = replaced(TINY, "[budget]", "# How long.\n[budget] # here");
    let larger = replaced(&space, "generations = 4", "generations = 7");
    let scratch = Scratch::finished("space.toml", &space);
    scratch.write("larger.toml", &larger);
    scratch.copy("out", "edited");
    for (folder, command) in
        [("out", "resume out --generations 7"), ("edited", "resume larger.toml --out edited")]
    {
        scratch.tune2048(command).succeeds();
        assert_eq!(scratch.rows(&format!("{folder}/trials.csv")), 7 * 5);
        assert_eq!(scratch.read(&format!("{folder}/search-space.toml")), larger);
    }
    scratch.refuses("resume out --generations 6", &["budget.generations: recorded 7, found 6"]);
    assert_eq!(scratch.json("status out")["finished"], true);
}

#[test]
fn the_advice_at_the_end_can_be_followed() {
    for (budget, larger) in [("generations = 2", 3), ("games = 30", 45), ("minutes = 0.001", 1)] {
        let scratch = Scratch::with("space.toml", replaced(TINY, "generations = 4", budget));
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
