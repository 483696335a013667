//! A program that campaigns tune: each of its games is a learning run and a test of its network.

use serde_json::{Map, Value, json};
use tune2048_engine::{GameResult, Monitor};

use crate::learner::Learner;
use crate::run::{LearningError, check_memory, new_learner};
use crate::search::test;
use crate::settings::{LearningFile, LearningSpec};

/// Learns and tests: a pure function of the file, numbers of the learning run by name, and the seed,
/// on one thread. The network is that of the same settings in a file. Returns what an answer says of a game:
/// the means of the test, rounded, and the largest tile that at least half of it reached. A run whose
/// weights diverge scores 0.
///
/// # Errors
/// What is wrong with the numbers, or why the run cannot be held in memory.
pub fn play(file: &LearningFile, numbers: &Map<String, Value>, seed: u64) -> Result<Value, String> {
    let numbers =
        numbers.iter().map(|(name, value)| (name.as_str(), value.as_f64().unwrap_or(f64::NAN)));
    let file = LearningFile { seed, ..file.clone() };
    let file = file.with_numbers(numbers)?;
    let spec = LearningSpec::new(file, "candidate").map_err(|faults| {
        let faults = faults.iter().map(|(key, mistake)| format!("{key}: {}", mistake.label));
        faults.collect::<Vec<_>>().join("; ")
    })?;
    let failed = |error: LearningError| error.to_string();
    let Some(learner) = learn(&spec).map_err(failed)? else { return Ok(summary(&[])) };
    let network = learner.network().map_err(|error| failed(LearningError::network(error)))?;
    drop(learner);
    let results = test(network, &spec, 1, &Monitor::default());
    results.map(|results| summary(&results)).map_err(|error| error.to_string())
}

/// The network, as `tune2048 learn --threads 1` finds it; `None` if the weights diverge.
fn learn(spec: &LearningSpec) -> Result<Option<Learner>, LearningError> {
    check_memory(spec, 0)?;
    let mut learner = new_learner(spec, None)?;
    let mut games = 0;
    while games < spec.file.games {
        let batch = spec.batch(games, 1);
        let result = learner.learn(&batch);
        if result.map_err(LearningError::network)?.has_diverged {
            return Ok(None);
        }
        games += batch.games;
    }
    Ok(Some(learner))
}

fn summary(results: &[GameResult]) -> Value {
    let games = results.len().max(1) as u64;
    let mean = |of: fn(&GameResult) -> u64| {
        let sum: u64 = results.iter().map(of).sum();
        (sum + games / 2) / games
    };
    let mut tiles: Vec<u32> = results.iter().map(|result| result.largest_tile).collect();
    tiles.sort_unstable();
    json!({
        "score": mean(|result| result.score.get() as u64),
        "largest_tile": tiles.get(tiles.len() / 2).copied().unwrap_or(0),
        "moves": mean(|result| result.moves.into()),
        "nodes": mean(|result| result.nodes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_summed_up_by_means_and_the_tile_of_half_of_its_games() {
        let game = |score: u64, largest_tile, moves, nodes| {
            let score = score.into();
            GameResult { score, largest_tile, moves, nodes, inner_nodes: 0 }
        };
        let means = |score: u64, largest_tile: u32, moves: u64, nodes: u64| json!({"score": score, "largest_tile": largest_tile, "moves": moves, "nodes": nodes});
        let even = [game(10, 64, 5, 8), game(21, 128, 6, 9)];
        assert_eq!(summary(&even), means(16, 128, 6, 9));
        let odd = [game(1, 512, 1, 0), game(2, 256, 1, 0), game(2, 64, 2, 0)];
        assert_eq!(summary(&odd), means(2, 256, 1, 0));
    }
}
