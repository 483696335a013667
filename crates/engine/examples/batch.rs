//! Plays two candidates on the same games: `cargo run --release --example batch`

use tune2048_engine::{
    Batch, BoardPlayer, EvaluateError, GameEvaluator, GameSeed, HeuristicKind, Monitor,
    PlayerSettings, Weights,
};

fn main() -> Result<(), EvaluateError> {
    let start = Weights::defaults(HeuristicKind::Rows);
    let player = |weights| BoardPlayer { settings: PlayerSettings::default(), weights };
    let batch = Batch {
        players: vec![player(start.clone()), player(start.with("empty", 600.0))],
        seeds: (0..200).map(GameSeed).collect(),
        beginning: None,
    };
    GameEvaluator::new(None)?.play_batch(&batch, &Monitor::default(), &mut |games| {
        let points: f64 = games.results.iter().map(|game| game.score.get()).sum();
        let mean = points / games.results.len() as f64;
        println!("player {}: {mean} points per game", games.player);
    })
}
