//! Several opponents of a match, and margins in place of results.

use serde_json::Value;

use tune2048_testkit::assert_has;

use super::with_player;

/// A runner of matches: the second word of an engine is its strength. It keeps its requests.
pub(super) const RUNNER: &str = include_str!("players/runner.py");

fn settings(more: &str, x: &str) -> String {
    format!(
        "[player.command]\nprogram = [\"python3\", \"player.py\"]\nengine = [\"./engine\", \"1\"]\n{more}\
         [heuristic.command]\nx = {x}\n"
    )
}

const TUNED: &str = "{ start = 0, low = -1, high = 1 }";

#[test]
fn candidates_meet_several_opponents() {
    let Some(scratch) = with_player(RUNNER) else { return };
    let list = "opponent = [\"start\", { weights = { x = -0.5 }, engine = [\"./engine\", \"0\"] }, \
                { weights = { x = 1 }, share = 2 }, \
                { weights = { x = -0.5 }, engine = [\"./engine\", \"3\"], name = \"the strong\" }]\n";
    let space = format!(
        "name = \"out\"\n{}[budget]\ngames = 1200\n[validation]\ngames = 200\n",
        settings(list, TUNED)
    );
    scratch.write("space.toml", &space);
    let run = scratch.tune2048("run space.toml --out whole --threads 1").succeeds();
    let engines = "with ./engine 1, ./engine 0 and ./engine 3 in this folder";
    assert_has(&run.to_string(), &[engines]);
    // A seed meets one opponent, whoever plays.
    let mut met: std::collections::BTreeMap<u64, String> = Default::default();
    for line in scratch.read("requests").lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let opponent = format!("{} {}", request["opponent"]["x"], request["opponent-engine"][1]);
        for seed in request["seeds"].as_array().unwrap() {
            let known = met.entry(seed.as_u64().unwrap()).or_insert_with(|| opponent.clone());
            assert_eq!(*known, opponent, "{line}");
        }
    }
    let share = |opponent: &str| {
        met.values().filter(|found| *found == opponent).count() as f64 / met.len() as f64
    };
    for (opponent, expected) in
        [("0 \"1\"", 0.2), ("-0.5 \"0\"", 0.2), ("1 \"1\"", 0.4), ("-0.5 \"3\"", 0.2)]
    {
        assert!((share(opponent) - expected).abs() < 0.1, "{opponent}: {}", share(opponent));
    }
    // The results of each, wherever a campaign is shown.
    let evidence = scratch.json("status whole")["evidence"].clone();
    let opponents = evidence["opponents"].as_array().expect("opponents");
    let names: Vec<_> = opponents.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["start", "./engine 0", "opponent 3", "the strong"]);
    let pairs: u64 = opponents.iter().filter_map(|one| one["tuned"]["games"].as_u64()).sum();
    assert_eq!(pairs, 200, "{evidence}");
    let mean = |place: usize| opponents[place]["tuned"]["mean"].as_f64().unwrap();
    assert!(mean(1) > mean(0) && mean(0) > mean(3), "{evidence}");
    scratch.prints("report whole --markdown", &["| the strong |", "Measured on 200 pairs: "]);
    scratch.prints("evaluate whole/best.toml --games 50", &["  against opponent 3: 0."]);
    // The number of processes changes nothing.
    scratch.keep_trials("whole", "cut", 5);
    scratch.tune2048("resume cut --threads 2").succeeds();
    scratch.assert_same_record("cut", "whole");
    for (entry, pieces) in [
        ("\"self\"", ["expected a table or \"start\"", "found the string \"self\""]),
        ("{ share = 0 }", ["share", "at least 1"]),
    ] {
        scratch.write("refused.toml", space.replace("\"start\"", entry));
        scratch.refuses("check refused.toml", &pieces);
    }
}

#[test]
fn a_margin_is_judged_by_its_mean() {
    let Some(scratch) = with_player(RUNNER) else { return };
    let more = "score = \"margin\"\nopponent = \"start\"\n";
    let space = |opponent: &str| {
        let player = settings(&more.replace("\"start\"", opponent), TUNED);
        let objective = "[objective]\nscore-kind = \"margin\"\n[budget]\ngames = 1200\n";
        format!("name = \"out\"\n{player}{objective}")
    };
    for opponent in ["\"start\"", "[\"start\", { weights = { x = 0.5 } }]"] {
        scratch.write("space.toml", space(opponent));
        let run = scratch.tune2048("run space.toml").succeeds();
        assert_has(run.text(), &["are better.\nDifference of the mean scores +"]);
        let evidence = scratch.json("status out")["evidence"].clone();
        let [mean, difference] =
            [&evidence["tuned"]["mean"], &evidence["difference"]].map(|of| of.as_f64().unwrap());
        assert!(difference > 15.0 && evidence["elo"].is_null(), "{evidence}");
        let is_list = opponent.starts_with('[');
        assert_eq!(is_list, (mean - difference).abs() > 1.0, "{evidence}");
        scratch.write(
            "start.toml",
            settings(&format!("{more}margins = true\n"), "0").replace("\"start\"", "{ x = 0 }"),
        );
        let compared = scratch.json("compare start.toml results/out/best.toml");
        assert!(compared["verdict"] == "above" && compared["elo"].is_null(), "{compared}");
        assert!(compared["difference"].as_f64().unwrap() > 15.0, "{compared}");
        std::fs::remove_dir_all(scratch.path("results")).unwrap();
    }
    let other = scratch.read("start.toml").replace("x = 0\n", "x = 1\n");
    scratch.write("other.toml", other);
    scratch.refuses("compare start.toml other.toml --elo0 0 --elo1 5", &["with results"]);
    scratch.refuses("compare start.toml other.toml --tell 5elo", &["a number of points"]);
    scratch.write("alone.toml", space("\"start\"").replace("opponent = \"start\"\n", ""));
    scratch.refuses("check alone.toml", &["score-kind", "`[player.command]` has no `opponent`"]);
    // A program that swaps no sides proves nothing.
    scratch.write("player.py", RUNNER.replace("20 * (own - other) + sum(won) - 1", "5"));
    scratch.write("space.toml", space("\"start\""));
    let nothing = "Nothing is proven by these scores.";
    scratch.prints("run space.toml --out none", &[nothing, "All games score the same"]);
    // Of candidates that meet, both would win.
    scratch.write("player.py", RUNNER.replace("20 * (own - other)", "5"));
    scratch.write("space.toml", space("\"self\""));
    scratch.prints("run space.toml --out both", &[nothing, "are sides swapped?"]);
}
