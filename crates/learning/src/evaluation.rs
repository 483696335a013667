//! Games on which a network is tested: without search, or by a search of a fixed depth.

use tune2048_engine::evaluate::Batch;
use tune2048_engine::tuples::Network;
use tune2048_engine::{EvaluateError, GameEvaluator, GameResult, GameSeed, Monitor, Stream};

use crate::search;

/// The games of a test.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The seed: the games are those of `evaluate --seed` with it.
    pub seed: u64,
    /// The number of games.
    pub games: u32,
    /// The depth of the search; 0 plays without search.
    pub depth: u8,
    /// The tile from which the player sees boards downgraded, if there is one.
    pub downgrade_from: Option<u32>,
    /// The number of threads, which does not change the games.
    pub threads: usize,
}

/// Plays the games of a test; returns the results in order.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if a stop is requested, or why the games cannot be played.
pub fn test(
    network: Network,
    test: Test,
    monitor: &Monitor,
) -> Result<Vec<GameResult>, EvaluateError> {
    let seed = |game: u32| GameSeed::new(test.seed, Stream::Evaluation, game.into());
    let batch = Batch {
        players: vec![search::player(network, test.depth, test.downgrade_from)],
        seeds: (0..test.games).map(seed).collect(),
        beginning: None,
    };
    let mut results = Vec::new();
    GameEvaluator::new(Some(test.threads))?
        .play_batch(&batch, monitor, &mut |games| results = games.results)?;
    Ok(results)
}
