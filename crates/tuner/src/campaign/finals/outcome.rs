//! The outcome of a campaign.

use crate::space::CampaignSpec;
use crate::subject::Configuration;
use crate::weights::evidence::Evidence;
use crate::weights::file::WeightsFile;

/// The outcome of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The recommended weights.
    pub recommended: Configuration,
    /// The origin of the weights and their validation.
    pub evidence: Evidence,
}

impl Outcome {
    /// The weights with their evidence.
    pub fn weights_file(&self) -> WeightsFile {
        WeightsFile::new(&self.recommended, self.evidence.to_table())
    }

    /// The outcome of a campaign that a weights file contains, if it has evidence for its weights.
    pub fn read(file: &WeightsFile, spec: &CampaignSpec) -> Option<Self> {
        let evidence = Evidence::read(file)?;
        let recommended = spec.adopt(&file.weights);
        Some(Self { evidence, recommended: recommended.unwrap_or_else(|| file.weights.clone()) })
    }
}
