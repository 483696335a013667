//! Why a campaign cannot run to its end.

use std::path::PathBuf;

use crate::checkpoint::CheckpointError;
use crate::spec::TransferError;
use crate::toml_errors::Mistakes;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_optimizer::OptimizerError;

/// Why a campaign stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A stop was requested; everything evaluated is on the disk.
    #[error("interrupted")]
    Interrupted,
    /// The games cannot be played.
    #[error(transparent)]
    Evaluate(EvaluateError),
    /// The files of the campaign cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The search space has mistakes.
    #[error(transparent)]
    CampaignSpec(#[from] Mistakes),
    /// The search space is not the one that the trials were played for.
    #[error(
        "{}: the search space is not the one that this campaign was started with:\n  {}\n\
         {advice}",
        path.display(), differences.join("\n  ")
    )]
    Changed {
        /// The file that differs.
        path: PathBuf,
        /// Each difference in words.
        differences: Vec<String>,
        /// What to do.
        advice: &'static str,
    },
    /// The campaign cannot go on with this search space.
    #[error(
        "{}: the campaign cannot go on like this:\n  {}",
        path.display(), reasons.join("\n  ")
    )]
    Refused {
        /// The file that asks for it.
        path: PathBuf,
        /// Each reason, with what was found, what is expected and what to do.
        reasons: Vec<String>,
    },
    /// The recorded points are not those that the optimizer proposes here.
    #[error(
        "{}: {found} - {}",
        path.display(),
        if *has_distribution {
            "on this processor the search cannot be replayed; \
             go on from the last recorded distribution with --from-distribution"
        } else {
            "start a new campaign"
        }
    )]
    Diverged {
        /// The file of the trials.
        path: PathBuf,
        /// What differs.
        found: OptimizerError,
        /// Whether a distribution to go on from is recorded.
        has_distribution: bool,
    },
    /// `--from-distribution` was given where nothing is to go on from.
    #[error(
        "{}: no distribution is recorded to go on from - only cma-es has one",
        path.display()
    )]
    NoDistribution {
        /// The campaign's folder.
        path: PathBuf,
    },
    /// The campaign to start from cannot be read.
    #[error("warm start: {0}")]
    WarmStart(Box<Self>),
    /// The campaign to start from is about something else.
    #[error(
        "warm start: {}: {cause} - give a campaign over the same weights, or remove \
         [warm-start]", path.display()
    )]
    Unlike {
        /// The folder of the campaign to start from.
        path: PathBuf,
        /// What they do not have in common.
        cause: TransferError,
    },
    /// The optimizer refused its settings or its history.
    #[error("optimizer: {0}")]
    Optimizer(#[from] OptimizerError),
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
    /// Whether the user asked for something that cannot be, as against a failure under way.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::Checkpoint(error) => error.is_bad_input(),
            Self::WarmStart(error) => error.is_bad_input(),
            Self::CampaignSpec(_)
            | Self::Changed { .. }
            | Self::Refused { .. }
            | Self::NoDistribution { .. }
            | Self::Unlike { .. } => true,
            Self::Interrupted | Self::Evaluate(_) | Self::Diverged { .. } | Self::Optimizer(_) => {
                false
            }
        }
    }
}
