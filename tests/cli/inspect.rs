//! `inspect`: values of boards and moves, against those of independent programs.

use std::path::Path;

use serde_json::Value;

use crate::support::Scratch;

const MOVES: [&str; 4] = ["up", "down", "left", "right"];

type Record = std::collections::HashMap<String, String>;

/// The records of a golden file.
fn golden(name: &str) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("crates/engine/tests/golden")
        .join(name);
    csv::Reader::from_path(path)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

fn boards(records: &[Record]) -> String {
    records
        .iter()
        .map(|record| format!("{}\n", record["board"]))
        .collect()
}

/// The answers to boards on standard input, one per line.
#[track_caller]
fn answers(scratch: &Scratch, arguments: &str, boards: &str) -> Vec<Value> {
    let run = scratch
        .with_input(&format!("inspect {arguments} -"), boards)
        .succeeds()
        .says_nothing();
    run.text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
fn assert_close(found: &Value, expected: &str, place: &str) {
    let expected: f64 = expected.parse().unwrap();
    let found = found.as_f64().unwrap_or_else(|| panic!("{place}: {found}"));
    // Two steps of float32 at the size of the summands, where they cancel.
    let allowed = f64::max(1e-5 * expected.abs(), 0.25);
    assert!(
        (found - expected).abs() <= allowed,
        "{place}: found {found}, expected {expected}"
    );
}

#[test]
fn the_json_is_as_documented() {
    let scratch = Scratch::new();
    let run = scratch
        .tune2048("inspect 2014 a874764254314320 --json")
        .succeeds()
        .says_nothing();
    let json = run.json();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys[..5], ["board", "value", "depth", "moves", "best"]);
    assert_eq!(json["board"], "a874764254314320");
    assert_eq!(json["depth"], 1);
    assert_eq!(json["best"], "right");
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(
        moves
            .iter()
            .map(|found| found["move"].as_str().unwrap())
            .collect::<Vec<_>>(),
        MOVES
    );
    assert_eq!(moves[0]["legal"], false);
    assert_eq!(moves[0]["value"], Value::Null);
    assert_eq!(moves[1]["after"], "a870764454324321");
    // One line holds the same.
    assert_eq!(answers(&scratch, "2014", "a874764254314320\n"), [json]);
}

#[test]
fn boards_have_the_values_of_independent_programs() {
    let scratch = Scratch::new();
    scratch.write(
        "exact.toml",
        "[player.expectimax]\nprobability-cut = 0.0\n\n[heuristic.rows]\n",
    );
    let records = golden("rows-2014-depth1-2.csv");
    let mut compared = 0;
    for depth in [1, 2] {
        let records = &records[..if depth == 1 {
            records.len().min(500)
        } else {
            40
        }];
        let found = answers(
            &scratch,
            &format!("exact.toml --depth {depth}"),
            &boards(records),
        );
        assert_eq!(found.len(), records.len());
        for (answer, record) in found.iter().zip(records) {
            assert_eq!(answer["board"], record["board"]);
            assert_eq!(answer["depth"], depth);
            assert_close(&answer["value"], &record["heuristic"], &record["board"]);
            for (place, name) in MOVES.iter().enumerate() {
                let found = &answer["moves"][place];
                assert_eq!(found["after"], record[*name], "{}", record["board"]);
                let legal = record[*name] != record["board"];
                assert_eq!(found["legal"], legal, "{}", record["board"]);
                if legal {
                    let expected = &record[&format!("depth{depth}_{name}")];
                    // The other program takes nothing for better than a value below 0,
                    // which matters to boards that are nearly lost.
                    if expected.parse::<f64>().unwrap() > 1_250_000.0 {
                        compared += 1;
                        assert_close(
                            &found["value"],
                            expected,
                            &format!("{} {name}", record["board"]),
                        );
                    }
                } else {
                    assert_eq!(found["value"], Value::Null);
                }
            }
        }
    }
    assert!(compared > 500, "{compared} moves compared");
}

#[test]
fn heuristics_have_the_values_of_independent_programs() {
    let scratch = Scratch::new();
    let records = golden("seed-evaluations.csv");
    for (preset, column) in [
        ("corner-published", "matrix_published"),
        ("corner-diagonal", "matrix_diagonal"),
        ("path", "path_0.25_8"),
        ("exponential-snake", "exp_snake"),
        ("differences", "difference"),
    ] {
        let found = answers(&scratch, preset, &boards(&records));
        for (answer, record) in found.iter().zip(&records) {
            let expected: f64 = record[column].parse().unwrap();
            let value = answer["value"].as_f64().unwrap();
            assert!(
                (value - expected).abs() <= 1e-5 * expected.abs(),
                "{}: {value}, {expected}",
                record["board"]
            );
        }
    }
}

