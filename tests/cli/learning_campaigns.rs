//! Campaigns over learning runs: `learn --as-program`, and what such a campaign is good for; learning runs whose last games
//! a search plays, and runs that begin with a network.

use serde_json::json;

use tune2048_testkit::program::{LEARNED, LEARNING, Scratch, assert_has, replaced};

fn scratch() -> Scratch {
    let scratch = Scratch::with("learned.toml", LEARNED);
    scratch.write("tiny.toml", LEARNING);
    scratch
}

#[test]
fn the_numbers_of_a_campaign_are_learned_with() {
    let scratch = scratch();
    scratch.tune2048("run tiny.toml").succeeds();
    let learn = "learn learned.toml --numbers tiny --out best --threads 1";
    scratch.prints(learn, &["Learned from 60 games"]);
    let best: toml::Table = scratch.read("results/tiny/best.toml").parse().unwrap();
    let settings: toml::Table = scratch.read("best/learning.toml").parse().unwrap();
    for name in ["learning-rate", "lambda"] {
        assert_eq!(settings["method"][name], best["heuristic"]["command"][name]);
    }
    assert_eq!(settings["method"]["kind"].as_str(), Some("td"));
    scratch.tune2048("resume best").succeeds();
    let words = ["2014: found a number `constant`, expected one of learning-rate, "];
    scratch.refuses("learn learned.toml --numbers 2014", &words);
}

#[test]
fn a_game_scores_what_the_network_of_the_same_settings_scores() {
    let scratch = scratch();
    let request = |id, numbers| json!({"id": id, "weights": numbers, "seeds": [21]}).to_string();
    let input = [
        request(1, json!({"lambda": 0.5})),
        request(2, json!({"lambda": 2})),
        request(3, json!({"learning-rate": 1000})),
    ];
    let input = input.join("\n") + "\n";
    let program = scratch.with_input("learn --as-program learned.toml", input);
    let lines = program.succeeds().json_lines();
    let [greeting, played, refused, diverged] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(greeting["protocol"], 1);
    assert_eq!([&played["id"], &played["seed"]], [1, 21]);
    assert_eq!(refused["error"], "lambda: found 2, expected 0 to 1");
    assert_eq!(diverged["score"], 0);

    let file = replaced(LEARNED, "games = 60", "games = 60\nseed = 21");
    scratch.write("same.toml", file + "lambda = 0.5\n");
    scratch.tune2048("learn same.toml --threads 1").succeeds();
    let manifest = scratch.read_json("networks/same/learning.json");
    let games = manifest["test"].as_array().unwrap().iter();
    let sum: u64 = games.map(|game| game["score"].as_u64().unwrap()).sum();
    assert_eq!(played["score"], (sum + 2) / 4);

    let run = scratch.with_input("learn --as-program learned.toml", "play!\n");
    let lines = run.succeeds().json_lines();
    assert_eq!(lines[1], json!({"line": 1, "error": "the line is no JSON: play!"}));
}

/// A run whose last games a search plays.
const SEARCHED: &str = "games = 300\ntuples = 'lines'\ncurve = 70\ntest-games = 20\n\
                    [search]\ngames = 100\n";

#[test]
fn the_last_games_are_searched_on_any_number_of_threads_and_cut_anywhere() {
    let scratch = Scratch::with("tiny.toml", SEARCHED);
    let parts = ["Played at depth 1 and ", "in 20 games", "--depth 1 --games 100"];
    scratch.prints("learn tiny.toml --threads 1", &parts);
    // A point ends where the search begins.
    let curve = scratch.read("networks/tiny/curve.csv");
    let rows = curve.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let points: Vec<_> = rows.map(|fields| [fields[0], fields[10]].join(" at ")).collect();
    let expected = ["70 at 0", "140 at 0", "200 at 0", "210 at 1", "280 at 1", "300 at 1"];
    assert_eq!(points, expected);
    // Without search only one thread repeats; the games of the search are the same on several.
    scratch.write("base.toml", "games = 200\ntuples = 'lines'\ntest-games = 2\n");
    scratch.tune2048("learn base.toml --threads 1").succeeds();
    scratch.write(
        "searched.toml",
        "games = 60\ntuples = 'lines'\ntest-games = 2\nstart = 'networks/base'\n\
         [search]\ngames = 60\n",
    );
    let network = |threads: u32| {
        let out = format!("out{threads}");
        let learn = format!("learn searched.toml --threads {threads} --out {out}");
        scratch.tune2048(&learn).succeeds();
        scratch.bytes(&format!("{out}/network.safetensors"))
    };
    assert!(network(1) == network(3), "threads changed what was learned");

    let mut killed = scratch.start("learn tiny.toml --out cut --threads 1");
    killed.wait_until(|| scratch.path("cut/snapshot.safetensors").exists());
    killed.kill();
    scratch.tune2048("resume cut --threads 1").succeeds();
    let [cut, whole] = ["cut", "networks/tiny"]
        .map(|folder| scratch.bytes(&format!("{folder}/network.safetensors")));
    assert!(cut == whole, "a kill changed what was learned");
    scratch.tune2048("report networks/tiny").succeeds();
    let parts = ["the last 100 of them played by a search of depth 1", "Played at depth 1"];
    assert_has(&scratch.read("networks/tiny/report.html"), &parts);
}
