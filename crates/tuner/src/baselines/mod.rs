//! Stored scores of the preset that the quickstart starts from, so that a comparison with it plays the
//! other side only.
//!
//! The file `stored.toml` contains counts and sums of its games, no single scores. The games are those of [`Stream::Baseline`](tune2048_engine::game::Stream::Baseline) with seed 0 from the index 0 on, which no
//! other command plays. `cargo run --release -p tune2048-research -- baselines` continues them.

mod record;

use std::sync::LazyLock;

pub use record::Baseline;

use crate::subject::Configuration;

/// The stored baseline.
pub static STORED: LazyLock<Baseline> = LazyLock::new(|| {
    toml::from_str(include_str!("stored.toml")).expect("a test reads the stored baseline")
});

/// Returns the stored baseline of exactly these weights with exactly this player.
pub fn of(weights: &Configuration) -> Option<&'static Baseline> {
    Some(&*STORED).filter(|stored| stored.configuration() == weights.identity())
}

/// Describes weights and a player without a stored baseline, in words for a message.
pub fn describe_missing(weights: &Configuration) -> String {
    let words = weights.subject.to_string();
    let Some(preset) = weights.preset() else {
        return format!("weights of no preset with {words}");
    };
    format!("the weights of {} with {words}", preset.name)
}

/// Returns the weights and the player whose scores are stored, in words for a message.
pub fn describe_stored() -> String {
    format!("{} with {}", STORED.weights, STORED.player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Evidence;
    use tune2048_engine::player::Depth;

    #[test]
    fn the_stored_baseline_belongs_to_its_preset() {
        let weights = STORED.configuration();
        assert_eq!(Evidence::fingerprint(&weights), STORED.fingerprint);
        assert_eq!(weights.subject.to_string(), STORED.player);
        assert!(STORED.is_consistent());
        let variation = STORED.variance().sqrt() / STORED.mean();
        assert!((0.1..1.0).contains(&variation), "{variation}");
    }

    #[test]
    fn a_baseline_serves_exactly_its_weights_and_player() {
        let weights = STORED.configuration();
        let mut other = weights.clone();
        other.values[0] = other.values[0].next_up();
        assert_eq!(of(&other), None);
        let deep = weights.at_depth(Depth::Fixed(7), "depth").unwrap();
        assert_eq!(of(&deep), None);
        assert_eq!(of(&weights), Some(&*STORED));
    }
}
