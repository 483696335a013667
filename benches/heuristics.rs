//! The two heuristics side by side: building their tables, and whole games at
//! equal depth. The times per valued board are to be compared; the games
//! differ, and their mean scores are the known answers.

use std::hint::black_box;
use std::time::Instant;

use tune2048::game::{GameSeed, Stream, play};
use tune2048::heuristic::HeuristicTables;
use tune2048::heuristic::corner_matrix::MatrixTables;
use tune2048::heuristic::row_tables::RowTables;
use tune2048::player::{Depth, Expectimax, ExpectimaxSettings};
use tune2048::presets::Preset;

const ROUNDS: usize = 5;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn rebuild<T>(name: &str, build: impl Fn() -> T) {
    let milliseconds = (0..41).map(|_| {
        let start = Instant::now();
        let tables = black_box(build());
        let seconds = start.elapsed().as_secs_f64();
        drop(tables);
        1e3 * seconds
    });
    println!(
        "{name:<14}  tables built in {:.3} ms",
        median(milliseconds.collect())
    );
}

/// Plays games; returns the nanoseconds per valued board, moves/s and the mean score.
fn games<T: HeuristicTables>(tables: &T, depth: u8, count: u64) -> [f64; 3] {
    let settings = ExpectimaxSettings {
        depth: Depth::Fixed(depth),
        ..ExpectimaxSettings::default()
    };
    let mut player = Expectimax::new(tables, &settings);
    let start = Instant::now();
    let (mut nodes, mut moves, mut score) = (0, 0, 0);
    for index in 0..count {
        let game = play(&mut player, GameSeed::new(2048, Stream::Evaluation, index));
        nodes += game.nodes;
        moves += u64::from(game.moves);
        score += game.score;
    }
    let seconds = start.elapsed().as_secs_f64();
    [
        1e9 * seconds / nodes as f64,
        moves as f64 / seconds,
        score as f64 / count as f64,
    ]
}

fn main() {
    let preset = |name| Preset::find(name).expect("it is built in").weights();
    let (rows, matrix) = (preset("2014"), preset("corner-published"));
    rebuild("rows", || RowTables::new(&rows));
    rebuild("corner matrix", || MatrixTables::new(&matrix));
    let (rows, matrix) = (RowTables::new(&rows), MatrixTables::new(&matrix));
    for (depth, count, expected) in [(1, 100, [35_413.0, 33_160.4]), (2, 6, [50_524.0, 59_676.7])] {
        let mut rounds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            rounds[0].push(games(&rows, depth, count));
            rounds[1].push(games(&matrix, depth, count));
        }
        let column = |player: usize, index: usize| {
            median(
                rounds[player]
                    .iter()
                    .map(|round: &[f64; 3]| round[index])
                    .collect(),
            )
        };
        for (player, name) in ["rows", "corner matrix"].into_iter().enumerate() {
            let [nanoseconds, moves, score] = [0, 1, 2].map(|index| column(player, index));
            println!(
                "{name:<14}  depth {depth}: {moves:>10.0} moves/s, {nanoseconds:.2} ns per board, mean score {score:.1}"
            );
            assert!(
                (score - expected[player]).abs() < 0.1,
                "expected {}",
                expected[player]
            );
        }
        let ratios = rounds[1]
            .iter()
            .zip(&rounds[0])
            .map(|(matrix, rows)| matrix[0] / rows[0]);
        println!(
            "{:<14}  depth {depth}: {:.2} times the rows' time per board",
            "",
            median(ratios.collect())
        );
    }
}
