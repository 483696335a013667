//! One search space at several depths, one after the other.

use tune2048_testkit::program::{Run, Scratch, replaced};
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

fn climbed() -> (Scratch, Run) {
    let scratch = Scratch::with("space.toml", space(RUNGS));
    let run = scratch.tune2048("run space.toml --out out").succeeds();
    (scratch, run)
}

#[test]
fn a_ladder_is_climbed_and_tells_what_carries_over() {
    let (scratch, run) = climbed();
    assert!(run.text().contains("carried over"), "{run}");
    let last = run.text().lines().rfind(|line| line.contains("expectimax depth 2"));
    assert_eq!(last.unwrap().matches(" to ").count(), 2, "{run}");
    assert_eq!(
        (scratch.rows("out/rung-1/trials.csv"), scratch.rows("out/rung-2/trials.csv")),
        (20, 5)
    );
    let space = scratch.read("out/rung-2/search-space.toml");
    for part in ["depth = 2", "generations = 1", "campaign = \"out/rung-1\"", "discount = 1.5"] {
        assert!(space.contains(part), "no {part} in {space}");
    }
    let gains: serde_json::Value = serde_json::from_str(&scratch.read("out/ladder.json")).unwrap();
    assert_eq!(gains.as_array().unwrap().len(), 2);
    assert!(gains[0]["carried"].is_null());
    assert!(gains[1]["carried"]["ratio"].as_f64().unwrap() > 0.0);
    scratch.prints("export out", &["depth = 2"]);
    scratch.tune2048("report out/rung-2").succeeds();
    let ladder = scratch.read("out/ladder.toml");
    scratch.write("out/ladder.toml", replaced(&ladder, "seed = 7", "seed = 8"));
    scratch.fails(1, "resume out", &["was begun with another ladder: seed: recorded 7, found 8"]);
}

#[test]
fn what_a_ladder_cannot_do_is_told() {
    let (scratch, _) = climbed();
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
