//! Errors of duels.

use std::path::PathBuf;

use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;
use tune2048_files::toml_errors::Mistakes;
use tune2048_tuner::campaign::CampaignError;

/// Why a duel cannot continue.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DuelError {
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
    /// A file cannot be read or written, is damaged, or is locked.
    #[error("{}", .0.advised())]
    File(FileError),
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

// Without `#[from]`, which makes it the source too: the message would be printed twice.
impl From<FileError> for DuelError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl DuelError {
    /// Whether the files of the user are at fault, and not the system.
    pub(crate) fn is_bad_input(&self) -> bool {
        match self {
            Self::CampaignSpec(_)
            | Self::Read { .. }
            | Self::Toml { .. }
            | Self::Changed { .. } => true,
            Self::Campaign(error) => error.is_bad_input(),
            Self::File(error) => error.is_bad_input(),
            Self::Command { .. } | Self::Evaluate(_) => false,
        }
    }
}
