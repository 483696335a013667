//! `export --format html`: the player of the page against the engine, board by board.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::player::{PlayerSettings, RandomSettings, build};
use tune2048_engine::presets::Preset;
use tune2048_testkit::program::{Scratch, is_installed};

/// What the sums of single precision lose, as a share of the largest value.
const PRECISION: f64 = 1e-5;

const MOVES: [&str; 4] = ["up", "down", "left", "right"];

/// Boards of games at depth 1 and of random games, so that late and early boards are among them.
fn boards(count: usize) -> Vec<String> {
    let good = Preset::find("2014").unwrap();
    let tables = tune2048_engine::heuristic::Tables::new(&good.weights());
    let random = PlayerSettings::Random(RandomSettings::default());
    let mut boards = Vec::new();
    for game in 0.. {
        let settings = if game % 4 == 0 { &random } else { &good.player() };
        let mut player = build(settings, &tables);
        let mut session = Session::new(GameSeed::new(77, Stream::Evaluation, game));
        player.start_game();
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
fn values_of_engine(
    scratch: &Scratch,
    name: &str,
    depth: u8,
    boards: &str,
) -> Vec<[Option<f64>; 4]> {
    let command = format!("inspect {name} - --depth {depth} --json");
    let run = scratch.with_input(&command, boards).succeeds();
    let values = |line: &str| {
        let board: Value = serde_json::from_str(line).unwrap();
        MOVES.map(|name| {
            let found =
                board["moves"].as_array().unwrap().iter().find(|found| found["move"] == name);
            found
                .filter(|found| found["legal"] == true)
                .map(|found| found["value"].as_f64().unwrap())
        })
    };
    run.text().lines().map(values).collect()
}

#[test]
fn the_page_moves_as_the_engine_does() {
    if !is_installed("node") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("page.mjs", include_str!("export_page.mjs"));
    let boards = boards(2_000).join("\n") + "\n";
    for name in ["2014", "tuned-depth2-rich", "corner-tuned"] {
        scratch.tune2048(&format!("export {name} --out page.html")).succeeds().says_nothing();
        let mut node = Command::new("node")
            .args(["page.mjs", "page.html", "1", "2"])
            .current_dir(scratch.root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        node.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
        let output = node.wait_with_output().unwrap();
        assert!(output.status.success());
        let output = String::from_utf8(output.stdout).unwrap();
        let mut lines = output.lines();
        for depth in [1, 2] {
            let mut ties = 0;
            for (expected, board) in
                values_of_engine(&scratch, name, depth, &boards).iter().zip(boards.lines())
            {
                let context = format!("{name}, depth {depth}, {board}: {expected:?}");
                let found: ([Option<f64>; 4], i32) =
                    serde_json::from_str(lines.next().unwrap()).unwrap();
                let largest =
                    expected.iter().flatten().fold(1.0, |most: f64, value| most.max(value.abs()));
                for (found, expected) in found.0.iter().zip(expected) {
                    match (found, expected) {
                        (Some(found), Some(expected)) => {
                            assert!(
                                (found - expected).abs() <= PRECISION * largest,
                                "{context}: {found}"
                            );
                        }
                        (found, expected) => assert_eq!(found, expected, "{context}"),
                    }
                }
                let best = expected.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
                let Ok(choice) = usize::try_from(found.1) else {
                    assert!(expected.iter().all(Option::is_none), "{context}");
                    continue;
                };
                let first = expected.iter().position(|value| *value == Some(best));
                if first != Some(choice) {
                    ties += 1;
                    let chosen = expected[choice].unwrap();
                    assert!(best - chosen <= PRECISION * largest, "{context}: move {choice}");
                }
            }
            assert!(ties <= 10, "{name}, depth {depth}: {ties} of 2 000 moves differ");
        }
    }
}

#[test]
fn only_what_the_page_plays_is_exported() {
    let scratch = Scratch::new();
    scratch.tune2048("export learned-small --format html").fails(2).says("the page plays");
    scratch.tune2048("export 2014 --against tuned-depth1").fails(2).says("--against");
    let page = scratch.tune2048("export 2014 --format html --against tuned-depth1").succeeds();
    assert!(page.text().contains("\"name\":\"tuned-depth1\""));
    assert!(page.text().len() < 300_000, "{} bytes", page.text().len());
}
