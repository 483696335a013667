//! Runs a small campaign and prints the weights that it recommends.
//!
//! `cargo run --release -p tune2048-tuner --example campaign`

use std::path::Path;

use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_tuner::campaign::{Campaign, Event};

const SPACE: &str = r#"
name = "example"
seed = 1

[player.expectimax]
depth = 1

[heuristic.rows]
empty = "tune"
merges = "tune"

[objective]
games-per-candidate = 20

[optimizer.cma-es]
population = 8

[budget]
generations = 10

[validation]
games = 500
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scratch = tempfile::tempdir()?;
    let mut campaign =
        Campaign::create(&scratch.path().join("campaign"), Path::new("example.toml"), SPACE)?;
    let evaluator = GameEvaluator::new(None)?;
    let outcome = campaign.run(&evaluator, &Monitor::default(), &mut |event| {
        if let Event::Generation(state) = event {
            println!("generation {}: {} games so far", state.generations, state.games);
        }
    })?;
    for (weight, value) in outcome.recommended.iter() {
        println!("{} = {value}", weight.name);
    }
    println!(
        "mean score {:.0}, with the starting weights {:.0}",
        outcome.evidence.tuned.mean, outcome.evidence.start.mean
    );
    Ok(())
}
