//! Errors of a campaign.

use std::path::{Path, PathBuf};

use crate::record::{CheckpointError, Failures};
use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;
use tune2048_files::number_text::{counted, score};
use tune2048_files::toml_errors::Mistakes;
use tune2048_optimizer::OptimizerError;

/// What a step of a campaign gives.
pub(crate) type Result<T, E = CampaignError> = std::result::Result<T, E>;

/// Why a campaign stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A stop was requested; all complete evaluations are on the disk.
    #[error("interrupted")]
    Interrupted,
    /// The games cannot be played.
    #[error(transparent)]
    Evaluate(EvaluateError),
    /// The campaign cannot go on; the text says what to do.
    #[error("{0}")]
    Failed(String),
    /// The user asked for something impossible; the text says what is expected.
    #[error("{0}")]
    BadInput(String),
    /// The files of the campaign cannot be read or written.
    #[error(transparent)]
    Checkpoint(CheckpointError),
    /// The search space has mistakes.
    #[error(transparent)]
    CampaignSpec(#[from] Mistakes),
    /// The search space is not the recorded one.
    #[error(
        "{path}: the search space is not the one that this campaign was started with:\n  {}\n\
         {advice}",
        differences.join("\n  ")
    )]
    Changed {
        /// The file that differs.
        path: PathBuf,
        /// The differences in words.
        differences: Vec<String>,
        /// The ways to go on.
        advice: &'static str,
    },
    /// The recorded points are not those that the optimizer proposes.
    #[error(
        "{path}: {found} - restore the files from a copy if one was changed or is that of another \
         campaign; otherwise start a new campaign, by [warm-start] if this one has a distribution"
    )]
    Diverged {
        /// The file of the recorded points.
        path: PathBuf,
        /// The first difference.
        found: OptimizerError,
    },
    /// The campaign to start from cannot be read.
    #[error("warm start: {0}")]
    WarmStart(Box<Self>),
    /// The optimizer refused its settings or its history.
    #[error("optimizer: {0}")]
    Optimizer(#[from] OptimizerError),
}

impl From<CheckpointError> for CampaignError {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::SearchSpace(mistakes) => Self::CampaignSpec(mistakes),
            other => Self::Checkpoint(other),
        }
    }
}

impl From<FileError> for CampaignError {
    fn from(error: FileError) -> Self {
        Self::Checkpoint(error.into())
    }
}

impl From<EvaluateError> for CampaignError {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Interrupted => Self::Interrupted,
            failed => Self::Evaluate(failed),
        }
    }
}

impl CampaignError {
    /// The error of games that all failed, `who` says whose.
    pub(super) fn all_failed(who: &str, failures: &Failures) -> Self {
        let failures = failures.sentence(None).unwrap_or_default();
        Self::Failed(format!(
            "every game{who} failed: {failures} - run the program by hand with the starting values, \
             and correct what it says; what was played is saved, and resume goes on"
        ))
    }

    /// The error of a match in which one side of equal weights always does better.
    pub(super) fn one_sided(found: f64, neutral: f64, pairs: usize) -> Self {
        Self::Failed(format!(
            "the starting weights against themselves: found {} in each of {}, expected {neutral} on \
             average - answer for the side of `weights`, and play the two games of a pair with sides swapped",
            score(found),
            counted(pairs, "pair")
        ))
    }

    /// The error of a folder without a recorded distribution to go on from.
    pub(super) fn no_distribution(folder: &Path) -> Self {
        Self::BadInput(format!(
            "{}: no distribution is recorded to go on from - only mirrored-es and cma-es have one",
            folder.display()
        ))
    }

    /// Whether the user asked for something impossible, as opposed to a failure under way.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::Checkpoint(error) => error.is_bad_input(),
            Self::WarmStart(error) => error.is_bad_input(),
            Self::CampaignSpec(_)
            | Self::Changed { .. }
            | Self::BadInput(_)
            | Self::Optimizer(OptimizerError::NotOpen { .. }) => true,
            _ => false,
        }
    }
}
