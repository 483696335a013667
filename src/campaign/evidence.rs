//! What the recommended weights carry with them: where they come from and
//! what was measured of them.

use serde::{Deserialize, Serialize};

use super::winner::Outcome;
use crate::player::PlayerSettings;
use crate::score_report::ScoreReport;
use crate::statistics::Interval;
use crate::weights_file::WeightsFile;

/// The `[evidence]` table of a weights file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The version of the program that measured.
    pub version: String,
    /// The campaign's name.
    pub campaign: String,
    /// The campaign's seed.
    pub seed: u64,
    /// How the weights were chosen.
    pub chosen_by: String,
    /// The games of the search.
    pub search_games: u64,
    /// Which games the weights were validated on.
    pub validation_seeds: String,
    /// Mean score of the weights over mean score of the starting weights.
    pub ratio: Option<f64>,
    /// Its 95 % confidence interval.
    pub ratio_ci95: Option<Interval>,
    /// The weights, validated.
    pub tuned: ScoreReport,
    /// The starting weights, validated on the same seeds.
    pub start: ScoreReport,
}

impl Evidence {
    /// The evidence in a weights file, if it has any of this form.
    pub fn read(file: &WeightsFile) -> Option<Self> {
        file.evidence.clone().try_into().ok()
    }
}

impl Outcome {
    /// The weights with their evidence, to be played with as the campaign played.
    pub fn weights_file(&self, player: PlayerSettings) -> WeightsFile {
        let evidence = toml::Table::try_from(&self.evidence);
        WeightsFile {
            weights: self.recommended.clone(),
            player,
            evidence: evidence.expect("evidence has a TOML form"),
        }
    }

    /// The outcome that a weights file tells of, if it does.
    pub fn read(file: WeightsFile) -> Option<Self> {
        Evidence::read(&file).map(|evidence| Self {
            evidence,
            recommended: file.weights,
        })
    }
}
