//! Programs that are started for each game.

use tune2048_tuner::subject::CommandSettings;

use crate::support::{Folder, expected, failure, job, results};
use tune2048_testkit::assert_has;

/// The settings of a program that is started with these arguments.
fn settings(folder: &Folder, arguments: &[&str]) -> CommandSettings {
    folder.command(&[&["python3", "-S", "solver.py"], arguments].concat())
}

#[test]
fn seed_and_weights_are_arguments() {
    let body = r#"
seed, lost, empty, cut = sys.argv[1:]
weights = {"LOST": float(lost), "empty": float(empty), "cut": float(cut.split("=")[1])}
print("thinking ...")
print(score(weights, int(seed)))
print()
"#;
    let Some(folder) = Folder::with(body) else { return };
    let job = job(settings(&folder, &["{seed}", "{LOST}", "{empty}", "--cut={cut}"]), 2, 2);
    assert_eq!(results(&job, 2), expected(&job));
}

#[test]
fn failures_show_the_command_of_the_game() {
    let folder = Folder::new();
    let fails = |script: &str, parts: &[&str]| {
        let mut settings = folder.command(&["sh", "-c", script, "solver", "{seed}", "{empty}"]);
        settings.timeout_seconds = 0.3;
        let mut job = job(settings, 1, 1);
        job.seeds = vec![tune2048_engine::GameSeed(12 << 11)];
        let text = failure(&job, 1);
        let twice = "the program failed twice in the game with seed 12: ";
        assert_has(&text, &[twice, " solver 12 270.5\n", "  folder: /"]);
        assert_has(&text, parts);
        assert!(!text.contains("  request: "), "{text}");
    };
    fails("exit 4", &["it exited with code 4 without a score"]);
    fails("echo broken >&2; echo 12; exit 1", &["it exited with code 1", "    broken\n"]);
    fails("sleep 60", &["it did not answer within 0.3 s"]);
    fails(":", &["it wrote nothing to standard output", "print the score as last line"]);
    fails("echo true", &["`score` is true, expected a number"]);
    fails("exec cat /dev/zero", &["it wrote a line of more than 1048576 bytes"]);
}

#[test]
fn a_second_try_and_a_failure_score_are_as_for_other_programs() {
    let folder = Folder::new();
    let script = |script: &str| folder.command(&["sh", "-c", script, "solver", "{seed}"]);
    let scores = |settings| {
        let results = results(&job(settings, 2, 3), 2).concat();
        results.iter().map(|result| result.score).collect::<Vec<_>>()
    };
    assert_eq!(scores(script("mkdir lived 2> /dev/null && exit 1; echo 7")), [7.into(); 6]);
    let mut settings = script("exit 1");
    settings.failure_score = Some(5.into());
    assert_eq!(scores(settings), [5.into(); 6]);
}
