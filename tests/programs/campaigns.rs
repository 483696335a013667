//! Whole campaigns with a program.

use super::{SPACE, alive, solver};
use crate::cli::live_server::LiveServer;
use tune2048_testkit::program::{assert_has, event, replaced, without_times};

#[test]
fn a_campaign_tunes_a_program_and_says_so() {
    let Some(scratch) = solver() else { return };
    let run = scratch.tune2048("run space.toml").succeeds();
    let lines = [
        "starts the program python3 player.py in this folder",
        "2 parameters tuned by cma-es, command python3 player.py",
        "The tuned weights are better.",
        // A program reads JSON.
        "tune2048 export results/solver --format json\n",
    ];
    assert_has(&run.to_string(), &lines);
    let best = scratch.read("results/solver/best.toml");
    assert_has(&best, &["program = [\"python3\", \"player.py\"]", "unused = 7"]);
    scratch.prints("status solver", &["better"]);
    scratch.prints("report solver --markdown", &["mean score"]);
    assert_eq!(alive(&scratch), [""; 0], "all processes have ended");
    // Its page has no board, and starts no program.
    let served = LiveServer::start(&scratch, "--port 0");
    let page = served.get("/report/solver");
    assert!(page.contains("solver") && !page.contains("/play/solver"), "{page}");
    assert!(served.get("/play/solver").starts_with("HTTP/1.1 404 "));
    assert_eq!(alive(&scratch), [""; 0], "a page started it");
    served.end("INT");
}

#[test]
fn extra_numbers_are_recorded_and_can_be_the_score() {
    let Some(scratch) = solver() else { return };
    scratch.tune2048("run space.toml").succeeds();
    let extras = |folder: &str| -> Vec<serde_json::Value> {
        let mut reader = csv::Reader::from_path(scratch.path(folder).join("trials.csv")).unwrap();
        let rows = reader.deserialize::<std::collections::BTreeMap<String, String>>();
        rows.map(|row| event(&row.unwrap()["extras"])).collect()
    };
    let of_solver = extras("results/solver");
    assert_eq!(of_solver.len(), scratch.rows("results/solver/trials.csv"));
    let lines = &of_solver[0]["lines"];
    assert_eq!(lines["games"], 4, "{lines}");
    let [mean, low, high] = ["mean", "min", "max"].map(|key| lines[key].as_f64().expect(key));
    assert!(0.5 <= low && low <= mean && mean <= high && high <= 6.5, "{lines}");
    scratch.write("space.toml", replaced(SPACE, "processes = 2", "score = \"rows\""));
    scratch.fails(1, "run space.toml --out rows", &["no number `rows`"]);
    scratch.write("player.py", replaced(super::PLAYER, "\"lines\"", "\"rows\""));
    scratch.tune2048("resume rows").succeeds().says("warning: player.py has changed");
    let of_rows = extras("rows");
    assert!(of_rows.iter().all(|found| !found["score"].is_null() && found["rows"].is_null()));
    let trials = scratch.read("rows/trials.csv");
    assert!(trials.contains(".5,"), "halves are scores: {trials}");
}

#[test]
fn a_program_that_fails_loses_nothing() {
    let Some(scratch) = solver() else { return };
    scratch.tune2048("run space.toml --out whole").succeeds();
    let broken = replaced(
        super::PLAYER,
        "    for seed",
        "    if request[\"weights\"][\"a\"] > 4:\n        sys.exit(\"the endgame tables are missing\")\n    for seed",
    );
    scratch.write("player.py", &broken);
    let words = ["the endgame tables are missing", "python3 player.py", "\"seeds\""];
    scratch.fails(1, "run space.toml --out failed", &words);
    assert!(scratch.rows("failed/trials.csv") > 0, "the first games are saved");
    assert_eq!(alive(&scratch), [""; 0]);
    scratch.write("player.py", super::PLAYER);
    scratch.tune2048("resume failed").succeeds().says("warning: player.py has changed");
    // The log says with which program it began.
    let rows = |folder: &str| without_times(&scratch.read(&format!("{folder}/trials.csv")));
    assert_eq!(rows("failed"), rows("whole"));
    for file in ["games.csv", "best.toml"] {
        let [failed, whole] =
            ["failed", "whole"].map(|folder| scratch.read(&format!("{folder}/{file}")));
        assert_eq!(failed, whole, "{file}");
    }
}

#[test]
fn scores_of_a_program_that_is_not_deterministic_are_kept() {
    let Some(scratch) = solver() else { return };
    let random = replaced(super::PLAYER, "luck = mix(", "luck = mix(os.getpid() ^ ");
    scratch.write("player.py", random);
    scratch.fails(1, "run space.toml", &["deterministic = false"]);
    scratch.write("space.toml", replaced(SPACE, "processes = 2", "deterministic = false"));
    scratch.tune2048("run space.toml --out random --generations 2").succeeds();
    let before = scratch.read("random/trials.csv");
    scratch.tune2048("resume random --generations 4").succeeds();
    let after = scratch.read("random/trials.csv");
    assert!(after.starts_with(&before) && after.len() > before.len());
}
