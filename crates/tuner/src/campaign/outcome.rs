//! The outcome of a campaign.

use super::evidence::Evidence;
use crate::space::CampaignSpec;
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
        WeightsFile::new(&self.recommended, player, self.evidence.to_table())
    }

    /// The outcome of a campaign that a weights file contains, if it has evidence for its weights.
    pub fn read(file: &WeightsFile, spec: &CampaignSpec) -> Option<Self> {
        Evidence::read(file).map(|evidence| Self {
            evidence,
            recommended: spec.weights_of(file),
        })
    }
}
