//! Evaluations for other programs: the protocol of programs from its other side.

use serde_json::{Value, json};

use tune2048_testkit::program::Scratch;

const SPACE: &str = "name = \"served\"\nseed = 3\n[heuristic.rows]\nempty = { low = 27, high = 513 }\n\
                     merges = \"tune\"\n[objective]\ngames-per-candidate = 2\n[budget]\ngames = 1000\n";

/// The greeting, and the answers in the order of their requests and seeds.
fn served(requests: &[Value]) -> Vec<Value> {
    let scratch = Scratch::with("space.toml", SPACE);
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let run = scratch.with_input("serve-evaluations space.toml", input);
    let mut lines = run.succeeds().says_nothing().json_lines();
    lines.sort_by_key(|line| (line["id"].as_u64(), line["seed"].as_u64()));
    lines
}

fn scores(lines: &[Value], id: u64) -> Vec<&Value> {
    lines.iter().filter(|line| line["id"] == id).map(|line| &line["score"]).collect()
}

#[test]
fn the_guide_shows_what_is_served() {
    let page = include_str!("../../docs/guide/bring-your-own-optimizer.md");
    let (_, block) = page.split_once("$ echo '").unwrap();
    let (request, block) = block.split_once("' |\n").unwrap();
    let (command, block) = block.split_once('\n').unwrap();
    let (answers, _) = block.split_once("```").unwrap();
    let arguments = command.strip_prefix("> tune2048 ").unwrap();
    let space = include_str!("../../search-spaces/duels/six-weights.toml");
    let scratch = Scratch::new();
    scratch.write("search-spaces/duels/six-weights.toml", space);
    assert_eq!(scratch.with_input(arguments, format!("{request}\n")).succeeds().text(), answers);
}

#[test]
fn games_depend_on_weights_and_seeds_alone() {
    // Long and short requests in turn, so that later ones are finished earlier.
    let request = |id: usize| {
        let seeds: Vec<usize> = (id..id + if id.is_multiple_of(2) { 6 } else { 1 }).collect();
        json!({"id": id, "point": [id as f64 / 20.0, 0.5], "seeds": seeds})
    };
    let forwards: Vec<Value> = (0..20).map(request).collect();
    let backwards: Vec<Value> = (0..20).rev().map(request).collect();
    let lines = served(&forwards);
    assert_eq!(lines.len(), 1 + 10 * 6 + 10);
    assert_eq!(lines, served(&backwards));
    for id in 0..20 {
        let games: Vec<&Value> = lines.iter().filter(|line| line["id"] == id).collect();
        let sum: f64 = games.iter().map(|game| game["score"].as_f64().unwrap()).sum();
        let mean = sum / games.len() as f64;
        for game in games {
            assert!((game["fitness"].as_f64().unwrap() + mean).abs() < 1e-9, "{game}");
            assert!(game["moves"].as_u64() > Some(0) && game["nodes"].as_u64() > Some(0));
        }
    }
}

#[test]
fn named_weights_play_the_games_of_the_point_they_stand_for() {
    let lines = served(&[
        json!({"id": 0, "point": [0.5, 0.175], "seeds": [7, 8, 9, 10]}),
        json!({"id": 1, "weights": {"empty": 270, "merges": 700}, "seeds": [7, 8, 9, 10]}),
        json!({"id": 2, "weights": {}, "seeds": [8, 9, 10]}),
        json!({"id": 3, "point": [0.5, -0.5], "seeds": [7, 8]}),
        json!({"id": 4, "point": [0.5, 0], "seeds": [7, 8]}),
    ]);
    assert_eq!(scores(&lines, 0), scores(&lines, 1));
    assert_eq!(scores(&lines, 1)[1..], scores(&lines, 2));
    // Outside of the ranges games are those of the nearest point, and fitness is worse.
    assert_eq!(scores(&lines, 3), scores(&lines, 4));
    let fitness = |id| lines.iter().find(|line| line["id"] == id).unwrap()["fitness"].as_f64();
    assert!(fitness(3) > fitness(4));
}

#[test]
fn every_mistake_is_answered_and_the_next_line_still_played() {
    let lines = served(&[
        json!({"id": 1, "point": [0.5], "seeds": [1]}),
        json!({"id": 2, "weights": {"emtpy": 1}, "seeds": [1]}),
        json!({"id": 3, "weights": {"empty": "many"}, "seeds": [1]}),
        json!({"id": 4, "weights": {}, "seeds": [1]}),
        json!({"id": 5, "weights": {}, "games": 2}),
    ]);
    for (id, expected) in [
        (1, "point: found 1 numbers, expected 2: empty, merges"),
        (2, "weights: found \"emtpy\", expected one of constant, empty"),
        (3, "weights: empty: found \"many\", expected a finite number"),
    ] {
        let line = lines.iter().find(|line| line["id"] == id).unwrap();
        let error = line["error"].as_str().unwrap();
        assert!(error.contains(expected) && line["seed"] == 1, "{line}");
    }
    assert_eq!(scores(&lines, 4).len(), 1);
    let unread = lines.iter().find(|line| line["line"] == 5).unwrap();
    assert!(unread["error"].as_str().unwrap().contains("unknown field `games`"), "{unread}");
}

#[test]
fn a_program_is_served_and_its_last_weights_are_written() {
    let scratch = Scratch::with("space.toml", SPACE);
    let last = "echo '{\"id\": 2, \"point\": [0, 0.5], \"seeds\": []}'";
    let ask = "echo '{\"id\": 1, \"point\": [0.1, 0.2], \"seeds\": [0, 1, 2]}'";
    // Nobody reads the answer when the last request arrives.
    scratch.write("leave.sh", format!("exec 0<&-; {ask}; {last}"));
    let read = format!("read greeting; {ask}; read answer; echo \"$answer\" > answer.json");
    scratch.write("ask.sh", format!("{read}; {last}"));
    for script in ["leave.sh", "ask.sh"] {
        let serve = format!("serve-evaluations space.toml --out {script}.toml -- sh {script}");
        scratch.tune2048(&serve).succeeds().says_nothing();
        let exported = scratch.tune2048(&format!("export {script}.toml --format json")).json();
        assert_eq!(exported["heuristic"]["rows"]["merges"], 2000.0, "{exported}");
    }
    assert_eq!(scratch.read_json("answer.json")["id"], 1);

    scratch.write("fail.sh", "exit 3");
    scratch.fails(1, "serve-evaluations space.toml -- sh fail.sh", &["ended with exit status: 3"]);
    let words = ["no-such-program: cannot be started"];
    scratch.fails(1, "serve-evaluations space.toml -- no-such-program", &words);
    scratch.write("silent.sh", "exit 0");
    let silent = scratch.tune2048("serve-evaluations space.toml --out w.toml -- sh silent.sh");
    silent.succeeds().says("w.toml is not written");
    assert!(!scratch.path("w.toml").exists());
}
