//! Heuristics compared: the time to build their tables, and whole games at equal depth.
//!
//! Compare the times per evaluated board; the games differ. The benchmark fails if a mean score is not the known one.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use tune2048_engine::game::{GameSeed, Stream, play};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings, build};
use tune2048_engine::presets::Preset;
use tune2048_tuner::space::CampaignSpec;

const ROUNDS: usize = 5;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn rebuild(name: &str, weights: &Weights) {
    let milliseconds = (0..41).map(|_| {
        let start = Instant::now();
        let tables = black_box(Tables::new(weights));
        let seconds = start.elapsed().as_secs_f64();
        drop(tables);
        1e3 * seconds
    });
    println!("{name:<14}  tables built in {:.3} ms", median(milliseconds.collect()));
}

/// Plays games; returns the nanoseconds per evaluated board, moves/s and the mean score.
fn games(tables: &Tables, depth: u8, count: u64) -> [f64; 3] {
    let settings =
        ExpectimaxSettings { depth: Depth::Fixed(depth), ..ExpectimaxSettings::default() };
    let mut player = build(&PlayerSettings::Expectimax(settings), tables);
    let start = Instant::now();
    let (mut nodes, mut moves, mut score) = (0, 0, 0.0);
    for index in 0..count {
        let game = play(&mut *player, GameSeed::new(2048, Stream::Evaluation, index));
        nodes += game.nodes;
        moves += u64::from(game.moves);
        score += game.score.get();
    }
    let seconds = start.elapsed().as_secs_f64();
    [1e9 * seconds / nodes as f64, moves as f64 / seconds, score / count as f64]
}

/// Returns the rows of 2014 as expressions, with one more term.
fn expressions() -> Weights {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("search-spaces/rows-expressions.toml");
    let text = std::fs::read_to_string(&path).expect("the file is part of the project");
    let space = CampaignSpec::parse(&path, &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let start = space.start_weights().board_player();
    let weights = start.expect("no program plays").weights;
    weights.with("smoothness", -5.0)
}

/// Returns the rows of 2014 with other weights for the middle lines.
fn lines() -> Weights {
    let named = ["inner-empty", "inner-monotonicity"];
    let kind = HeuristicKind::rows_with(named);
    Weights::defaults(kind).with("inner-empty", 200.0).with("inner-monotonicity", 40.0)
}

fn main() {
    let preset = |name| Preset::find(name).expect("it is built in").weights();
    let (rows, matrix, lines) = (preset("2014"), preset("corner-published"), lines());
    rebuild("rows", &rows);
    rebuild("lines", &lines);
    rebuild("corner matrix", &matrix);
    let expressions = expressions();
    rebuild("expressions", &expressions);
    let [rows, lines, matrix] = [rows, lines, matrix].map(|weights| Tables::new(&weights));
    let names = ["rows", "lines", "corner matrix"];
    for (depth, count, expected) in
        [(1, 100, [35_413.0, 34_007.3, 33_160.4]), (2, 6, [50_524.0, 50_868.7, 59_676.7])]
    {
        let mut rounds = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            rounds[0].push(games(&rows, depth, count));
            rounds[1].push(games(&lines, depth, count));
            rounds[2].push(games(&matrix, depth, count));
        }
        let column = |player: usize, index: usize| {
            let rounds = rounds[player].iter();
            median(rounds.map(|round: &[f64; 3]| round[index]).collect())
        };
        for (player, name) in names.into_iter().enumerate() {
            let [nanoseconds, moves, score] = [0, 1, 2].map(|index| column(player, index));
            let ratios = rounds[player].iter().zip(&rounds[0]);
            let ratio = median(ratios.map(|(one, rows)| one[0] / rows[0]).collect());
            println!(
                "{name:<14}  depth {depth}: {moves:>10.0} moves/s, {nanoseconds:.2} ns per board, \
                 {ratio:.2} times the rows' time per board, mean score {score:.1}"
            );
            assert!((score - expected[player]).abs() < 0.1, "expected {}", expected[player]);
        }
    }
}
