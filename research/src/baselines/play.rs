//! How the games of a baseline are played.

use std::collections::BTreeMap;

use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::presets::Preset;
use tune2048_tuner::baselines::{Baseline, Baselines};
use tune2048_tuner::subject::Evaluate;
use tune2048_tuner::weights::Evidence;

/// The number of first games whose scores are summed apart, to test that the engine still plays
/// the stored games.
const FIRST_GAMES: u64 = 50;

/// Returns the baseline of a preset at a depth. Starts one if there is none, or if the weights
/// or the player of the preset have changed.
pub(crate) fn entry<'b>(
    stored: &'b mut Baselines,
    preset: &Preset,
    depth: Option<u8>,
) -> &'b mut Baseline {
    let baselines = &mut stored.baselines;
    let is_it = |b: &Baseline| b.weights == preset.name && b.depth == depth;
    let found = baselines.iter().position(is_it);
    let new = without_games(preset, depth);
    let index = found.unwrap_or_else(|| {
        baselines.push(new.clone());
        baselines.len() - 1
    });
    let entry = &mut baselines[index];
    if entry.fingerprint != new.fingerprint {
        *entry = new;
    }
    entry
}

fn without_games(preset: &Preset, depth: Option<u8>) -> Baseline {
    let mut baseline = Baseline {
        weights: preset.name.to_owned(),
        depth,
        player: String::new(),
        fingerprint: String::new(),
        version: String::new(),
        games: 0,
        score_sum: 0,
        square_sum: 0,
        first_score_sum: 0,
        largest_tiles: BTreeMap::new(),
    };
    let weights = baseline.configuration();
    baseline.player = weights.subject.to_string();
    baseline.fingerprint = Evidence::fingerprint(&weights);
    baseline
}

/// Plays the next games of a baseline and adds their scores.
///
/// # Errors
/// Those of [`Evaluate::evaluate`]; then nothing is added.
pub(super) fn play(
    baseline: &mut Baseline,
    games: u64,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<(), EvaluateError> {
    let weights = baseline.configuration();
    let seed = |index| GameSeed::new(0, Stream::Baseline, index);
    let seeds: Vec<_> = (baseline.games..baseline.games + games).map(seed).collect();
    let played = evaluator.play(&weights, &seeds, monitor)?;
    for result in &played.results {
        add(baseline, result);
    }
    env!("CARGO_PKG_VERSION").clone_into(&mut baseline.version);
    Ok(())
}

fn add(baseline: &mut Baseline, game: &GameResult) {
    if baseline.games < FIRST_GAMES {
        baseline.first_score_sum += game.score.get() as u64;
    }
    baseline.games += 1;
    let score = game.score.get() as u64;
    baseline.score_sum += score;
    baseline.square_sum += score * score;
    *baseline.largest_tiles.entry(game.largest_tile).or_default() += 1;
}

/// Returns the text of the file.
pub(super) fn to_toml(stored: &Baselines) -> String {
    let tables = toml::to_string(stored).expect("counts can be written as TOML");
    format!(
        "# Scores of presets in the games of the stream `Baseline` with seed 0, as sums.\n\
         # Continued by: cargo run --release -p tune2048-research -- baselines\n\n{tables}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::evaluate::GameEvaluator;

    fn play(baseline: &mut Baseline, games: u64) {
        let evaluator = GameEvaluator::new(Some(1)).unwrap();
        super::play(baseline, games, &evaluator, &Monitor::default()).unwrap();
    }

    /// Plays the first games of the stored baselines for which `is_wanted` again.
    fn replay(is_wanted: impl Fn(&Baseline) -> bool) {
        let stored = tune2048_tuner::baselines::STORED.baselines.iter();
        for baseline in stored.filter(|baseline| is_wanted(baseline)) {
            let mut again = Baseline { games: 0, first_score_sum: 0, ..baseline.clone() };
            play(&mut again, baseline.games.min(FIRST_GAMES));
            assert_eq!(
                again.first_score_sum, baseline.first_score_sum,
                "{}, {}: the games have changed - delete its entry and play it again",
                baseline.weights, baseline.player
            );
        }
    }

    #[test]
    fn stored_games_are_those_of_this_engine() {
        let is_quick = |baseline: &Baseline| {
            baseline.depth.unwrap_or(1) == 1 && baseline.weights != "monte-carlo"
        };
        replay(is_quick);
    }

    #[test]
    #[ignore = "takes minutes: cargo test -p tune2048-research baselines -- --ignored"]
    fn all_stored_games_are_those_of_this_engine() {
        replay(|_| true);
    }

    #[test]
    fn games_in_parts_are_the_games_at_once() {
        let preset = Preset::find("2014").unwrap();
        let mut parts = Baselines::default();
        play(entry(&mut parts, preset, Some(1)), 40);
        let mut parts = toml::from_str(&to_toml(&parts)).unwrap();
        play(entry(&mut parts, preset, Some(1)), 30);
        let mut whole = Baselines::default();
        play(entry(&mut whole, preset, Some(1)), 70);
        assert_eq!(parts, whole);
        let found = entry(&mut whole, preset, Some(1));
        assert_eq!(found.largest_tiles.values().sum::<u64>(), 70);
        assert!(found.first_score_sum < found.score_sum);
    }

    #[test]
    fn games_of_other_weights_are_dropped() {
        let preset = Preset::find("2014").unwrap();
        let mut stored = Baselines::default();
        play(entry(&mut stored, preset, Some(1)), 2);
        "other weights".clone_into(&mut stored.baselines[0].fingerprint);
        assert_eq!(entry(&mut stored, preset, Some(1)).games, 0);
        assert_eq!(entry(&mut stored, preset, Some(2)).games, 0);
        assert_eq!(stored.baselines.len(), 2);
    }
}
