//! The outcome of a campaign.

use super::evidence::Evidence;
use crate::weights_file::WeightsFile;
use tune2048_engine::heuristic::Weights;
use tune2048_engine::player::PlayerSettings;

/// The outcome of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The recommended weights.
    pub recommended: Weights,
    /// The origin of the weights and their validation.
    pub evidence: Evidence,
}

impl Outcome {
    /// The weights with their evidence, for a player with these settings.
    pub fn weights_file(&self, player: &PlayerSettings) -> WeightsFile {
        WeightsFile {
            weights: self.recommended.clone(),
            player: player.clone(),
            evidence: self.evidence.to_table(),
        }
    }

    /// The outcome that a weights file contains, if it has evidence for its weights.
    pub fn read(file: WeightsFile) -> Option<Self> {
        Evidence::read(&file).map(|evidence| Self {
            evidence,
            recommended: file.weights,
        })
    }
}
