//! Values of boards and moves from independent programs, in tests/golden.
//!
//! Those programs start a maximum from 0, so that a move that leads to negative
//! values only, which ours tells apart, is worth 0 to them. A textbook
//! expectimax, here with that floor and without, stands between the two: with
//! the floor it must give the golden values, without it ours.

#[path = "baseline/mod.rs"]
#[allow(dead_code, reason = "the bench plays games with the rest")]
mod baseline;

use std::path::Path;

use baseline::{Baseline, BaselineDepth};
use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::heuristic::{
    CellValue, HeuristicKind, Orientations, ValueFunction, Weights, corner_matrix, differences,
    exponential_snake, path, rows,
};
use tune2048_engine::player::{
    AnalysingPlayer, Depth, Expectimax, ExpectimaxSettings, StaticValue, TerminalValue,
};
use tune2048_engine::presets::Preset;

/// Float32 sums in another order differ by this factor, …
const TOLERANCE: f64 = 1e-5;

/// … or by two steps of float32 at the size of the summands, 8 · 200 000,
/// where they nearly cancel.
const STEPS: f64 = 0.25;

fn records(name: &str) -> (csv::StringRecord, Vec<csv::StringRecord>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    (header, reader.records().map(Result::unwrap).collect())
}

fn column(header: &csv::StringRecord, name: &str) -> usize {
    header
        .iter()
        .position(|column| column == name)
        .unwrap_or_else(|| panic!("no column {name}"))
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
    assert!(
        error <= allowed,
        "{place}: found {found}, expected {expected}"
    );
}

/// What max nodes start from, and what a dead board is worth.
#[derive(Clone, Copy)]
enum Floor {
    Zero,
    None,
}

struct Textbook<'a> {
    value: &'a dyn Fn(Board) -> f64,
    floor: Floor,
    probability_cut: f64,
}

impl Textbook<'_> {
    fn afterstate(&self, board: Board, depth: u32, probability: f64) -> f64 {
        if depth == 0 || probability < self.probability_cut {
            return (self.value)(board);
        }
        let cells: Vec<_> = (0..16).filter(|&cell| board.rank(cell) == 0).collect();
        let mut sum = 0.0;
        for &cell in &cells {
            for (rank, share) in [(1_u64, 0.9), (2, 0.1)] {
                let spawned = Board(board.0 | rank << (4 * cell));
                let probability = probability * share / cells.len() as f64;
                sum += share * self.best(spawned, depth - 1, probability);
            }
        }
        sum / cells.len() as f64
    }

    fn best(&self, board: Board, depth: u32, probability: f64) -> f64 {
        let values = Move::ALL.into_iter().filter_map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| self.afterstate(after, depth, probability))
        });
        match self.floor {
            Floor::Zero => values.fold(0.0, f64::max),
            Floor::None => values.reduce(f64::max).unwrap_or(0.0),
        }
    }
}

fn check_rows(file: &str, weights: &Weights, depths: &[u32], probability_cut: f64) {
    let tables = rows::tables(&weights.values);
    let (header, records) = records(file);
    for (index, record) in records.iter().enumerate() {
        let line = index + 2;
        let board: Board = record[0].parse().unwrap();
        let number = |name: &str| record[column(&header, name)].parse::<f64>().unwrap();
        let static_player = Expectimax::new(&tables, &ExpectimaxSettings::default());
        assert_row_value(
            static_player.static_value(board).unwrap(),
            number("heuristic"),
            &format!("{file} line {line}: heuristic"),
        );
        for direction in Move::ALL {
            let after = MoveTables::get().apply(board, direction);
            assert_eq!(
                after.to_string(),
                record[column(&header, direction.name())],
                "{file} line {line}: {direction}"
            );
        }
        for &depth in depths {
            let settings = ExpectimaxSettings {
                depth: Depth::Fixed(depth as u8),
                probability_cut,
                ..ExpectimaxSettings::default()
            };
            let values = Expectimax::new(&tables, &settings).move_values(board);
            for (direction, value) in Move::ALL.into_iter().zip(values) {
                let name = format!("depth{depth}_{direction}");
                let place = format!("{file} line {line}: {name}");
                let golden = number(&name);
                let Some(value) = value else {
                    assert_close(0.0, golden, &place);
                    continue;
                };
                let after = MoveTables::get().apply(board, direction);
                let static_value = |board| f64::from(tables.value(board)) + tables.offset();
                let textbook = |floor| {
                    let value: &dyn Fn(Board) -> f64 = &static_value;
                    Textbook {
                        value,
                        floor,
                        probability_cut,
                    }
                    .afterstate(after, depth, 1.0)
                };
                assert_row_value(textbook(Floor::Zero), golden, &place);
                assert_row_value(value, textbook(Floor::None), &place);
            }
        }
    }
}

