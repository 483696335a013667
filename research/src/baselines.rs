//! Plays the games of the stored baseline that are missing, on one thread.
//!
//! The file is written every ten seconds: end the program at any time and start it again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tune2048_engine::evaluate::{EvaluateError, GameEvaluator, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_files::{atomic, regular};
use tune2048_tuner::baselines::{Baseline, STORED};
use tune2048_tuner::subject::Evaluate;
use tune2048_tuner::weights::Evidence;

const SAVED_EVERY_SECONDS: f64 = 10.0;

/// The number of first games whose scores are summed apart, to test that the engine still plays
/// the stored games.
const FIRST_GAMES: u64 = 50;

/// The file of the baseline and its games.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File to continue [default: the one in the sources].
    file: Option<PathBuf>,
    /// Number of games.
    #[arg(long, default_value_t = 200_000)]
    games: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = (arguments.file.clone()).unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tuner/src/baselines/stored.toml")
    });
    let mut baseline: Baseline = toml::from_str(&regular::read_text(&path)?)?;
    if baseline.fingerprint != without_games().fingerprint {
        baseline = without_games();
    }
    let evaluator = GameEvaluator::new(Some(1))?;
    let mut saved = Instant::now();
    loop {
        let missing = arguments.games.saturating_sub(baseline.games);
        play(&mut baseline, missing.min(20), &evaluator)?;
        if missing == 0 || saved.elapsed().as_secs_f64() > SAVED_EVERY_SECONDS {
            let Baseline { weights, player, games, .. } = &baseline;
            println!("{weights}, {player}: {games} games, mean {:.1}", baseline.mean());
            atomic::replace(&path, to_toml(&baseline))?;
            saved = Instant::now();
        }
        if missing == 0 {
            return Ok(());
        }
    }
}

/// The stored baseline before its first game.
pub(crate) fn without_games() -> Baseline {
    let weights = STORED.configuration();
    Baseline {
        player: weights.subject.to_string(),
        fingerprint: Evidence::fingerprint(&weights),
        games: 0,
        score_sum: 0,
        square_sum: 0,
        first_score_sum: 0,
        largest_tiles: BTreeMap::new(),
        ..STORED.clone()
    }
}

/// Plays the next games of a baseline and adds their scores.
fn play(
    baseline: &mut Baseline,
    games: u64,
    evaluator: &dyn Evaluate,
) -> Result<(), EvaluateError> {
    let seed = |index| GameSeed::new(0, Stream::Baseline, index);
    let seeds: Vec<_> = (baseline.games..baseline.games + games).map(seed).collect();
    let played = evaluator.play(&baseline.configuration(), &seeds, &Monitor::default())?;
    played.results.iter().for_each(|result| add(baseline, result));
    env!("CARGO_PKG_VERSION").clone_into(&mut baseline.version);
    Ok(())
}

fn add(baseline: &mut Baseline, game: &GameResult) {
    let score = game.score.get() as u64;
    if baseline.games < FIRST_GAMES {
        baseline.first_score_sum += score;
    }
    baseline.games += 1;
    baseline.score_sum += score;
    baseline.square_sum += score * score;
    *baseline.largest_tiles.entry(game.largest_tile).or_default() += 1;
}

/// Returns the text of the file.
fn to_toml(baseline: &Baseline) -> String {
    let table = toml::to_string(baseline).expect("counts can be written as TOML");
    format!(
        "# Scores of a preset in the games of the stream `Baseline` with seed 0, as sums.\n\
         # Continued by: cargo run --release -p tune2048-research -- baselines\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(baseline: &mut Baseline, games: u64) {
        super::play(baseline, games, &GameEvaluator::new(Some(1)).unwrap()).unwrap();
    }

    #[test]
    fn stored_games_are_those_of_this_engine() {
        let mut again = without_games();
        play(&mut again, FIRST_GAMES);
        assert_eq!(
            again.first_score_sum, STORED.first_score_sum,
            "the games have changed - play the baseline again"
        );
    }

    #[test]
    fn games_in_parts_are_the_games_at_once() {
        let mut parts = without_games();
        play(&mut parts, 40);
        let mut parts = toml::from_str(&to_toml(&parts)).unwrap();
        play(&mut parts, 30);
        let mut whole = without_games();
        play(&mut whole, 70);
        assert_eq!(parts, whole);
        assert_eq!(whole.largest_tiles.values().sum::<u64>(), 70);
        assert!(whole.first_score_sum < whole.score_sum);
    }
}
