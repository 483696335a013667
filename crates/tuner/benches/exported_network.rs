//! The exported C header of a network and the engine in one run, on the same boards in turn.
//!
//! Prints values and moves at depth 1 a second of either, and how many times as fast the engine is: the
//! median, lowest and highest of the rounds. Fails if a move differs. RequiredMetrics `cc`.
//!
//! `cargo bench -p tune2048-tuner --bench exported_network`

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::build;
use tune2048_engine::{Board, GameSeed, Session, Stream};
use tune2048_tuner::weights::export::{Format, Request, export};
use tune2048_tuner::weights::file::WeightsFile;

const ROUNDS: usize = 9;
const BOARDS: usize = 50_000;

/// Prints the seconds of all values, those of all moves, and the moves.
const C: &str = r#"
#include <time.h>
#include "net.h"
static double seconds(void) { return (double) clock() / CLOCKS_PER_SEC; }
int main(void) {
    static uint64_t boards[COUNT];
    static char moves[COUNT + 1];
    tune2048_network network;
    volatile float value;
    double start;
    int i;
    FILE *file = fopen("boards", "rb");
    if (tune2048_open(&network, "net.safetensors") != NULL || file == NULL) return 1;
    if (fread(boards, 8, COUNT, file) != COUNT) return 1;
    start = seconds();
    for (i = 0; i < COUNT; i++) value = tune2048_value(&network, boards[i]);
    printf("%.9f ", seconds() - start);
    start = seconds();
    for (i = 0; i < COUNT; i++) moves[i] = (char) ('0' + tune2048_move(&network, boards[i], NULL));
    printf("%.9f %s\n", seconds() - start, moves);
    (void) value;
    return 0;
}
"#;

fn main() {
    let file = WeightsFile::find("learned-medium").expect("it is built in");
    let player = file.weights.board_player().expect("a player of boards");
    let tables = Tables::new(&player.weights);
    let mut player = build(&player.settings, &tables);

    let mut boards = Vec::new();
    for index in 0.. {
        let mut session = Session::new(GameSeed::new(1, Stream::Evaluation, index));
        while boards.len() < BOARDS
            && let Some(direction) = player.choose(session.board())
        {
            boards.push(session.board());
            session.make(direction);
        }
        if boards.len() == BOARDS {
            break;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    compile(folder.path(), &file, &boards);

    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for &board in &boards {
            black_box(tables.value(board));
        }
        let values = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let mut moves = String::new();
        for &board in &boards {
            let direction = player.choose(board).expect("the game went on");
            let _ = write!(moves, "{}", direction as u8);
        }
        let engine = [values, start.elapsed().as_secs_f64()];

        let run = Command::new(folder.path().join("main")).current_dir(&folder).output();
        let printed = String::from_utf8(run.expect("it runs").stdout).expect("digits");
        let [values, choices, found] = printed.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("found {printed}")
        };
        assert_eq!(found, moves, "the header makes the moves of the engine");
        let header = [values, choices].map(|text| text.parse::<f64>().expect("seconds"));
        rounds.push((engine, header));
    }
    println!("{:<16}{:>14}{:>14}  engine over header", "a second", "engine", "header");
    for (index, name) in ["values", "moves, depth 1"].into_iter().enumerate() {
        let speeds = |seconds: Vec<f64>| BOARDS as f64 / ordered(seconds)[ROUNDS / 2];
        let ratios =
            ordered(rounds.iter().map(|(engine, header)| header[index] / engine[index]).collect());
        println!(
            "{name:<16}{:>14.0}{:>14.0}  {:.2} ({:.2} to {:.2})",
            speeds(rounds.iter().map(|(engine, _)| engine[index]).collect()),
            speeds(rounds.iter().map(|(_, header)| header[index]).collect()),
            ratios[ROUNDS / 2],
            ratios[0],
            ratios[ROUNDS - 1],
        );
    }
}

fn ordered(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// Compiles a program that includes the header of a network, as a solver would.
fn compile(folder: &Path, file: &WeightsFile, boards: &[Board]) {
    let format = Format::find("c").expect("a format");
    let name = "learned-medium";
    let request = Request { name, file, with_evaluation: false, opponent: None };
    let header = export(&request, format).expect("a header");
    let bytes: Vec<u8> = boards.iter().flat_map(|board| board.0.to_le_bytes()).collect();
    for (name, bytes) in [
        ("net.h", header),
        ("net.safetensors", format.data(file).expect("a network")),
        ("main.c", C.as_bytes().to_vec()),
        ("boards", bytes),
    ] {
        fs::write(folder.join(name), bytes).expect("it is written");
    }
    let count = format!("-DCOUNT={BOARDS}");
    let options = ["-O3", "-march=native", "-std=c99", &count, "main.c", "-o", "main"];
    let compiled = Command::new("cc").args(options).current_dir(folder).status();
    assert!(compiled.expect("cc is installed").success());
}
