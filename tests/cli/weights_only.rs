//! Folders with the weights that a campaign found, without the campaign's rows.

use tune2048_testkit::program::{Scratch, TINY};

const STATEMENT: &str =
    "out: weights only: best.toml, without the campaign's rows (no trials.csv) - ";

/// The files of a campaign that are not rows of candidates or games.
const RECORDED: [&str; 3] = ["best.toml", "log.jsonl", "search-space.toml"];

#[test]
fn commands_that_need_rows_say_so_and_those_that_need_weights_take_them() {
    let scratch = Scratch::with("space.toml", TINY);
    scratch.tune2048("run space.toml --no-pilot --out whole").succeeds();
    for names in [&["best.toml", "search-space.toml"][..], &RECORDED] {
        scratch.copy_files("whole", "out", names);
        let before = scratch.files("out");
        for command in [
            "status out",
            "status out --json",
            "report out",
            "report out --markdown",
            "report whole out --compare",
            "resume out",
            "resume out --generations 9",
            "diagnose out",
            "run space.toml --no-pilot --out out",
        ] {
            let run = scratch.refuses(command, &[STATEMENT]);
            assert!(!run.stderr.contains("damaged"), "{run}");
            assert_eq!(scratch.files("out"), before, "{command}");
        }
    }
    let answer = |command: &str, folder: &str| {
        let run = scratch.tune2048(&command.replace("FOLDER", folder));
        run.succeeds().text().replace(folder, "FOLDER")
    };
    for command in [
        "inspect FOLDER a874764254314320",
        "export FOLDER --format json",
        "compare FOLDER tuned-depth1 --games 3 --json --out FOLDER.csv",
    ] {
        assert_eq!(answer(command, "out"), answer(command, "whole"), "{command}");
    }
    // Times differ from run to run.
    let mean = |folder: &str| scratch.json(&format!("evaluate {folder} --games 5"))["mean"].clone();
    assert_eq!(mean("out"), mean("whole"));
}
