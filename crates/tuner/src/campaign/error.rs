//! Errors of a campaign.

use std::path::PathBuf;

use crate::record::{CheckpointError, Failures};
use crate::space::TransferError;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;
use tune2048_files::toml_errors::Mistakes;
use tune2048_optimizer::OptimizerError;

/// Why a campaign stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A stop was requested; all complete evaluations are on the disk.
    #[error("interrupted")]
    Interrupted,
    /// The games cannot be played.
    #[error(transparent)]
    Evaluate(EvaluateError),
    /// Every game has failed that should not.
    #[error(
        "every game{who} failed: {failures} - run the program by hand with the starting values, \
         and correct what it says; what was played is saved, and resume goes on"
    )]
    AllFailed {
        /// Whose games.
        who: &'static str,
        /// What went wrong.
        failures: String,
    },
    /// The program is not where the campaign goes on.
    #[error(
        "{missing} is not found in the folder {here}: the campaign began in {began} - go on with it \
         there, or set `working-folder` in [player.command]"
    )]
    ElsewhereBegun {
        /// The file of the program that is missing.
        missing: PathBuf,
        /// The present folder.
        here: String,
        /// The folder in which the campaign began.
        began: String,
    },
    /// A recorded candidate scores otherwise when it plays again.
    #[error(
        "the program gives other scores than on record: candidate {candidate} of generation \
         {generation} scored {recorded} on average in {games} games, and {found} in the same games \
         played again - restore the program, and what it calls; or run a new campaign"
    )]
    OtherScores {
        /// The candidate.
        candidate: u32,
        /// Its generation.
        generation: u32,
        /// The number of its games.
        games: u32,
        /// The recorded mean score.
        recorded: f64,
        /// The mean score of the same games, played again.
        found: f64,
    },
    /// The files of the campaign cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
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
    /// The change to another search space is impossible.
    #[error("{path}: the campaign cannot go on like this:\n  {}", reasons.join("\n  "))]
    Refused {
        /// The file of the other search space.
        path: PathBuf,
        /// The reasons, each with what was found, what is expected and what to do.
        reasons: Vec<String>,
    },
    /// The recorded points are not those that the optimizer proposes.
    #[error(
        "{path}: {found} - {}",
        if *has_distribution {
            "restore the files from a copy if one was changed or is that of another campaign; \
             otherwise go on from the last recorded distribution with --from-distribution"
        } else {
            "restore the file from a copy, or start a new campaign"
        }
    )]
    Diverged {
        /// The file of the recorded points.
        path: PathBuf,
        /// The first difference.
        found: OptimizerError,
        /// Whether there is a recorded distribution to go on from.
        has_distribution: bool,
    },
    /// A recorded distribution is not the one that the optimizer derives from the trials.
    #[error(
        "{path} line {line}: the distribution of generation {generation} is not that of the trials: \
         found {recorded}, expected {replayed} - restore the files from a copy if one was changed \
         or is that of another campaign; otherwise go on from the last recorded distribution with \
         --from-distribution"
    )]
    OtherDistribution {
        /// The file of the recorded distributions.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The generation.
        generation: u32,
        /// The first number that differs.
        recorded: f64,
        /// The number that replay arrives at.
        replayed: f64,
    },
    /// There is no recorded distribution to go on from in this folder.
    #[error("{0}: no distribution is recorded to go on from - only cma-es has one")]
    NoDistribution(PathBuf),
    /// The campaign to start from cannot be read.
    #[error("warm start: {0}")]
    WarmStart(Box<Self>),
    /// The trials to start from cannot be read.
    #[error("warm start: {0}")]
    Trials(String),
    /// The campaign to start from tunes other weights.
    #[error(
        "warm start: {path}: {cause} - give a campaign over the same weights, or remove [warm-start]"
    )]
    Unlike {
        /// The folder of the campaign to start from.
        path: PathBuf,
        /// The reason why the distribution cannot be taken over.
        cause: TransferError,
    },
    /// The scores of the starting weights that the validation needs are not stored.
    #[error(
        "`validation.baseline`: no scores of the starting weights are stored: found {found}, \
         expected one of: {stored} - go on with the version of the program that started the \
         campaign, or start a new one with baseline = \"played\""
    )]
    NoBaseline {
        /// The weights and the player in words.
        found: String,
        /// The weights whose scores are stored, in words.
        stored: String,
    },
    /// The optimizer refused its settings or its history.
    #[error("optimizer: {0}")]
    Optimizer(#[from] OptimizerError),
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
    /// The error of games that all failed.
    pub(super) fn all_failed(who: &'static str, failures: &Failures) -> Self {
        Self::AllFailed { who, failures: failures.sentence(None).unwrap_or_default() }
    }

    /// Whether the user asked for something impossible, as opposed to a failure under way.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::Checkpoint(error) => error.is_bad_input(),
            Self::WarmStart(error) => error.is_bad_input(),
            Self::CampaignSpec(_)
            | Self::Changed { .. }
            | Self::Refused { .. }
            | Self::NoDistribution(_)
            | Self::NoBaseline { .. }
            | Self::ElsewhereBegun { .. }
            | Self::Trials(_)
            | Self::Unlike { .. } => true,
            _ => false,
        }
    }
}
