//! Errors of a campaign and of its files, with what to do about each.

use std::path::{Path, PathBuf};

use super::{BEST, LOG, TRIALS};
use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;
use tune2048_files::shell::quoted;
use tune2048_files::toml_errors::Mistakes;
use tune2048_optimizer::OptimizerError;

/// What a step of a campaign, or of reading its files, gives.
pub(crate) type Result<T, E = CampaignError> = std::result::Result<T, E>;

/// Why a campaign, a comparison or a tournament cannot be read or go on. What nobody tells apart is a text, which says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A stop was requested; all complete evaluations are on the disk.
    #[error("interrupted")]
    Interrupted,
    /// Something failed under way.
    #[error("{0}")]
    Failed(String),
    /// The user asked for something impossible.
    #[error("{0}")]
    BadInput(String),
    /// The search space has mistakes, by this version of the program.
    #[error(transparent)]
    SearchSpace(#[from] Mistakes),
    /// The process that made a campaign in this folder was killed before it began.
    #[error("{}: the campaign has not begun - start it with `tune2048 run`", .0.display())]
    NotBegun(PathBuf),
    /// A new campaign was asked for in this folder, which has one.
    #[error(
        "{}: there is a campaign here already - go on with `tune2048 resume {}`, \
         remove the folder to start afresh, or give another with --out",
        .0.display(), quoted(.0)
    )]
    Exists(PathBuf),
    /// This folder contains recommended weights without the rows of the campaign that found them.
    #[error(
        "{0}: weights only: {BEST}, without the campaign's rows (no {TRIALS}) - `evaluate`, \
         `compare` and `export` take the folder; for all else restore the rows, or run the \
         campaign again in another folder with --out"
    )]
    WeightsOnly(PathBuf),
}

impl From<FileError> for CampaignError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Locked { path } if path.ends_with(LOG) => Self::Failed(format!(
                "{}: the campaign is running: another process plays it - wait for it, or stop it",
                path.parent().unwrap_or(&path).display()
            )),
            error if error.is_bad_input() => Self::BadInput(error.advised()),
            error => Self::Failed(error.advised()),
        }
    }
}

impl From<EvaluateError> for CampaignError {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Interrupted => Self::Interrupted,
            EvaluateError::Settings(error) => Self::BadInput(error.to_string()),
            EvaluateError::Failed(problem) => Self::Failed(problem),
        }
    }
}

impl From<OptimizerError> for CampaignError {
    fn from(error: OptimizerError) -> Self {
        let text = format!("optimizer: {error}");
        match error {
            OptimizerError::NotOpen { .. } => Self::BadInput(text),
            _ => Self::Failed(text),
        }
    }
}

impl CampaignError {
    /// The error of a search space that differs so from the recorded one.
    pub(crate) fn other_space(
        path: &Path,
        differences: impl IntoIterator<Item = impl ToString>,
        advice: &str,
    ) -> Self {
        let differences = differences.into_iter().map(|difference| difference.to_string());
        let differences = differences.collect::<Vec<_>>().join("\n  ");
        let path = path.display();
        Self::BadInput(format!(
            "{path}: the search space is not the one that is recorded:\n  {differences}\n{advice}"
        ))
    }

    /// The error of a folder without a campaign.
    pub(super) fn no_campaign(folder: &Path) -> Self {
        Self::BadInput(format!(
            "{}: no campaign here (no {LOG}) - `tune2048 list` shows what there is, `tune2048 run \
             SPACE.toml` starts one",
            folder.display()
        ))
    }

    /// Whether the user asked for something impossible, as opposed to a failure under way.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, Self::Interrupted | Self::Failed(_))
    }
}
