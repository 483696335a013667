//! Random moves per second on one core, the speed of Monte Carlo's playouts.
//!
//! Measures random games from their start, and Monte Carlo's own playouts from positions of a game. The benchmark fails
//! if a mean score is not the known one.

use std::time::Instant;

use tune2048_engine::game::{GameSeed, Session, Stream, play};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{MonteCarloSettings, PlayerSettings, build};

const ROUNDS: usize = 5;
const RANDOM_MEAN: f64 = 1095.65576;
const MONTE_CARLO_MEAN: f64 = 12983.6;

/// Plays random games; returns their moves and mean score.
fn random_games(games: u64) -> (u64, f64) {
    let (mut moves, mut points) = (0, 0);
    for index in 0..games {
        let mut game = Session::new(GameSeed::new(2048, Stream::Evaluation, index));
        while game.make_random() {}
        moves += u64::from(game.moves());
        points += game.score();
    }
    (moves, points as f64 / games as f64)
}

/// Plays games with ten playouts per move; returns their moves and mean score.
fn monte_carlo_games(games: u64) -> (u64, f64) {
    let settings = MonteCarloSettings { playouts: 10, ..MonteCarloSettings::default() };
    let tables = Tables::new(&Weights::defaults(HeuristicKind::None));
    let mut player = build(&PlayerSettings::MonteCarlo(settings), &tables);
    let (mut nodes, mut score) = (0, 0.0);
    for index in 0..games {
        let game = play(&mut *player, GameSeed::new(2048, Stream::Evaluation, index));
        nodes += game.nodes;
        score += game.score.get();
    }
    (nodes, score / games as f64)
}

fn measure(name: &str, expected_mean: f64, games: impl Fn() -> (u64, f64)) {
    let mut speeds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let (moves, mean) = games();
            assert!(
                (mean - expected_mean).abs() < 0.01,
                "{name}: the mean score is {mean}, expected {expected_mean}"
            );
            moves as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    println!(
        "{name:<24}  {:>6.1} M random moves/s, mean score {expected_mean:.1}",
        speeds[ROUNDS / 2] / 1e6
    );
}

fn main() {
    measure("random games", RANDOM_MEAN, || random_games(100_000));
    measure("playouts of Monte Carlo", MONTE_CARLO_MEAN, || monte_carlo_games(10));
}
