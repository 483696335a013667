//! Values of boards and moves from independent programs, in tests/golden.
//!
//! Those programs start a maximum from 0, so that a move that leads to negative
//! values only, which ours tells apart, is worth 0 to them. A textbook
//! expectimax, here with that floor and without, stands between the two: with
//! the floor it must give the golden values, without it ours.

use std::path::Path;

use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{Depth, ExpectimaxSettings, StaticValue, TerminalValue, expectimax};

use crate::preset;
use crate::textbook::Textbook;

/// Float32 sums in another order differ by this factor, …
const TOLERANCE: f64 = 1e-5;

/// … or by two steps of float32 at the size of the summands, 8 · 200 000,
/// where they nearly cancel.
const STEPS: f64 = 0.25;

fn records(name: &str) -> (csv::StringRecord, Vec<csv::StringRecord>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    (header, reader.records().map(Result::unwrap).collect())
}

fn column(header: &csv::StringRecord, name: &str) -> usize {
    header.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
}

fn assert_close(found: f64, expected: f64, place: &str) {
    assert_within(found, expected, TOLERANCE * expected.abs(), place);
}

fn assert_row_value(found: f64, expected: f64, place: &str) {
    let allowed = f64::max(TOLERANCE * expected.abs(), STEPS);
    assert_within(found, expected, allowed, place);
}

fn assert_within(found: f64, expected: f64, allowed: f64, place: &str) {
    let error = (found - expected).abs();
    assert!(error <= allowed, "{place}: found {found}, expected {expected}");
}

fn check_rows(file: &str, weights: &Weights, depths: &[u32]) {
    let tables = Tables::new(weights);
    let (header, records) = records(file);
    for (index, record) in records.iter().enumerate() {
        let line = index + 2;
        let board: Board = record[0].parse().unwrap();
        let number = |name: &str| record[column(&header, name)].parse::<f64>().unwrap();
        let value = tables.static_value(board);
        assert_row_value(value, number("heuristic"), &format!("{file} line {line}: heuristic"));
        for direction in Move::ALL {
            let after = MoveTables::get().apply(board, direction);
            let golden = &record[column(&header, direction.name())];
            assert_eq!(after.to_string(), golden, "{file} line {line}: {direction}");
        }
        for &depth in depths {
            let settings = ExpectimaxSettings {
                depth: Depth::Fixed(depth as u8),
                probability_cut: 0.0,
                ..ExpectimaxSettings::default()
            };
            let values = expectimax(&*tables, &settings).move_values(board);
            let static_value = |board| f64::from(tables.value(board)) + tables.offset();
            let ours = Textbook::new(&static_value);
            let theirs = Textbook { floor: 0.0, ..ours };
            let [ours, theirs] = [ours, theirs].map(|book| book.move_values(board, depth));
            for (place, direction) in Move::ALL.into_iter().enumerate() {
                let name = format!("depth{depth}_{direction}");
                let golden = number(&name);
                let name = format!("{file} line {line}: {name}");
                assert_eq!(values[place].is_some(), theirs[place].is_some(), "{name}");
                let Some(value) = values[place] else {
                    assert_close(0.0, golden, &name);
                    continue;
                };
                assert_row_value(theirs[place].unwrap(), golden, &name);
                assert_row_value(value, ours[place].unwrap(), &name);
            }
        }
    }
}

#[test]
fn rows_of_2014() {
    let weights = preset("2014");
    check_rows("rows-2014-depth1-2.csv", &weights, &[1, 2]);
    check_rows("rows-2014-depth1-3.csv", &weights, &[1, 2]);
}

#[test]
fn rows_of_2014_at_depth_3() {
    let weights = preset("2014");
    check_rows("rows-2014-depth1-3.csv", &weights, &[3]);
}

#[test]
fn rows_with_other_weights() {
    let weights = Weights::defaults(HeuristicKind::Rows)
        .with("constant", 200_000.0)
        .with("monotonicity-exponent", 2.17)
        .with("monotonicity", 11.9)
        .with("sum-exponent", 3.04)
        .with("sum", 1.31)
        .with("merges", 58.5)
        .with("empty", 48.0);
    check_rows("rows-other-depth1-2.csv", &weights, &[1, 2]);
}

/// Static values, and depth 1 where the file has it, blank for an illegal move.
fn check_seed(name: &str, weights: &Weights, dead_value: TerminalValue) -> usize {
    const FILE: &str = "seed-evaluations.csv";
    let (header, records) = records(FILE);
    let tables = Tables::new(weights);
    let mut with_moves = 0;
    let settings = ExpectimaxSettings { dead_value, ..ExpectimaxSettings::default() };
    for (index, record) in records.iter().enumerate() {
        let line = index + 2;
        let board: Board = record[0].parse().unwrap();
        let mut player = expectimax(&*tables, &settings);
        let golden: f64 = record[column(&header, name)].parse().unwrap();
        let place = format!("{FILE} line {line}: {name}");
        assert_close(tables.static_value(board), golden, &place);
        let by_table = f64::from(tables.value(board)) + tables.offset();
        assert_close(by_table, golden, &place);
        let golden = Move::ALL
            .map(|direction| header.iter().position(|c| c == format!("{name}_depth1_{direction}")))
            .map(|column| column.map_or("", |column| &record[column]));
        // Half of the boards, and all of one matrix, have static values only.
        if golden == [""; 4] {
            continue;
        }
        with_moves += 1;
        let values = player.move_values(board);
        for ((direction, golden), value) in Move::ALL.into_iter().zip(golden).zip(values) {
            let place = format!("{FILE} line {line}: {name}_depth1_{direction}");
            match value {
                None => assert_eq!(golden, "", "{place}"),
                Some(value) => assert_close(value, golden.parse().unwrap(), &place),
            }
        }
    }
    assert_eq!(records.len(), 120);
    with_moves
}

#[test]
fn heuristics_of_others() {
    let dead = TerminalValue::Number;
    let by_itself = TerminalValue::Static(StaticValue::Static);
    let edge = check_seed("edge_bonus", &preset("2014-simple"), dead(0.0));
    let published = check_seed("matrix_published", &preset("corner-published"), by_itself);
    let diagonal = check_seed("matrix_diagonal", &preset("corner-diagonal"), by_itself);
    assert_eq!([edge, published, diagonal], [60, 60, 0]);
    check_seed("path_0.25_8", &preset("path"), dead(0.0));
    check_seed("exp_snake", &preset("exponential-snake"), dead(0.0));
    check_seed("difference", &preset("differences"), dead(-1e20));
}
