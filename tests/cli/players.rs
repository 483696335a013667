//! Every player under every command.

use tune2048_testkit::program::{Scratch, assert_has};

/// Presets that need no weights, with a few words that their player is told by.
const WITHOUT_WEIGHTS: [(&str, &str); 4] = [
    ("monte-carlo", "monte-carlo 100 playouts"),
    ("model-chasing", "model-chasing"),
    ("greedy-merges", "greedy-merges"),
    ("random", "random"),
];

/// Players over the weights of 2014.
const OVER_WEIGHTS: [(&str, &str); 4] = [
    ("[player.minimax]\n", "minimax depth 1"),
    ("[player.minimax]\ndepth = { nodes = 200 }\ndead-value = \"static\"\n", "minimax 200 nodes"),
    ("[player.look-ahead]\n", "look-ahead 3 moves"),
    ("[player.look-ahead]\nmoves = 1\ndiscount = 0\n", "look-ahead 1 move"),
];

/// The weights of 2014 for these players, in files of these names.
fn files(scratch: &Scratch) -> Vec<(String, &'static str)> {
    let write = |(index, (player, words)): (usize, (&str, &'static str))| {
        let name = format!("{index}.toml");
        scratch.write(&name, format!("{player}[heuristic.rows]\n"));
        (name, words)
    };
    OVER_WEIGHTS.into_iter().enumerate().map(write).collect()
}

#[test]
fn all_of_them_play_and_say_what_they_think() {
    let scratch = Scratch::new();
    let presets = WITHOUT_WEIGHTS.map(|(name, words)| (name.to_owned(), words));
    for (source, words) in presets.into_iter().chain(files(&scratch)) {
        let json = scratch.json(&format!("evaluate {source} --games 1 --seed 5"));
        assert_eq!(json["player"], words);
        assert!(json["mean"].as_f64().unwrap() > 100.0, "{json}");
        let played = scratch.tune2048(&format!("play {source} --seed 5")).succeeds();
        assert_has(&played.text().replace(' ', ""), &[&format!("score{},", json["max"])]);

        let inspect = format!("inspect {source} 1122000000000001");
        let json = scratch.json(&inspect);
        let has_value = !WITHOUT_WEIGHTS.iter().any(|(name, _)| *name == source);
        assert_eq!(json["value"].is_number(), has_value, "{source}: {json}");
        let moves = json["moves"].as_array().unwrap();
        assert!(moves.iter().all(|found| found["legal"] == found["value"].is_number()));
        assert_eq!(moves[0]["legal"], true);
        let drawing = scratch.prints(&inspect, &["* is played"]);
        assert_eq!(drawing.text().contains("value"), has_value, "{drawing}");
    }
}

#[test]
fn depths_are_for_those_that_have_one() {
    let scratch = Scratch::new();
    let files = files(&scratch);
    let minimax = &files[0].0;
    for (option, words) in [("--depth 2", "depth 2"), ("--budget 300", "300 nodes")] {
        let run = scratch.tune2048(&format!("evaluate {minimax} {option} --games 1 --json"));
        assert_eq!(run.succeeds().json()["player"], format!("minimax {words}"));
        for source in ["random", "monte-carlo", &files[2].0] {
            let words = ["expected one that searches to a depth"];
            scratch.refuses(&format!("evaluate {source} {option}"), &words);
        }
    }
}

#[test]
fn a_player_without_weights_has_none_for_a_solver() {
    let scratch = Scratch::new();
    for (preset, words) in WITHOUT_WEIGHTS {
        let toml = scratch.tune2048(&format!("export {preset}")).text().to_owned();
        assert!(!toml.contains("heuristic"), "{toml}");
        for format in ["c", "rust", "js", "tables"] {
            let found = format!("{format}: found the player {words}");
            let export = format!("export {preset} --format {format} --out out");
            scratch.refuses(&export, &[&found, "export it as toml or json"]);
            assert!(!scratch.path("out").exists());
        }
    }
}
