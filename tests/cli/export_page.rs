//! `export --format html`: the player of the page against the engine, board by board.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::heuristic::{WeightSpec, rich_rows};
use tune2048_engine::player::{PlayerSettings, RandomSettings, build};
use tune2048_engine::presets::Preset;
use tune2048_files::number_text::grouped;
use tune2048_testkit::program::{Scratch, assert_has, is_installed};

use crate::cli::export_network::made_up;

/// The rounding error of sums in single precision, as a share of the largest value.
const PRECISION: f64 = 1e-5;

const MOVES: [&str; 4] = ["up", "down", "left", "right"];

/// Boards of games at depth 1 and of random games, so that late and early boards are among them.
pub(crate) fn boards(count: usize) -> Vec<String> {
    let good = Preset::find("2014").unwrap();
    let tables = tune2048_engine::heuristic::Tables::new(&good.weights());
    let random = PlayerSettings::Random(RandomSettings::default());
    let mut boards = Vec::new();
    for game in 0.. {
        let settings = if game % 4 == 0 { &random } else { &good.player() };
        let mut player = build(settings, &tables);
        let mut session = Session::new(GameSeed::new(77, Stream::Evaluation, game));
        for number in 0.. {
            if number % 37 == 5 {
                boards.push(session.board().to_string());
            }
            if boards.len() == count {
                return boards;
            }
            if !session.make_choice(&mut *player) {
                break;
            }
        }
    }
    boards
}

/// The values of the four moves by the program, `None` of an illegal one, for each board.
fn values_of_engine(scratch: &Scratch, options: &str, boards: &str) -> Vec<[Option<f64>; 4]> {
    let run = scratch.with_input(&format!("inspect {options} --json"), boards).succeeds();
    let values = |line: &str| {
        let board: Value = serde_json::from_str(line).unwrap();
        MOVES.map(|name| {
            let moves = board["moves"].as_array().unwrap();
            let found = moves.iter().find(|found| found["move"] == name && found["legal"] == true);
            found.map(|found| found["value"].as_f64().unwrap())
        })
    };
    run.text().lines().map(values).collect()
}

