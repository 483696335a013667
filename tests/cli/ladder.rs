//! One search space at several depths, one after the other.

use tune2048_testkit::assert_has;
use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

const RUNGS: &str = "
[[ladder]]
depth = 1

[[ladder]]
depth = 2
budget = { generations = 1 }
discount = 1.5
";

/// A race and a validation of few games, which take long at depth 2.
fn space(rungs: &str) -> String {
    let space = replaced(TINY, "games = 30", "games = 0");
    replaced(&space, "games = 10", "games = 4") + rungs
}

#[test]
fn a_ladder_is_climbed_and_tells_what_carries_over() {
    let scratch = Scratch::with("space.toml", space(RUNGS));
    let run = scratch.prints("run space.toml --out out", &["carried over"]);
    let last = run.text().lines().rfind(|line| line.contains("expectimax depth 2"));
    assert_eq!(last.unwrap().matches(" to ").count(), 2, "{run}");
    let rows = [1, 2].map(|rung| scratch.rows(&format!("out/rung-{rung}/trials.csv")));
    assert_eq!(rows, [20, 5]);
    let upper = scratch.read("out/rung-2/search-space.toml");
    assert_has(&upper, &["depth = 2", "generations = 1", "discount = 1.5"]);
    assert_has(&upper, &["campaign = \"out/rung-1\""]);
    let gains = scratch.read_json("out/ladder.json");
    assert_eq!(gains.as_array().unwrap().len(), 2);
    assert!(gains[0]["carried"].is_null());
    assert!(gains[1]["carried"]["ratio"].as_f64().unwrap() > 0.0);
    scratch.prints("export out", &["depth = 2"]);
    scratch.tune2048("report out/rung-2").succeeds();
    let ladder = scratch.read("out/ladder.toml");
    scratch.write("out/ladder.toml", replaced(&ladder, "seed = 7", "seed = 8"));
    scratch.fails(1, "resume out", &["was begun with another ladder: seed: recorded 7, found 8"]);
    scratch.write("out/ladder.toml", ladder);
    // What a ladder cannot do is told.
    for (command, expected) in [
        ("run space.toml --out out", "there is a campaign here already"),
        ("resume out --games 1000", "such as out/rung-1"),
        ("status out", "such as out/rung-1"),
        ("report out", "such as out/rung-1"),
    ] {
        scratch.refuses(command, &[expected]);
    }
    scratch.write("other.toml", space(&RUNGS.replace("1.5", "1.6")));
    scratch.refuses("resume other.toml --out out", &["ladder: recorded"]);
}
