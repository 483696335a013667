//! Plays games with chosen weights and prints statistics of their scores.
//!
//! `cargo run --release -p tune2048-tuner --example evaluate`

use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::subject::{Configuration, Evaluate, Subject};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let player = PlayerSettings::Expectimax(ExpectimaxSettings {
        depth: Depth::Fixed(1),
        ..ExpectimaxSettings::default()
    });
    let weights = Configuration::defaults(Subject::board(player, HeuristicKind::Rows))
        .with("empty", 900.0)
        .with("merges", 1000.0);
    let evaluator = GameEvaluator::new(None)?;
    let seeds: Vec<_> = (0..500).map(|index| GameSeed::new(1, Stream::Evaluation, index)).collect();
    let games = evaluator.play(&weights, &seeds, &Monitor::default())?;
    let report = ScoreReport::of(&games.results);
    println!("{} games, mean score {:.0}", report.games, report.mean);
    println!("95 % interval of the mean: {:?}", report.mean_ci95);
    println!("share of games that reached 2048: {:?}", report.tiles["2048"]);
    Ok(())
}
