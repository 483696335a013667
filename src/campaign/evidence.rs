//! What the recommended weights carry with them: where they come from and
//! what was measured of them.

use serde::{Deserialize, Serialize};

use super::Campaign;
use super::winner::{Outcome, Recommendation};
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
    /// The evidence for an outcome.
    pub fn of(campaign: &Campaign, outcome: &Outcome) -> Self {
        let chosen_by = match outcome.recommendation {
            Recommendation::DistributionMean => "mean of the final distribution".to_owned(),
            Recommendation::FrontRunner { finalists, games } => {
                format!("best of {finalists} finalists on {games} games of their own")
            }
        };
        let space = campaign.space();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            campaign: space.name.clone(),
            seed: space.seed,
            chosen_by,
            search_games: outcome.search_games,
            validation_seeds: format!(
                "validation stream of seed {}, games 0 to {}",
                space.seed,
                space.validation_games - 1
            ),
            ratio: outcome.ratio.map(|found| found.ratio),
            ratio_ci95: outcome.ratio.map(|found| found.interval),
            tuned: outcome.tuned.clone(),
            start: outcome.start.clone(),
        }
    }

    /// The evidence in a weights file, if it has any of this form.
    pub fn read(file: &WeightsFile) -> Option<Self> {
        file.evidence.clone().try_into().ok()
    }
}

/// The weights file of an outcome.
pub(super) fn weights_file(campaign: &Campaign, outcome: &Outcome) -> WeightsFile {
    let evidence = toml::Table::try_from(Evidence::of(campaign, outcome));
    WeightsFile {
        weights: outcome.recommended.clone(),
        player: campaign.space().player,
        evidence: evidence.expect("evidence has a TOML form"),
    }
}
