//! Errors of duels.

use std::path::PathBuf;

use crate::campaign::CampaignError;
use crate::checkpoint::CheckpointError;
use crate::toml_errors::Mistakes;
use tune2048_engine::evaluate::EvaluateError;

/// Why a duel cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// The common campaign file cannot be read.
    #[error("{}: cannot read: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// A campaign file has mistakes.
    #[error(transparent)]
    CampaignSpec(#[from] Mistakes),
    /// The common campaign file is not TOML.
    #[error("{}: {cause}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// The mistake.
        cause: toml::de::Error,
    },
    /// The program of an entrant failed.
    #[error("entrant {entrant}: {problem}")]
    Command {
        /// The name of the entrant.
        entrant: String,
        /// What happened.
        problem: String,
    },
    /// A finished campaign was run with other settings than the file has now.
    #[error(
        "{}: campaign {campaign} of {entrant} at {budget} games was run with other settings - \
         undo the change of the file, or give another folder with --out", path.display()
    )]
    Changed {
        /// The journal of finished campaigns.
        path: PathBuf,
        /// The name of the entrant.
        entrant: String,
        /// The number of games that its search was allowed.
        budget: u64,
        /// The number of the campaign, from 1.
        campaign: u32,
    },
    /// A campaign failed.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A file of the duel cannot be written or is damaged.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}
