//! Stored scores of the preset that the quickstart starts from, so that a comparison with it plays the
//! other side only.
//!
//! The file `stored.toml` contains counts and sums of its games, no single scores. The games are those of [`Stream::Baseline`](tune2048_engine::game::Stream::Baseline) with seed 0 from the index 0 on, which no
//! other command plays. `cargo run --release -p tune2048-research -- baselines` continues them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::statistics::{Moments, ScoreReport, TwoMeans};
use crate::subject::Configuration;
use tune2048_engine::{Depth, Preset};

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
    let of_preset = weights.preset().map(|preset| format!("the weights of {}", preset.name));
    let whose = of_preset.as_deref().unwrap_or("weights of no preset");
    format!("{whose} with {}", weights.subject)
}

/// Returns the weights and the player whose scores are stored, in words for a message.
pub fn describe_stored() -> String {
    format!("{} with {}", STORED.weights, STORED.player)
}

/// The scores of a preset in many games, as counts and sums.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Baseline {
    /// The name of the preset.
    pub weights: String,
    /// The search depth that replaces the preset's own, if it was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// The player in words.
    pub player: String,
    /// The [fingerprint](crate::weights::Evidence::fingerprint) of weights and player.
    pub fingerprint: String,
    /// The version of the program that played the last games.
    pub version: String,
    /// The number of games.
    pub games: u64,
    /// The sum of the scores in points.
    pub score_sum: u64,
    /// The sum of the squared scores.
    pub square_sum: u64,
    /// The sum of the scores of the first games, at most 50.
    pub first_score_sum: u64,
    /// The number of games by their largest tile.
    pub largest_tiles: BTreeMap<u32, u64>,
}

impl Baseline {
    /// Returns the weights with the player.
    ///
    /// # Panics
    /// If no preset has this name.
    pub fn configuration(&self) -> Configuration {
        let preset = Preset::find(&self.weights).expect("the name of a preset");
        let own = Configuration::of_preset(preset);
        let deep = self.depth.and_then(|depth| own.at_depth(Depth::Fixed(depth), "depth").ok());
        deep.unwrap_or(own)
    }

    /// Whether the numbers can be those of the same games, at least two.
    pub fn is_consistent(&self) -> bool {
        let [games, sum, squares] = [self.games, self.score_sum, self.square_sum].map(u128::from);
        let by_tile = self.largest_tiles.values().map(|&games| u128::from(games));
        games >= 2 && by_tile.sum::<u128>() == games && games * squares >= sum * sum
    }

    /// Returns the mean score in points.
    pub fn mean(&self) -> f64 {
        self.score_sum as f64 / self.games as f64
    }

    /// Returns the variance of a score (divisor n - 1) in squared points.
    pub fn variance(&self) -> f64 {
        let (n, sum) = (u128::from(self.games), u128::from(self.score_sum));
        // In integers: the difference of two large sums would lose digits.
        let scaled = n * u128::from(self.square_sum) - sum * sum;
        scaled as f64 / (n as f64 * (n as f64 - 1.0))
    }

    /// Returns the moments of the scores.
    pub fn moments(&self) -> Moments {
        Moments::of(self.games, self.mean(), self.variance())
    }

    /// Returns the statistics that follow from the counts and sums.
    pub fn report(&self) -> ScoreReport {
        let from = |tile: u32| self.largest_tiles.range(tile..).map(|(_, games)| games);
        ScoreReport::of_sums(&self.moments(), |tile| from(tile).sum())
    }

    /// Returns the seeds of the games, in words.
    pub fn seeds(&self) -> String {
        format!("baseline stream of seed 0, games 0 to {}", self.games.saturating_sub(1))
    }

    /// Returns this mean as that of a, and the mean of `others` as that of b; `None` below two
    /// other games.
    pub fn against(&self, others: Moments) -> Option<TwoMeans> {
        Some(TwoMeans {
            means: [self.mean(), others.mean],
            games: others.count,
            variances: [0.0, others.variance()?],
            covariance: 0.0,
            stored_errors: [self.variance() / self.games as f64, 0.0],
            range: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Evidence;

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

    #[test]
    fn moments_are_those_of_the_scores() {
        let mut baseline = STORED.clone();
        baseline.games = 3;
        baseline.score_sum = 10 + 20 + 60;
        baseline.square_sum = 100 + 400 + 3600;
        baseline.largest_tiles = BTreeMap::from([(16, 3)]);
        assert!((baseline.mean() - 30.0).abs() < 1e-12);
        assert!((baseline.variance() - 700.0).abs() < 1e-12);
        assert!(baseline.is_consistent());
        let less = Baseline { square_sum: 2699, ..baseline.clone() };
        let more = Baseline { games: 4, ..baseline.clone() };
        // The sum of squares is at least 90²/3; four games would be those of four tiles.
        assert!(!less.is_consistent() && !more.is_consistent());
    }
}
