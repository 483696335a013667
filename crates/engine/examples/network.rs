//! Plays games with a learned network, or a preset, and prints their mean score and speed.
//!
//! ```text
//! cargo run --release -p tune2048-engine --example network -- network.safetensors 1 100
//! ```

use std::sync::Arc;
use std::time::Instant;

use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::build;
use tune2048_engine::tuples::NamedNetwork;
use tune2048_engine::{
    Depth, ExpectimaxSettings, GameSeed, PlayerSettings, Preset, Stream, Tables, play,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, games] = &arguments[..] else {
        return Err("give the file of a network, a depth and a number of games".into());
    };
    let tables = match Preset::find(file) {
        Some(preset) => Tables::new(&preset.weights()),
        None => {
            let network = NamedNetwork::open(file)?;
            let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(network, [])));
            Tables::new(&Weights::defaults(kind))
        }
    };
    let settings =
        ExpectimaxSettings { depth: Depth::Fixed(depth.parse()?), ..ExpectimaxSettings::default() };
    let mut player = build(&PlayerSettings::Expectimax(settings), &tables);
    let start = Instant::now();
    let games: u64 = games.parse()?;
    let (mut score, mut moves, mut nodes) = (0.0, 0, 0);
    for index in 0..games {
        let result = play(&mut *player, GameSeed::new(1, Stream::Evaluation, index));
        score += result.score.get();
        moves += u64::from(result.moves);
        nodes += result.nodes;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "mean {:.0}, {moves} moves, {:.0} moves/s, {:.1} boards a move, {:.1} ns a board",
        score / games as f64,
        moves as f64 / seconds,
        nodes as f64 / moves as f64,
        seconds * 1e9 / nodes as f64,
    );
    Ok(())
}
