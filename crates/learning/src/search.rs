//! Games of a network that does not learn meanwhile: expectimax over it alone, to a fixed depth, of
//! which 0 is none.

use std::sync::Arc;

use tune2048_engine::evaluate::{Batch, BoardPlayer};
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::tuples::{NamedNetwork, Network};
use tune2048_engine::{
    Depth, EvaluateError, ExpectimaxSettings, GameEvaluator, GameResult, GameSeed, Monitor,
    PlayerSettings, Stream,
};

/// The player that searches over a network, and sees boards downgraded from this tile on, if there is one.
pub(crate) fn player(network: Network, depth: u8, downgrade_from: Option<u32>) -> BoardPlayer {
    let named = Arc::new(NamedNetwork { name: "learned".to_owned(), network });
    let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(named, [])));
    BoardPlayer {
        settings: PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: Depth::Fixed(depth),
            downgrade_from,
            ..ExpectimaxSettings::default()
        }),
        weights: Weights::defaults(kind),
    }
}

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
        players: vec![player(network, test.depth, test.downgrade_from)],
        seeds: (0..test.games).map(seed).collect(),
        beginning: None,
    };
    let mut results = Vec::new();
    GameEvaluator::new(Some(test.threads))?
        .play_batch(&batch, monitor, &mut |games| results = games.results)?;
    Ok(results)
}
