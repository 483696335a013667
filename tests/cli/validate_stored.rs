//! Campaigns against stored scores, by the program: what is played, printed, recorded and exported.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

/// Returns a small campaign from the weights of 2014 at depth 1, whose scores are stored.
fn stored() -> String {
    replaced(TINY, "games = 10", "games = 10\nbaseline = \"stored\"")
}

const NOTE: &str = "The starting weights did not play: their scores are stored, those of the preset \
                    2014, expectimax depth 1, in 200 000 games (baseline stream of seed 0, games 0 \
                    to 199999).";

fn validated(scratch: &Scratch, folder: &str) -> usize {
    let games = scratch.read(&format!("{folder}/final-games.csv"));
    let is_it = |row: &&str| row.starts_with("validation,");
    games.lines().filter(is_it).count()
}

#[test]
fn every_output_says_whose_scores_are_stored() {
    let scratch = Scratch::with("space.toml", stored());
    let run = scratch.tune2048("run space.toml --out out").succeeds();
    assert_eq!(validated(&scratch, "out"), 10);
    assert!(run.text().contains(NOTE), "{run}");
    let run = run.says(
        "validation: tuned weights on 10 new games, against 200 000 stored games of the starting \
         weights",
    );
    // The mean of 200 000 games, in no case that of ten.
    let stored_mean = "2014 weights 32 012 (31 934 to 32 089)";
    assert!(run.text().contains(stored_mean), "{run}");

    let status = scratch.tune2048("status out").succeeds();
    assert!(status.text().contains(NOTE), "{status}");
    let evidence = scratch.tune2048("status out --json").succeeds().json()["evidence"].clone();
    assert_eq!(evidence["baseline"]["weights"], "2014");
    assert_eq!(evidence["baseline"]["games"], 200_000);
    assert_eq!(evidence["start"]["games"], 200_000);
    assert!(evidence["start"]["median"].is_null());
    assert!(evidence["tuned"]["median"].is_number());

    scratch.tune2048("report out").succeeds();
    for file in ["out/report.html", "out/report.md"] {
        assert!(scratch.read(file).contains(NOTE), "{file}");
    }
    scratch.tune2048("report out --markdown").succeeds().prints(NOTE);
    for format in ["c", "rust", "js", "python", "toml"] {
        let export = scratch.tune2048(&format!("export out --format {format}"));
        let export = export.succeeds();
        if format == "toml" {
            assert!(export.text().contains("[evidence.baseline]"), "{export}");
        } else {
            assert!(export.text().contains(NOTE), "{export}");
        }
    }
}
