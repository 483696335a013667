//! The file of the baselines: what is wanted, what was played, and how more is played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::weights_file::WeightsFile;
use tune2048_engine::evaluate::{Evaluate, EvaluateError, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::player::Depth;
use tune2048_engine::presets::Preset;

/// The number of first games whose scores are summed apart, to test that the engine still plays
/// the stored games.
const FIRST_GAMES: u64 = 50;

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
    /// A CRC-32 of weights and player, in hexadecimal digits.
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
            player: file.player.to_string(),
            fingerprint: fingerprint(&file),
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
        let played = evaluator.play(file.player, &file.weights, &seeds, monitor)?;
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

    /// Returns the baseline of a preset at a depth; starts one if there is none.
    pub fn entry(&mut self, preset: &Preset, depth: Option<u8>) -> &mut Baseline {
        let is_it = |b: &Baseline| b.weights == preset.name && b.depth == depth;
        let index = self.baselines.iter().position(is_it);
        let index = index.unwrap_or_else(|| {
            self.baselines.push(Baseline::new(preset, depth));
            self.baselines.len() - 1
        });
        &mut self.baselines[index]
    }
}

/// The games of a preset that the stored file is meant to contain.
#[derive(Clone, Copy, Debug)]
pub struct WantedGames {
    /// The preset.
    pub preset: &'static Preset,
    /// The search depth, or `None` for the preset's own player.
    pub depth: Option<u8>,
    /// The number of games.
    pub games: u64,
}

impl WantedGames {
    /// Returns all wanted games: 200 000 of each preset at depths 1 and 2 or, if it is a player
    /// without a depth, as it is; fewer where a game takes longer.
    pub fn all() -> Vec<Self> {
        let at = |preset, depth, games| Self {
            preset,
            depth,
            games,
        };
        let presets = const { &Preset::ALL };
        let has_depth =
            |preset: &&Preset| matches!(preset.player().depth_mut(), Some(Depth::Fixed(_)));
        let mut wanted = Vec::new();
        for depth in [1, 2] {
            let searching = presets.iter().filter(has_depth);
            wanted.extend(searching.map(|preset| at(preset, Some(depth), 200_000)));
        }
        for preset in presets.iter().filter(|preset| !has_depth(preset)) {
            let is_slow = ["monte-carlo", "tuned-20000-boards"].contains(&preset.name);
            wanted.push(at(preset, None, if is_slow { 2_000 } else { 200_000 }));
        }
        for name in ["2014", "tuned-depth3"] {
            let preset = Preset::find(name).expect("the name of a preset");
            wanted.push(at(preset, Some(3), 5_000));
        }
        wanted
    }
}

/// Returns the weights and the player of a preset, at a depth if one is given.
fn preset_file(preset: &Preset, depth: Option<u8>) -> WeightsFile {
    let mut player = preset.player();
    if let (Some(own), Some(depth)) = (player.depth_mut(), depth) {
        *own = Depth::Fixed(depth);
    }
    WeightsFile {
        weights: preset.weights(),
        player,
        evidence: toml::Table::new(),
    }
}

/// Returns a CRC-32 of the weights and the player, to the last bit.
///
/// The version of the program is not part of it: a test plays the first games again.
pub(super) fn fingerprint(file: &WeightsFile) -> String {
    let data = serde_json::to_string(&(file.player, &file.weights));
    let data = data.expect("weights of a player can be written as JSON");
    format!("{:08x}", crc32fast::hash(data.as_bytes()))
}
