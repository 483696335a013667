//! Exported networks beside the engine: the same values to the last bit, and the same moves.

use std::collections::BTreeMap;
use std::process::Command;

use tune2048_engine::Board;
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::build;
use tune2048_engine::tuples::{Layout, Network, Portable, Stages, parse_tuples, write_network};
use tune2048_testkit::program::{Scratch, is_installed};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::export_code::compile;
use crate::cli::export_page::boards;

const BOARDS: usize = 400;

/// Prints the bits of the value of each board from standard input, and the move.
const C: &str = include_str!("export_network.c");

const OPTIONS: [&str; 6] = ["-O1", "-Wall", "-Wextra", "-Werror", "-o", "main"];

const JS: &str = include_str!("export_network.mjs");

/// Asserts that an exported program has the values of a network, and that no legal move is better
/// for the engine than its move, by more than a share of its value.
#[track_caller]
fn assert_plays_as_the_engine(scratch: &Scratch, weights: &str, found: &str, share: f64) {
    let file = WeightsFile::find(scratch.path(weights).to_str().unwrap());
    let file = file.unwrap_or_else(|_| WeightsFile::find(weights).unwrap());
    let player = file.weights.board_player().unwrap();
    let factor = player.weights.values[0] as f32;
    let network = Network::open(&scratch.path("net.safetensors")).unwrap();
    let tables = Tables::new(&player.weights);
    let mut player = build(&player.settings, &tables);
    let boards = scratch.read("boards");
    assert_eq!(found.lines().count(), BOARDS);
    for (board, line) in boards.lines().zip(found.lines()) {
        let (bits, choice) = line.split_once(' ').unwrap();
        let position: Board = board.parse().unwrap();
        let value = factor * network.value(position, Portable);
        assert_eq!(bits, value.to_bits().to_string(), "{board}: {value}");
        let values = player.move_values(position);
        let best = values.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        match choice.parse::<usize>() {
            Ok(choice) => {
                let value = values[choice].unwrap();
                assert!(best - value <= share * best, "{board}: {choice} of {values:?}");
                let is_first = values[..choice].iter().flatten().all(|&other| other < value);
                assert!(share > 0.0 || is_first, "{board}: {choice} of {values:?}");
            }
            Err(_) => assert_eq!((choice, values), ("-1", [None; 4]), "{board}"),
        }
    }
}

fn printed(scratch: &Scratch, mut program: Command) -> String {
    let boards = std::fs::File::open(scratch.path("boards")).unwrap();
    let output = program.current_dir(scratch.root()).stdin(boards).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A network with stages, and weights whose sums are rounded.
pub(super) fn made_up() -> Vec<u8> {
    let tuples = parse_tuples(&["01245", "0369", "7"]).unwrap();
    let layout = Layout::new(tuples, Stages::new(&[256, 2048]).unwrap());
    let weight = |index: usize| {
        let hash = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        hash as f32 / 3.0
    };
    let weights = (0..layout.weights()).map(weight);
    let mut bytes = Vec::new();
    write_network(&mut bytes, &layout, weights, &BTreeMap::new()).unwrap();
    bytes
}

#[test]
fn programs_value_and_move_as_the_engine_does() {
    let scratch = Scratch::new();
    scratch.write("made-up.safetensors", made_up());
    let network = scratch.path("made-up.safetensors");
    let tuples = format!("[heuristic.tuples]\nnetwork = {network:?}\nfactor = 0.3\n");
    scratch.write("weights.toml", format!("[player.expectimax]\ndowngrade-from = 1024\n{tuples}"));
    scratch.write("main.c", C);
    scratch.write("main.cpp", C);
    scratch.write("main.mjs", JS);
    let input = boards(BOARDS).join("\n") + "\n";
    scratch.write("boards", &input);
    for (weights, share) in [
        ("made-up.safetensors", 0.0),
        ("weights.toml", 0.0),
        ("learned-medium", 0.0),
        // The engine adds the weights of squares and lines up beforehand, in another order.
        ("learned-small", 1e-5),
    ] {
        for code in ["net.h", "net.mjs"] {
            scratch.tune2048(&format!("export {weights} --out {code}")).succeeds().says_nothing();
        }
        if is_installed("cc") {
            compile(&scratch, "cc", &[&["-std=c99", "main.c"], &OPTIONS[..]].concat());
            let found = printed(&scratch, Command::new(scratch.path("main")));
            assert_plays_as_the_engine(&scratch, weights, &found, share);
        }
        if is_installed("c++") {
            let options =
                ["-std=c++11", "main.cpp", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"];
            compile(&scratch, "c++", &options);
        }
        if is_installed("node") {
            let mut node = Command::new("node");
            node.arg("main.mjs");
            assert_plays_as_the_engine(&scratch, weights, &printed(&scratch, node), share);
        }
    }
}

#[test]
fn other_weights_than_those_of_the_code_are_refused() {
    let scratch = Scratch::new();
    scratch.write("made-up.safetensors", made_up());
    for code in ["net.h", "net.mjs"] {
        scratch.tune2048(&format!("export learned-small --out {code}")).succeeds();
    }
    scratch.write("main.c", C);
    scratch.write("main.mjs", JS);
    scratch.write("boards", "0000000000000000\n");
    let whole = scratch.bytes("net.safetensors");
    let changed = [
        (made_up(), "other weights"),
        (whole[..whole.len() - 4].to_vec(), "another length"),
        ([&whole[..], b"x"].concat(), "another length"),
        (b"PK".to_vec(), "less than eight bytes"),
        (vec![b'x'; 100], "no network"),
    ];
    if is_installed("cc") {
        compile(&scratch, "cc", &["-std=c99", "main.c", "-o", "main"]);
    }
    for (bytes, expected) in changed {
        scratch.write("net.safetensors", &bytes);
        if is_installed("cc") {
            let said = printed(&scratch, Command::new(scratch.path("main")));
            assert!(said.contains(expected), "{said}, expected {expected}");
        }
        if is_installed("node") {
            let run = Command::new("node").arg("main.mjs").current_dir(scratch.root()).output();
            assert!(!run.unwrap().status.success(), "{expected}");
        }
    }
}

#[test]
fn code_without_room_for_a_network_is_refused() {
    let beside = "[heuristic.tuples]\nnetwork = \"learned-small\"\nempty = 30\n";
    let scratch = Scratch::with("beside.toml", beside);
    let words = ["rust: found a network,", "export it as toml, json, c, js or python"];
    scratch.refuses("export learned-small --out net.rs", &words);
    let words = ["c: found a network with terms beside it,", "export it as toml or json"];
    scratch.refuses("export beside.toml --out net.h", &words);
    assert_eq!(scratch.names("."), ["beside.toml"]);
    scratch.tune2048("export beside.toml --out net.json").succeeds();
}

#[test]
fn a_packed_network_plays_the_same_games() {
    let scratch = Scratch::new();
    scratch.write("made-up.safetensors", made_up());
    let games = |weights: &str| {
        scratch.json(&format!("evaluate {weights} --games 8"))["mean"].as_f64().unwrap()
    };
    scratch.tune2048("export made-up.safetensors --out exact.packed").succeeds();
    assert!(games("exact.packed").to_bits() == games("made-up.safetensors").to_bits());
    let mut damaged = scratch.bytes("exact.packed");
    damaged.truncate(1000);
    scratch.write("damaged.packed", damaged);
    scratch.refuses("evaluate damaged.packed", &["its compressed bytes are damaged"]);
    let words = ["packed: found 2014, expected a learned network"];
    scratch.refuses("export 2014 --out rows.packed", &words);
}
