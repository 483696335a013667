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

use crate::settings::{LearningFile, LearningSpec};

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

/// Plays the games of the test at the end of a run: those of `evaluate --seed` with its seed. Returns
/// the results in order.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if a stop is requested, or why the games cannot be played.
pub(crate) fn test(
    network: Network,
    spec: &LearningSpec,
    threads: usize,
    monitor: &Monitor,
) -> Result<Vec<GameResult>, EvaluateError> {
    let LearningFile { seed, test_games, downgrade_from, .. } = spec.file;
    let seed = |game: u32| GameSeed::new(seed, Stream::Evaluation, game.into());
    let batch = Batch {
        players: vec![player(network, spec.last_depth(), downgrade_from)],
        seeds: (0..test_games).map(seed).collect(),
        beginning: None,
    };
    let mut results = Vec::new();
    GameEvaluator::new(Some(threads))?
        .play_batch(&batch, monitor, &mut |games| results = games.results)?;
    Ok(results)
}