/// The values and moves that the exported page prints for boards at each depth, line by line.
fn lines_of_page(scratch: &Scratch, weights: &str, depths: &[u8], boards: &str) -> Vec<String> {
    scratch.tune2048(&format!("export {weights} --out page.html")).succeeds().says_nothing();
    let mut node = Command::new("node")
        .args(["page.mjs", "page.html"])
        .args(depths.iter().map(u8::to_string))
        .current_dir(scratch.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    node.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{weights}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Asserts that a line of the page has the values of the engine; returns whether the moves differ,
/// as they may where values are equal for single precision.
#[track_caller]
fn differs(context: &str, line: &str, expected: &[Option<f64>; 4]) -> bool {
    let (found, choice): ([Option<f64>; 4], i32) = serde_json::from_str(line).unwrap();
    let largest = expected.iter().flatten().fold(1.0, |most: f64, value| most.max(value.abs()));
    for (found, expected) in found.iter().zip(expected) {
        match (found, expected) {
            (Some(found), Some(expected)) => {
                assert!((found - expected).abs() <= PRECISION * largest, "{context}: {found}");
            }
            (found, expected) => assert_eq!(found, expected, "{context}"),
        }
    }
    let best = expected.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let Ok(choice) = usize::try_from(choice) else {
        assert!(expected.iter().all(Option::is_none), "{context}");
        return false;
    };
    assert!(best - expected[choice].unwrap() <= PRECISION * largest, "{context}: move {choice}");
    expected.iter().position(|value| *value == Some(best)) != Some(choice)
}

/// A network with terms of rows, of the board and of an expression.
const CORRECTED: &str = include_str!("export_page/corrected.toml");

const EXPRESSIONS: &str = include_str!("export_page/expressions.toml");

/// Every weight that a file may add to rows, each with an effect.
fn all_terms() -> String {
    let part = |weight: &WeightSpec| weight.low + 0.3 * (weight.high - weight.low);
    let lines =
        rich_rows::WEIGHTS.iter().map(|weight| format!("{} = {:?}\n", weight.name, part(weight)));
    format!("[player.expectimax]\n[heuristic.rows]\n{}", lines.collect::<String>())
}

/// A matrix without its first entries.
const MATRIX: &str = "[player.expectimax]\n[heuristic.rows]\nmatrix-13 = 40\nmatrix-30 = 2.5\n";

#[test]
fn the_page_moves_as_the_engine_does() {
    if !is_installed("node") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("page.mjs", include_str!("export_page/player.mjs"));
    scratch.write("made-up.safetensors", made_up());
    scratch.write("corrected.toml", CORRECTED);
    scratch.write("expressions.toml", EXPRESSIONS);
    scratch.write("matrix.toml", MATRIX);
    scratch.write("all-terms.toml", all_terms());
    let ahead = "[player.look-ahead]\n[heuristic.path]\norientations = 2\nratio = 0.5\n";
    scratch.write("ahead.toml", ahead);
    let boards = boards(300).join("\n") + "\n";
    let few: String = boards.lines().step_by(5).map(|board| format!("{board}\n")).collect();
    for (name, depths, boards) in [
        ("2014", &[1][..], &boards),
        ("2014", &[2], &few),
        ("tuned-depth2-rich", &[1, 2], &few),
        ("corner-tuned", &[1], &boards),
        ("corner-tuned", &[2], &few),
        ("learned-small", &[0], &boards),
        ("learned-small", &[1], &few),
        // With stages, which a small network has as a large one has.
        ("made-up.safetensors", &[1], &few),
        ("corrected.toml", &[1], &few),
        ("expressions.toml", &[1, 2], &few),
        ("matrix.toml", &[1], &few),
        ("all-terms.toml", &[1], &few),
        ("exponential-snake", &[1], &few),
        ("differences", &[1], &few),
        // Looks ahead three moves whatever the depth.
        ("ahead.toml", &[], &few),
    ] {
        let ahead = depths.is_empty();
        let lines = lines_of_page(&scratch, name, if ahead { &[0] } else { depths }, boards);
        let mut found = lines.iter();
        let commands = if ahead {
            vec![format!("{name} -")]
        } else {
            depths.iter().map(|depth| format!("{name} - --depth {depth}")).collect()
        };
        for command in commands {
            let expected = values_of_engine(&scratch, &command, boards);
            let mut ties = 0;
            for (expected, board) in expected.iter().zip(boards.lines()) {
                let context = format!("{command}, {board}: {expected:?}");
                ties += usize::from(differs(&context, found.next().unwrap(), expected));
            }
            let count = boards.lines().count();
            assert!(ties <= 2 + count / 100, "{command}: {ties} of {count} moves differ");
        }
    }
}

#[test]
fn the_games_of_a_seed_begin_with_that_of_play() {
    if !is_installed("node") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("page.mjs", include_str!("export_page/player.mjs"));
    for name in ["2014", "learned-small"] {
        let lines = lines_of_page(&scratch, name, &[1], "");
        let (score, moves): (f64, f64) = serde_json::from_str(&lines[0]).unwrap();
        let played = scratch.tune2048(&format!("play {name} --plain --seed 7")).succeeds();
        assert_has(played.text(), &[&grouped(score), &format!("{} moves", grouped(moves))]);
    }
}

#[test]
fn only_what_the_page_plays_is_exported() {
    let scratch = Scratch::new();
    let words = ["found the player monte-carlo", "expected a player of 2048"];
    scratch.refuses("export 2014 --format html --against monte-carlo", &words);
    scratch.refuses("export 2014 --against tuned-depth1", &["--against"]);
    let page = scratch.tune2048("export 2014 --format html --against tuned-depth1").succeeds();
    assert_has(page.text(), &["\"name\":\"tuned-depth1\""]);
    assert!(page.text().len() < 300_000, "{} bytes", page.text().len());
    let page = scratch.tune2048("export learned-small --format html").succeeds();
    assert!(page.text().len() < 950_000, "{} bytes", page.text().len());
}