/// The program that the bench measures against computes the golden values itself.
#[test]
fn the_baseline_is_the_textbook() {
    let tables = rows::tables(&Preset::find("2014").unwrap().weights().values);
    let (header, records) = records("rows-2014-depth1-3.csv");
    for depth in 1..=3 {
        let mut player = Baseline::new(tables.row_values(), BaselineDepth::Fixed(depth)).exact();
        for (index, record) in records.iter().enumerate() {
            let board: Board = record[0].parse().unwrap();
            for direction in Move::ALL {
                let name = format!("depth{depth}_{direction}");
                let golden: f64 = record[column(&header, &name)].parse().unwrap();
                let place = format!("line {}: {name}", index + 2);
                let value = player.move_value(board, direction);
                assert_row_value(f64::from(value), golden, &place);
            }
        }
    }
}

#[test]
fn rows_of_2014() {
    let weights = Preset::find("2014").unwrap().weights();
    check_rows("rows-2014-depth1-2.csv", &weights, &[1, 2], 0.0);
    check_rows("rows-2014-depth1-3.csv", &weights, &[1, 2], 0.0);
}

#[test]
fn rows_of_2014_at_depth_3() {
    let weights = Preset::find("2014").unwrap().weights();
    check_rows("rows-2014-depth1-3.csv", &weights, &[3], 0.0);
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
    check_rows("rows-other-depth1-2.csv", &weights, &[1, 2], 0.0);
}

/// Static values, and depth 1 where the file has it, blank for an illegal move.
fn check_seed<T: ValueFunction>(name: &str, tables: &T, dead_value: TerminalValue) -> usize {
    const FILE: &str = "seed-evaluations.csv";
    let (header, records) = records(FILE);
    let mut with_moves = 0;
    let settings = ExpectimaxSettings {
        dead_value,
        ..ExpectimaxSettings::default()
    };
    for (index, record) in records.iter().enumerate() {
        let line = index + 2;
        let board: Board = record[0].parse().unwrap();
        let mut player = Expectimax::new(tables, &settings);
        let golden: f64 = record[column(&header, name)].parse().unwrap();
        let place = format!("{FILE} line {line}: {name}");
        assert_close(player.static_value(board).unwrap(), golden, &place);
        let by_table = f64::from(tables.value(board)) + tables.offset();
        assert_close(by_table, golden, &place);
        let golden = Move::ALL
            .map(|direction| {
                header
                    .iter()
                    .position(|c| c == format!("{name}_depth1_{direction}"))
            })
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
fn edge_bonus() {
    let tables = rows::tables(&Preset::find("2014-simple").unwrap().weights().values);
    let with_moves = check_seed("edge_bonus", &tables, TerminalValue::Number(0.0));
    assert_eq!(with_moves, 60);
}

#[test]
fn corner_matrices() {
    for (name, preset, expected_with_moves) in [
        ("matrix_published", "corner-published", 60),
        ("matrix_diagonal", "corner-diagonal", 0),
    ] {
        let tables = corner_matrix::tables(
            CellValue::Face,
            &Preset::find(preset).unwrap().weights().values,
        );
        let with_moves = check_seed(name, &tables, TerminalValue::Static(StaticValue::Static));
        assert_eq!(with_moves, expected_with_moves);
    }
}

#[test]
fn path() {
    let tables = path::tables(
        Orientations::Eight,
        &Preset::find("path").unwrap().weights().values,
    );
    check_seed("path_0.25_8", &tables, TerminalValue::Number(0.0));
}

#[test]
fn exponential_snake() {
    let tables = exponential_snake::tables(
        Orientations::One,
        &Preset::find("exponential-snake").unwrap().weights().values,
    );
    check_seed("exp_snake", &tables, TerminalValue::Number(0.0));
}

#[test]
fn differences() {
    let tables = differences::tables(&Preset::find("differences").unwrap().weights().values);
    check_seed("difference", &tables, TerminalValue::Number(-1e20));
}
