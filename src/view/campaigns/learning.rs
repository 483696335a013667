//! A learning run: its record, and its summary.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use tune2048_files::regular;
use tune2048_files::toml_errors::{Mistakes, read_as};
use tune2048_learning::run::{CurvePoint, LearningError, Manifest, SETTINGS, curve, manifest};
use tune2048_learning::settings::{LearningFile, LearningSpec};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::grouped;

/// All that the report of a learning run is made from.
#[derive(Debug)]
pub struct LearningRecord {
    /// The settings.
    pub spec: LearningSpec,
    /// The state of the run.
    pub manifest: Manifest,
    /// The points of its curve.
    pub curve: Vec<CurvePoint>,
}

impl LearningRecord {
    /// Reads the folder of a run; no lock is taken.
    ///
    /// # Errors
    /// If it has none, or a file is damaged.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let manifest = manifest(folder)?;
        let spec = read_settings(folder, &manifest)?;
        let curve = curve(folder, &manifest)?;
        Ok(Self { spec, manifest, curve })
    }
}

/// Reads the settings in the folder of a run.
///
/// # Errors
/// If they are not there or not as they must be.
pub fn read_settings(folder: &Path, manifest: &Manifest) -> anyhow::Result<LearningSpec> {
    let path = folder.join(SETTINGS);
    let text = regular::read_text(&path).map_err(LearningError::from)?;
    Ok(parse_learning(&path, &text, &manifest.name)?)
}

/// Checks the text of a file of settings; `name` is that of the run if it names none.
///
/// # Errors
/// All its mistakes.
pub fn parse_learning(path: &Path, text: &str, name: &str) -> Result<LearningSpec, Mistakes> {
    read_as(path, text, |file: LearningFile| LearningSpec::new(file, name))
}

/// A learning run in a few numbers.
#[derive(Clone, Debug, Serialize)]
pub struct LearningSummary {
    /// The name.
    pub name: String,
    /// Whether all games are learned and the network is tested.
    #[serde(rename = "finished")]
    pub is_finished: bool,
    /// Whether the same settings give the same bytes.
    pub deterministic: bool,
    /// The games up to the last point of the curve.
    pub games: u64,
    /// The mean score of the games of the last point.
    pub last_mean_score: Option<f64>,
    /// The scores of the network, once it is tested.
    pub test: Option<ScoreReport>,
    /// The seconds of learning.
    pub elapsed_seconds: f64,
}

impl LearningSummary {
    /// Reads the folder of a run; no lock is taken.
    ///
    /// # Errors
    /// If it has none, or a file is damaged.
    pub fn read(folder: &Path) -> Result<Self, LearningError> {
        let manifest = manifest(folder)?;
        let last = curve(folder, &manifest)?.pop();
        Ok(Self {
            name: manifest.name,
            is_finished: manifest.finished,
            deterministic: manifest.deterministic,
            games: last.as_ref().map_or(0, |point| point.games),
            last_mean_score: last.as_ref().map(|point| point.mean_score),
            test: (!manifest.test.is_empty()).then(|| ScoreReport::of(&manifest.test)),
            elapsed_seconds: last.map_or(0.0, |point| point.time_seconds),
        })
    }

    /// The mean score of the network, or of the last games, in words.
    pub fn score(&self) -> Option<String> {
        if let Some(test) = &self.test {
            return Some(format!("network, mean score {}", grouped(test.mean)));
        }
        self.last_mean_score.map(|mean| format!("network, last games {}", grouped(mean)))
    }
}

impl fmt::Display for LearningSummary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.is_finished { "finished" } else { "not finished" };
        let games = grouped(self.games as f64);
        let score = self.score().map_or(String::new(), |score| format!(", {score}"));
        write!(formatter, "{}: {state}, learned from {games} games{score}", self.name)
    }
}
