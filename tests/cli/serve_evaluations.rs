//! Evaluations for other programs: lines of JSON through the real program.

use serde_json::{Value, json};

use tune2048_testkit::program::Scratch;

const SPACE: &str = "name = \"served\"\nseed = 3\n[heuristic.rows]\nempty = { low = 27, high = 513 }\n\
                     merges = \"tune\"\n[objective]\ngames-per-candidate = 2\n[budget]\ngames = 1000\n";

fn served(input: &str) -> Vec<Value> {
    let scratch = Scratch::with("space.toml", SPACE);
    let run = scratch.with_input("serve-evaluations space.toml", input);
    run.succeeds().says_nothing().json_lines()
}

#[test]
fn the_first_line_tells_what_there_is_to_tune() {
    let lines = served("");
    let expected = json!({
        "space": "served",
        "seed": 3,
        "coordinates": ["empty", "merges"],
        "start": [0.5, 0.175],
        "games_per_candidate": 2,
        "budget_games": 1000,
    });
    assert_eq!(lines, [expected]);
}

#[test]
fn answers_come_in_order_and_depend_on_weights_and_seeds_alone() {
    // Long and short requests in turn, so that later ones are finished earlier.
    let request = |id: usize| {
        let games = if id.is_multiple_of(2) { 6 } else { 1 };
        json!({"id": id, "point": [id as f64 / 20.0, 0.5], "first": id, "games": games})
    };
    let lines = |ids: &[usize]| -> String {
        ids.iter().map(|&id| request(id).to_string() + "\n").collect()
    };
    let forwards: Vec<usize> = (0..20).collect();
    let backwards: Vec<usize> = (0..20).rev().collect();
    let (one, other) = (served(&lines(&forwards)), served(&lines(&backwards)));
    for (place, id) in forwards.iter().enumerate() {
        let answer = &one[place + 1];
        assert_eq!(answer["id"], json!(id));
        assert_eq!(answer, &other[other.len() - 1 - place]);
        let scores = answer["scores"].as_array().unwrap();
        let sum: f64 = scores.iter().map(|score| score.as_f64().unwrap()).sum();
        assert_eq!(json!(scores.len()), answer["games"]);
        assert!((sum / scores.len() as f64 - answer["mean"].as_f64().unwrap()).abs() < 1e-9);
        assert_eq!(answer["objective"], answer["mean"]);
        assert_eq!(answer["fitness"].as_f64(), answer["mean"].as_f64().map(|mean| -mean));
    }
}

#[test]
fn whole_numbers_may_be_written_as_real_ones() {
    let real = served("{\"id\": 1, \"point\": [0.5, 0.5], \"first\": 3.0, \"games\": 2.0}\n");
    let whole = served("{\"id\": 1, \"point\": [0.5, 0.5], \"first\": 3, \"games\": 2}\n");
    assert_eq!(real, whole);
    let half = served("{\"point\": [0.5, 0.5], \"games\": 2.5}\n");
    assert!(half[1]["error"].as_str().unwrap().contains("2.5"), "{half:?}");
}

#[test]
fn named_weights_play_the_games_of_the_point_they_stand_for() {
    let input = "{\"point\": [0.5, 0.175], \"first\": 7, \"games\": 4}\n\
                 {\"weights\": {\"empty\": 270, \"merges\": 700}, \"first\": 7, \"games\": 4}\n\
                 {\"weights\": {}, \"first\": 7, \"games\": 4}\n\
                 {\"weights\": {}, \"first\": 8, \"games\": 3}\n\
                 {\"point\": [0.5, -0.5], \"first\": 7, \"games\": 4}\n\
                 {\"point\": [0.5, 0], \"first\": 7, \"games\": 4}\n";
    let lines = served(input);
    assert_eq!(lines[1]["scores"], lines[2]["scores"]);
    assert_eq!(lines[2], lines[3]);
    let scores = lines[3]["scores"].as_array().unwrap();
    assert_eq!(lines[4]["scores"].as_array().unwrap(), &scores[1..]);
    // Outside of the ranges games are those of the nearest point, and fitness is worse.
    assert_eq!(lines[5]["scores"], lines[6]["scores"]);
    assert!(lines[5]["fitness"].as_f64() > lines[6]["fitness"].as_f64());
}

#[test]
fn every_mistake_is_answered_and_the_next_line_still_played() {
    let bad = [
        ("nonsense", "not a line of JSON"),
        (
            r#"{"id": 18446744073709551617, "point": [0.5, 0.5]}"#,
            "expected a whole number below 2^64",
        ),
        (r#"{"id": 1, "point": [0.5]}"#, "found 1 coordinates, expected 2: empty, merges"),
        (r#"{"id": 1, "weights": {"emtpy": 1}}"#, "found \"emtpy\", expected constant, empty"),
        (r#"{"id": 1, "point": [0.5, 0.5], "games": 1000}"#, "996 are left of the budget"),
    ];
    let good = "{\"weights\": {}}\n";
    let mut input = format!("{good}{good}");
    for (line, _) in bad {
        input += &format!("{line}\n");
    }
    input += "\n";
    input += good;
    let lines = served(&input);
    assert_eq!(lines.len(), 1 + 2 + bad.len() + 1);
    for (place, (line, problem)) in bad.iter().enumerate() {
        let answer = &lines[3 + place];
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(problem), "{line}: {answer}");
        assert_eq!(answer["line"], json!(3 + place), "{line}");
    }
    assert_eq!(lines.last(), Some(&lines[1]));
}

#[test]
fn a_program_is_served_and_its_recommendation_written() {
    let scratch = Scratch::with("space.toml", SPACE);
    // Both recommend what they asked about; nobody reads the answer of the second when its recommendation arrives.
    let recommend = "echo '{\"recommend\": true, \"point\": [0, 0.5]}'";
    let ask = "echo '{\"point\": [0, 0.5], \"games\": 3}'";
    scratch.write("leave.sh", format!("exec 0<&-; {ask}; {recommend}"));
    let read = format!("read description; {ask}; read answer; echo \"$answer\" > answer.json");
    scratch.write("ask.sh", format!("{read}; {recommend}"));
    for script in ["leave.sh", "ask.sh"] {
        let serve = format!("serve-evaluations space.toml --out {script}.toml -- sh {script}");
        scratch.tune2048(&serve).succeeds().says_nothing();
        let exported = scratch.tune2048(&format!("export {script}.toml --format json")).json();
        assert_eq!(exported["heuristic"]["rows"]["merges"], 2000.0, "{exported}");
    }
    let answer = scratch.read_json("answer.json");
    assert_eq!(answer["weights"]["empty"].as_f64().map(f64::round), Some(27.0));

    scratch.write("fail.sh", "exit 3");
    scratch.fails(1, "serve-evaluations space.toml -- sh fail.sh", &["ended with exit status: 3"]);
    let words = ["no-such-program: cannot be started"];
    scratch.fails(1, "serve-evaluations space.toml -- no-such-program", &words);
}
