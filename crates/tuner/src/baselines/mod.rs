//! Stored scores of the preset that the quickstart starts from, so that a comparison with it plays the
//! other side only.
//!
//! The file `stored.toml` contains counts and sums of its games, no single scores. The games are those of [`Stream::Baseline`](tune2048_engine::game::Stream::Baseline) with seed 0 from the index 0 on, which no
//! other command plays. `cargo run --release -p tune2048-research -- baselines` continues them.

mod record;

use std::sync::LazyLock;

pub use record::{Baseline, Baselines};

use crate::subject::Configuration;

/// All stored baselines.
pub static STORED: LazyLock<Baselines> = LazyLock::new(|| {
    toml::from_str(include_str!("stored.toml")).expect("a test reads the stored baselines")
});

/// The smallest number of games of a baseline that serves.
///
/// N games against a baseline of n are more exact than N / 2 pairs if 1/N + 1/n < 4/N, thus up
/// to N = 3n: most comparisons end before.
const MIN_GAMES: u64 = 5_000;

/// Returns the stored baseline of exactly these weights with exactly this player, if it has at
/// least 5 000 games.
pub fn of(weights: &Configuration) -> Option<&'static Baseline> {
    let weights = weights.identity();
    usable().find(|baseline| baseline.configuration() == weights)
}

fn usable() -> impl Iterator<Item = &'static Baseline> {
    STORED.baselines.iter().filter(|baseline| baseline.games >= MIN_GAMES)
}

/// Describes weights and a player without a stored baseline, in words for a message.
pub fn describe_missing(weights: &Configuration) -> String {
    let words = weights.subject.to_string();
    let Some(preset) = weights.preset() else {
        return format!("weights of no preset with {words}");
    };
    format!("the weights of {} with {words}", preset.name)
}

/// Returns the weights and players whose scores are stored, in words for a message.
pub fn describe_stored() -> String {
    let one = |baseline: &Baseline| format!("{} with {}", baseline.weights, baseline.player);
    usable().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Evidence;
    use tune2048_engine::player::Depth;

    #[test]
    fn stored_baselines_belong_to_their_presets() {
        assert!(!STORED.baselines.is_empty());
        for baseline in &STORED.baselines {
            let name = format!("{}, {}", baseline.weights, baseline.player);
            let is_large = baseline.games >= MIN_GAMES;
            let expected = is_large.then_some(baseline);
            let weights = baseline.configuration();
            assert_eq!(of(&weights), expected, "{name}");
            assert_eq!(Evidence::fingerprint(&weights), baseline.fingerprint, "{name}");
            assert_eq!(weights.subject.to_string(), baseline.player);
            let games = baseline.largest_tiles.values().sum::<u64>();
            assert_eq!(games, baseline.games, "{name}");
            let variation = baseline.variance().sqrt() / baseline.mean();
            assert!((0.1..1.0).contains(&variation), "{name}: {variation}");
        }
    }

    #[test]
    fn a_baseline_serves_exactly_its_weights_and_player() {
        let weights = STORED.baselines[0].configuration();
        let mut other = weights.clone();
        other.values[0] = other.values[0].next_up();
        assert_eq!(of(&other), None);
        let deep = weights.at_depth(Depth::Fixed(7), "depth").unwrap();
        assert_eq!(of(&deep), None);
        assert!(of(&weights).is_some());
    }
}
