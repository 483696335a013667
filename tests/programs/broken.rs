//! Programs that are broken: what is said of them, and what is refused.

use super::{PLAYER, SPACE, solver};
use tune2048_testkit::program::{Scratch, assert_has, replaced};

/// The search space with a short race and validation: a failure starts Python twice.
fn short() -> String {
    SPACE.replace("games = 60", "games = 20")
}

fn playing(scratch: &Scratch, game: &str) {
    let from = "game = play(request[\"weights\"], seed)";
    scratch.write("player.py", replaced(PLAYER, from, game));
}

#[test]
fn failed_games_are_counted_wherever_results_are_shown() {
    let Some(scratch) = solver() else { return };
    let error = "if seed % 17 == 0: game = {\"error\": \"out of \\x1b memory\"}";
    playing(&scratch, &format!("game = play(request[\"weights\"], seed)\n        {error}"));
    let failing = replaced(&short(), "processes = 2", "processes = 2\nfailure-score = 0");
    scratch.write("space.toml", &failing);
    let told = "failed and count as 0";
    scratch.prints("run space.toml --generations 1", &[told, "out of"]);
    scratch.prints("status solver", &[told]);
    let json = scratch.json("status solver");
    assert!(json["failures"]["failed"].as_u64() > Some(0), "{json}");
    scratch.prints("report solver --markdown", &[told]);
    assert!(scratch.read("results/solver/best.toml").contains(told));
    // Nothing is tuned where the start itself always fails.
    playing(&scratch, "game = {\"error\": \"no licence\"}");
    scratch.fails(1, "run space.toml --out none", &["every game failed: ", "no licence"]);
    let evaluate = "evaluate results/solver/best.toml --games 4";
    scratch.fails(1, evaluate, &["4 of 4 games (100.0 %)"]);
}

#[test]
fn ignored_seeds_and_weights_are_told_after_the_first_generation() {
    let Some(scratch) = solver() else { return };
    scratch.write("space.toml", short());
    for (game, told) in [
        ("game = play(request[\"weights\"], 1)", "is the seed used?"),
        ("game = {\"score\": seed % 977}", "are the weights used?"),
        ("game = {\"score\": 1000}", "All games score the same"),
    ] {
        playing(&scratch, game);
        let run = scratch.tune2048("run space.toml --out told --generations 1").succeeds();
        assert_has(&run.to_string(), &["warning: ", told]);
        scratch.prints("status told", &[told]);
        std::fs::remove_dir_all(scratch.path("told")).unwrap();
    }
    // A pilot plans no games from games that do not vary.
    playing(&scratch, "game = play(request[\"weights\"], 1)");
    let plan = scratch.prints("plan space.toml --games 600", &["is the seed used?"]);
    assert!(!plan.text().contains("differ by") && !plan.text().contains("told apart"), "{plan}");
}

#[test]
fn an_objective_needs_its_numbers() {
    let Some(scratch) = solver() else { return };
    for (setting, number) in [
        ("maximize = \"tile-share\"\ntile = 2048", "largest_tile"),
        ("cost-per-move = 100", "moves"),
    ] {
        let objective = format!("games-per-candidate = 100\n{setting}");
        let space = replaced(SPACE, "games-per-candidate = 4", &objective);
        scratch.write("space.toml", replaced(&space, "processes = 2", "games-per-request = 1"));
        playing(&scratch, "open('games', 'a').write('+'); game = play(request[\"weights\"], seed)");
        let run = format!("run space.toml --out {number} --threads 1");
        let run = scratch.fails(1, &run, &[&format!("needs the number `{number}`")]);
        // The first answer says it.
        assert!(scratch.read("games").len() < 5, "{run}");
        std::fs::remove_file(scratch.path("games")).unwrap();
    }
}

#[test]
fn a_program_behind_a_wrapper_that_changed_is_found() {
    let Some(scratch) = solver() else { return };
    scratch.write("wrapper.sh", "exec python3 player.py\n");
    let wrapped = replaced(SPACE, "[\"python3\", \"player.py\"]", "[\"sh\", \"wrapper.sh\"]");
    scratch.write("space.toml", wrapped);
    scratch.tune2048("run space.toml --generations 2").succeeds();
    scratch.tune2048("resume solver --generations 3").succeeds();
    scratch.write("player.py", replaced(PLAYER, "int(10000", "int(20000"));
    let words = ["gives other scores than on record"];
    scratch.fails(1, "resume solver --generations 4", &words);
}

#[test]
fn a_campaign_says_in_which_folder_it_began() {
    let Some(scratch) = solver() else { return };
    scratch.tune2048("run space.toml --generations 1 --out there").succeeds();
    let elsewhere = Scratch::new();
    let mut command = elsewhere.command(["resume", "--generations", "2"]);
    let output = command.arg(scratch.path("there")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_has(&said, &["player.py is not found in the folder", "the campaign began in"]);
}
