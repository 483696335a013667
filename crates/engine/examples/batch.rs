//! Plays two candidates on the same games: `cargo run --release --example batch`

use tune2048_engine::{
    Evaluate, EvaluateError, GameEvaluator, GameSeed, HeuristicKind, Job, Monitor, PlayerSettings,
    Weights,
};

fn main() -> Result<(), EvaluateError> {
    let start = Weights::defaults(HeuristicKind::Rows);
    let job = Job {
        player: PlayerSettings::default(),
        candidates: vec![start.clone(), start.with("empty", 600.0)],
        seeds: (0..200).map(GameSeed).collect(),
        beginning: None,
    };
    GameEvaluator::new(None)?.evaluate(&job, &Monitor::default(), &mut |games| {
        let points: u64 = games.results.iter().map(|game| game.score).sum();
        let mean = points / games.results.len() as u64;
        println!("candidate {}: {mean} points per game", games.candidate);
    })
}
