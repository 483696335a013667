//! A whole generation on one thread and on all threads: throughputs and their ratio.
//!
//! One case has few candidates with few games, where idle cores would show; the other has many. The benchmark fails if
//! the two runs differ in any game or a mean score is not the known one.

use std::time::Instant;

use tune2048_engine::evaluate::{Batch, BoardPlayer, GameEvaluator, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::presets::Preset;
use tune2048_tuner::statistics::scores::Evaluation;

/// Candidates, games, generations in a row, and the known mean score. Small generations follow one another as in a
/// campaign, because a core that was idle takes about a millisecond to wake, and a small generation lasts fifteen.
const CASES: [(usize, u64, usize, f64); 2] = [(8, 16, 10, SMALL_MEAN), (64, 256, 1, LARGE_MEAN)];
/// The rounds whose medians are printed.
const ROUNDS: usize = 5;
const SMALL_MEAN: f64 = 32292.5;
const LARGE_MEAN: f64 = 33285.586669921875;

fn main() {
    let one = GameEvaluator::new(Some(1)).expect("a thread starts");
    let all = GameEvaluator::new(None).expect("threads start");
    println!(
        "{:>10} {:>6} {:>16} {:>16} {:>8}",
        "candidates", "games", "moves/s, 1", "moves/s, all", "ratio"
    );
    for (candidates, games, in_a_row, mean) in CASES {
        let batch = Batch {
            players: around_2014(candidates),
            seeds: (0..games).map(|index| GameSeed::new(1, Stream::Search, index)).collect(),
            beginning: None,
        };
        let mut speeds = Vec::new();
        for _ in 0..ROUNDS {
            let (alone, alone_speed) = play(&one, &batch, in_a_row);
            let (together, speed) = play(&all, &batch, in_a_row);
            assert_eq!(alone, together, "threads must change nothing");
            let found = Evaluation::of(&alone).mean_score;
            assert!((found - mean).abs() < 1e-6, "mean score {found}, expected {mean}");
            speeds.push((speed / alone_speed, alone_speed, speed));
        }
        speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (ratio, alone, together) = speeds[ROUNDS / 2];
        println!(
            "{:>10} {games:>6} {alone:>16.0} {together:>16.0} {ratio:>8.2}   {} threads",
            batch.players.len(),
            all.threads()
        );
    }
}

/// Returns the weights of 2014 and others near them, like the proposals of a search.
fn around_2014(count: usize) -> Vec<BoardPlayer> {
    let weights = Preset::find("2014").expect("it is built in").weights();
    let player = |index| BoardPlayer {
        settings: PlayerSettings::default(),
        weights: weights.clone().with("empty", 270.0 + 5.0 * index as f64),
    };
    (0..count).map(player).collect()
}

/// Plays a generation several times in a row; returns its games and the moves per second.
fn play(evaluator: &GameEvaluator, batch: &Batch, in_a_row: usize) -> (Vec<GameResult>, f64) {
    let mut results = Vec::new();
    let start = Instant::now();
    for _ in 0..in_a_row {
        results.clear();
        evaluator
            .play_batch(batch, &Monitor::default(), &mut |games| {
                results.extend(games.results);
            })
            .expect("nothing interrupts");
    }
    let seconds = start.elapsed().as_secs_f64() / in_a_row as f64;
    let moves: u64 = results.iter().map(|game| u64::from(game.moves)).sum();
    (results, moves as f64 / seconds)
}
