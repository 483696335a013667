//! A game that is a learning run: what it learns, and what its network scores.

use std::sync::atomic::AtomicU64;

use tune2048_engine::heuristic::{LearningMethod, LearningNumbers};
use tune2048_engine::player::LearningSettings;
use tune2048_engine::tuples::NetworkError;
use tune2048_engine::{EvaluateError, GameResult, GameSeed, Monitor};

use crate::batch::Batch;
use crate::evaluation::{Test, play_tests};
use crate::learner::Learner;
use crate::settings::{LearningFile, LearningSpec, MethodTable};

/// The learning run of a candidate and a seed.
#[derive(Debug)]
pub(super) struct Game<'j> {
    settings: &'j LearningSettings,
    spec: LearningSpec,
}

/// The file of the learning run that a candidate does with a seed.
///
/// # Errors
/// In words, if a number is beyond what a learning run can have.
pub fn settings_of(
    settings: &LearningSettings,
    method: LearningMethod,
    values: &[f64],
    seed: u64,
) -> Result<LearningFile, String> {
    let numbers = LearningNumbers::new(method, values).map_err(|error| error.to_string())?;
    Ok(LearningFile {
        name: None,
        seed: Some(seed),
        games: Some(settings.games),
        tuples: Some(settings.tuples.clone()),
        stages: Some(numbers.stages),
        method: Some(MethodTable {
            kind: method,
            learning_rate: Some(numbers.learning_rate),
            lambda: Some(numbers.lambda),
            horizon: numbers.horizon,
            initial_value: Some(numbers.initial_value),
            fine_tuning: numbers.fine_tuning,
        }),
        search: None,
        start: None,
        curve: None,
        test_games: Some(settings.test_games),
    })
}

/// The bytes of memory that a game takes.
pub(super) fn bytes_needed(game: &Game<'_>) -> u64 {
    let bytes = |is_coherent| Learner::bytes(&game.spec.layout, is_coherent) as u64;
    let [first, last] = [0, game.spec.games - 1].map(|number| game.spec.step(number).is_coherent);
    let learning = if first == last {
        bytes(first)
    } else {
        bytes(first) + bytes(last)
    };
    // A network that is searched with is copied twice.
    learning + u64::from(game.settings.depth.min(1)) * 2 * bytes(false)
}

impl<'j> Game<'j> {
    pub(super) fn new(
        settings: &'j LearningSettings,
        method: LearningMethod,
        values: &[f64],
        seed: GameSeed,
    ) -> Result<Self, EvaluateError> {
        let failed = |what| EvaluateError::Failed(format!("learning run: {what}"));
        // Files have seeds of 63 bits.
        let file = settings_of(settings, method, values, seed.0 >> 1).map_err(failed)?;
        let spec = LearningSpec::new(file, "candidate").map_err(|faults| {
            let faults: Vec<String> = faults
                .into_iter()
                .map(|fault| format!("{}: {}", fault.key, fault.label))
                .collect();
            failed(faults.join("; "))
        })?;
        Ok(Self { settings, spec })
    }

    /// Learns and tests; `None` if a stop is requested. A run whose weights diverge scores 0.
    pub(super) fn play(&self, monitor: &Monitor) -> Result<Option<GameResult>, EvaluateError> {
        let Some(learner) = self.learn(monitor)? else {
            let stopped = monitor.stop_requested();
            return Ok((!stopped).then(GameResult::default));
        };
        let test = Test {
            seed: self.spec.seed,
            games: self.spec.test_games,
            depth: self.settings.depth,
            threads: 1,
        };
        let stops = || monitor.stop_requested();
        let results = play_tests(&learner, test, &stops, &|| {}).map_err(unsearchable)?;
        Ok(results.map(|results| summary(&results)))
    }

    /// The network, as `tune2048 learn --threads 1` finds it; `None` if a stop is requested or
    /// the weights diverge.
    fn learn(&self, monitor: &Monitor) -> Result<Option<Learner>, EvaluateError> {
        let spec = &self.spec;
        let denied = |error| {
            EvaluateError::Failed(format!(
                "learning run: the system denied {} bytes of memory: {error} - give fewer \
                 --threads, or tuples of fewer cells",
                bytes_needed(self)
            ))
        };
        let is_coherent = spec.step(0).is_coherent;
        let mut learner =
            Learner::new(spec.layout.clone(), is_coherent, spec.initial_value).map_err(denied)?;
        let mut first = 0;
        while first < spec.games {
            let batch = Batch {
                seed: spec.seed,
                first,
                games: spec.batch_games(first),
                step: spec.step(first),
                threads: 1,
            };
            learner = learner
                .with_coherence(batch.step.is_coherent)
                .map_err(denied)?;
            let result = learner.learn(&batch, monitor.stop_flag(), &AtomicU64::new(0));
            let result = result.map_err(unsearchable)?;
            if result.has_diverged || monitor.stop_requested() {
                return Ok(None);
            }
            first += batch.games;
        }
        Ok(Some(learner))
    }
}

/// The result of a test: means, and the largest tile that at least half of the games reached.
fn summary(results: &[GameResult]) -> GameResult {
    let games = results.len().max(1) as u64;
    let mean = |of: fn(&GameResult) -> u64| {
        let sum: u64 = results.iter().map(of).sum();
        (sum + games / 2) / games
    };
    let mut tiles: Vec<u32> = results.iter().map(|result| result.largest_tile).collect();
    tiles.sort_unstable();
    GameResult {
        score: mean(|result| result.score),
        largest_tile: tiles.get(tiles.len() / 2).copied().unwrap_or(0),
        moves: mean(|result| result.moves.into()) as u32,
        nodes: mean(|result| result.nodes),
        inner_nodes: mean(|result| result.inner_nodes),
    }
}

fn unsearchable(error: NetworkError) -> EvaluateError {
    EvaluateError::Failed(format!("learning run: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_summed_up_by_means_and_the_tile_of_half_of_its_games() {
        let game = |score, largest_tile, moves, nodes| GameResult {
            score,
            largest_tile,
            moves,
            nodes,
            inner_nodes: 0,
        };
        let even = [game(10, 64, 5, 8), game(21, 128, 6, 9)];
        assert_eq!(summary(&even), game(16, 128, 6, 9));
        let odd = [game(1, 512, 1, 0), game(2, 256, 1, 0), game(2, 64, 2, 0)];
        assert_eq!(summary(&odd), game(2, 256, 1, 0));
    }
}