#[test]
fn a_thousand_boards_are_answered_in_order() {
    let scratch = Scratch::new();
    let mut random = crate::support::random(1);
    let boards: Vec<String> = (0..1000)
        .map(|_| {
            (0..16)
                .map(|_| char::from_digit(random(12) as u32, 16).unwrap())
                .collect()
        })
        .collect();
    let found = answers(&scratch, "2014", &(boards.join("\n") + "\n"));
    assert_eq!(
        found
            .iter()
            .map(|answer| answer["board"].as_str().unwrap())
            .collect::<Vec<_>>(),
        boards
    );
    for answer in &found {
        let best = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|found| found["legal"] == true)
            .map(|found| found["value"].as_f64().unwrap())
            .fold(f64::NEG_INFINITY, f64::max);
        let chosen = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .find(|found| found["move"] == answer["best"]);
        match chosen {
            Some(chosen) => assert_eq!(chosen["value"].as_f64(), Some(best), "{answer}"),
            None => assert_eq!(answer["best"], Value::Null, "{answer}"),
        }
    }
    // An answer does not depend on the boards before it.
    assert_eq!(answers(&scratch, "2014", &boards[777]), found[777..=777]);
}

#[test]
fn a_bad_board_is_told_with_its_line_after_the_answers_before_it() {
    let scratch = Scratch::new();
    let input = "a874764254314320\n\na87476425431432\na874764254314320\n";
    let run = scratch.with_input("inspect 2014 -", input);
    assert_eq!(run.code, Some(2), "{run}");
    assert_eq!(run.text().lines().count(), 1, "{run}");
    run.says("line 3");
}

#[test]
fn what_is_no_text_is_bad_input_too() {
    let scratch = Scratch::new();
    let run = scratch.with_input("inspect 2014 -", b"a874764254314320\n\xff\xfe\n".to_vec());
    assert_eq!(run.code, Some(2), "{run}");
    run.says("line 2");
}

#[test]
fn bad_boards_are_told() {
    let scratch = Scratch::new();
    for board in [
        "a87476425431432",
        "a8747642543143200",
        "g874764254314320",
        "x",
        "🀄🀄🀄🀄",
    ] {
        scratch.tune2048(&format!("inspect 2014 {board}")).fails(2);
    }
}

#[test]
fn boards_may_be_spaced() {
    let scratch = Scratch::new();
    let plain = scratch
        .tune2048("inspect 2014 a874764254314320 --json")
        .json();
    assert_eq!(
        scratch
            .tune2048("inspect 2014 a874/7642/5431/4320 --json")
            .json(),
        plain
    );
    assert_eq!(
        answers(&scratch, "2014", "  a874 7642 5431 4320\r\n"),
        std::slice::from_ref(&plain)
    );
    assert_eq!(answers(&scratch, "2014", "A874764254314320"), [plain]);
}

#[test]
fn a_dead_board_has_no_best_move() {
    let scratch = Scratch::new();
    let json = scratch
        .tune2048("inspect 2014 1212212112122121 --json")
        .succeeds()
        .json();
    assert_eq!(json["best"], Value::Null);
    assert!(
        json["moves"]
            .as_array()
            .unwrap()
            .iter()
            .all(|found| found["legal"] == false)
    );
    let drawn = scratch.tune2048("inspect 2014 1212212112122121").succeeds();
    assert!(drawn.text().contains("no move is legal"), "{drawn}");
    scratch
        .tune2048("inspect 2014 0000000000000000 --json")
        .succeeds();
}

#[test]
fn the_board_is_drawn() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("inspect 2014 a87476425431432f").succeeds();
    for part in ["1024", "32768", "illegal", "a87476425431432f"] {
        assert!(run.text().contains(part), "no {part:?} in {run}");
    }
}

#[test]
fn the_rule_looks_at_the_board() {
    let scratch = Scratch::new();
    // Ten distinct tiles: 2 fewer.
    let json = scratch
        .tune2048("inspect 2014 a987654321000000 --depth distinct-tiles --json")
        .succeeds()
        .json();
    assert_eq!(json["depth"], 8);
    let json = scratch
        .tune2048("inspect 2014 1200000000000000 --depth distinct-tiles --json")
        .succeeds()
        .json();
    assert_eq!(json["depth"], 3);
}
