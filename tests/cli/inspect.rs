//! `inspect`: values of boards and moves, against those of independent programs.

use serde_json::Value;

use tune2048_testkit::program::Scratch;

/// The answers to boards on standard input, one per line.
#[track_caller]
fn answers(scratch: &Scratch, arguments: &str, boards: &str) -> Vec<Value> {
    let run = scratch.with_input(&format!("inspect {arguments} -"), boards);
    run.succeeds().says_nothing().json_lines()
}

#[test]
fn the_json_is_as_documented() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("inspect 2014 a874764254314320 --json").succeeds().says_nothing();
    let json = run.json();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys[..5], ["board", "value", "depth", "moves", "best"]);
    assert_eq!(json["board"], "a874764254314320");
    assert_eq!(json["depth"], 1);
    assert_eq!(json["best"], "right");
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.iter().map(|found| &found["move"]).eq(["up", "down", "left", "right"]));
    assert_eq!(moves[0]["legal"], false);
    assert_eq!(moves[0]["value"], Value::Null);
    assert_eq!(moves[1]["after"], "a870764454324321");
    // One line holds the same.
    assert_eq!(answers(&scratch, "2014", "a874764254314320\n"), [json]);
}

#[test]
fn a_bad_board_is_told_with_its_line_after_the_answers_before_it() {
    let scratch = Scratch::new();
    let input = "a874764254314320\n\na87476425431432\na874764254314320\n";
    let run = scratch.with_input("inspect 2014 -", input);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(run.text().lines().count(), 1, "{run}");
    run.says("line 3");
    for board in ["a87476425431432", "🀄🀄🀄🀄"] {
        scratch.tune2048(&format!("inspect 2014 {board}")).fails(2);
    }
}

#[test]
fn a_dead_board_has_no_best_move() {
    let scratch = Scratch::new();
    let json = scratch.json("inspect 2014 1212212112122121");
    assert_eq!(json["best"], Value::Null);
    assert!(json["moves"].as_array().unwrap().iter().all(|found| found["legal"] == false));
    scratch.prints("inspect 2014 1212212112122121", &["no move is legal"]);
    scratch.tune2048("inspect 2014 0000000000000000 --json").succeeds();
}
