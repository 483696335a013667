//! The file of the baselines: what was played, and how more is played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::Evidence;
use crate::scores::ScoreReport;
use crate::statistics::{Moments, TwoMeans};
use crate::subject::{Configuration, Evaluate};
use crate::weights_file::WeightsFile;
use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::player::Depth;
use tune2048_engine::presets::Preset;

/// The number of first games whose scores are summed apart, to test that the engine still plays
/// the stored games.
pub(super) const FIRST_GAMES: u64 = 50;

/// The scores of a preset in many games, as counts and sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Baseline {
    /// The name of the preset.
    pub weights: String,
    /// The search depth that replaces the preset's own, if it was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// The player in words.
    pub player: String,
    /// The [fingerprint](Evidence::fingerprint) of weights and player.
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
    /// Starts a baseline without games.
    fn new(preset: &Preset, depth: Option<u8>) -> Self {
        let file = preset_file(preset, depth);
        Self {
            weights: preset.name.to_owned(),
            depth,
            player: file.weights.subject.to_string(),
            fingerprint: Evidence::fingerprint(&file.weights),
            version: String::new(),
            games: 0,
            score_sum: 0,
            square_sum: 0,
            first_score_sum: 0,
            largest_tiles: BTreeMap::new(),
        }
    }

    /// Returns the weights and the player.
    ///
    /// # Panics
    /// If no preset has this name.
    pub fn file(&self) -> WeightsFile {
        let preset = Preset::find(&self.weights).expect("the name of a preset");
        preset_file(preset, self.depth)
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

    /// Returns the variance of the logarithm of the mean by the delta method.
    pub fn log_mean_variance(&self) -> f64 {
        self.variance() / self.games as f64 / (self.mean() * self.mean())
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
        format!(
            "baseline stream of seed 0, games 0 to {}",
            self.games.saturating_sub(1)
        )
    }

    /// Returns this mean as that of a, and the mean of `others` as that of b; `None` below two
    /// other games.
    pub fn against(&self, others: Moments) -> Option<TwoMeans> {
        Some(TwoMeans {
            means: [self.mean(), others.mean()],
            games: others.count(),
            variances: [0.0, others.variance()?],
            covariance: 0.0,
            stored_errors: [self.variance() / self.games as f64, 0.0],
        })
    }

    /// Plays the next games and adds their scores.
    ///
    /// # Errors
    /// Those of [`Evaluate::evaluate`]; then nothing is added.
    pub fn play(
        &mut self,
        games: u64,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<(), EvaluateError> {
        let file = self.file();
        let seed = |index| GameSeed::new(0, Stream::Baseline, index);
        let seeds: Vec<_> = (self.games..self.games + games).map(seed).collect();
        let played = evaluator.play(&file.weights, &seeds, monitor)?;
        for result in &played.results {
            self.add(result);
        }
        env!("CARGO_PKG_VERSION").clone_into(&mut self.version);
        Ok(())
    }

    fn add(&mut self, game: &GameResult) {
        if self.games < FIRST_GAMES {
            self.first_score_sum += game.score;
        }
        self.games += 1;
        self.score_sum += game.score;
        self.square_sum += game.score * game.score;
        *self.largest_tiles.entry(game.largest_tile).or_default() += 1;
    }
}

/// All baselines, in the order in which they were started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baselines {
    /// The baselines.
    #[serde(rename = "baseline", default)]
    pub baselines: Vec<Baseline>,
}

impl Baselines {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// Returns the text of the file.
    pub fn to_toml(&self) -> String {
        let tables = toml::to_string(self).expect("counts can be written as TOML");
        format!(
            "# Scores of presets in the games of the stream `Baseline` with seed 0, as sums.\n\
             # Continued by: cargo run --release -p tune2048-tuner --example baselines\n\n{tables}"
        )
    }

    /// Returns the baseline of a preset at a depth. Starts one if there is none, or if the weights
    /// or the player of the preset have changed.
    pub fn entry(&mut self, preset: &Preset, depth: Option<u8>) -> &mut Baseline {
        let is_it = |b: &Baseline| b.weights == preset.name && b.depth == depth;
        let found = self.baselines.iter().position(is_it);
        let new = Baseline::new(preset, depth);
        let index = found.unwrap_or_else(|| {
            self.baselines.push(new.clone());
            self.baselines.len() - 1
        });
        let entry = &mut self.baselines[index];
        if entry.fingerprint != new.fingerprint {
            *entry = new;
        }
        entry
    }
}

/// Returns the weights and the player of a preset, at a depth if one is given.
fn preset_file(preset: &Preset, depth: Option<u8>) -> WeightsFile {
    let own = Configuration::of_preset(preset);
    let deep = depth.and_then(|depth| own.at_depth(Depth::Fixed(depth), "depth").ok());
    WeightsFile::new(&deep.unwrap_or(own), toml::Table::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::evaluate::SerialEvaluator;

    fn play(baseline: &mut Baseline, games: u64) {
        let played = baseline.play(games, &SerialEvaluator, &Monitor::default());
        played.unwrap();
    }

    #[test]
    fn games_in_parts_are_the_games_at_once() {
        let preset = Preset::find("2014").unwrap();
        let mut parts = Baselines::default();
        play(parts.entry(preset, Some(1)), 40);
        let mut parts = Baselines::parse(&parts.to_toml()).unwrap();
        play(parts.entry(preset, Some(1)), 30);
        let mut whole = Baselines::default();
        play(whole.entry(preset, Some(1)), 70);
        assert_eq!(parts, whole);
        let found = whole.entry(preset, Some(1));
        assert_eq!(found.largest_tiles.values().sum::<u64>(), 70);
        assert!(found.first_score_sum < found.score_sum);
    }

    #[test]
    fn games_of_other_weights_are_dropped() {
        let preset = Preset::find("2014").unwrap();
        let mut stored = Baselines::default();
        play(stored.entry(preset, Some(1)), 2);
        "other weights".clone_into(&mut stored.baselines[0].fingerprint);
        assert_eq!(stored.entry(preset, Some(1)).games, 0);
        assert_eq!(stored.entry(preset, Some(2)).games, 0);
        assert_eq!(stored.baselines.len(), 2);
    }

    #[test]
    fn moments_are_those_of_the_scores() {
        let mut stored = Baselines::default();
        let baseline = stored.entry(Preset::find("2014").unwrap(), Some(1));
        for score in [10, 20, 60] {
            baseline.add(&GameResult {
                score,
                largest_tile: 16,
                moves: 1,
                nodes: 1,
                inner_nodes: 0,
            });
        }
        assert!((baseline.mean() - 30.0).abs() < 1e-12);
        assert!((baseline.variance() - 700.0).abs() < 1e-12);
        assert!(baseline.is_consistent());
        let less = Baseline {
            square_sum: 2699,
            ..baseline.clone()
        };
        let more = Baseline {
            games: 4,
            ..baseline.clone()
        };
        // The sum of squares is at least 90²/3; four games would be those of four tiles.
        assert!(!less.is_consistent() && !more.is_consistent());
    }
}
