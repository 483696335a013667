//! Errors of learning runs, with what to do about each.

use std::path::Path;

use tune2048_engine::EvaluateError;
use tune2048_engine::tuples::NetworkError;
use tune2048_files::FileError;

/// Why a learning run cannot begin, or go on.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The command or its files are at fault.
    #[error("{0}")]
    BadInput(String),
    /// The run cannot go on.
    #[error("{0}")]
    Failed(String),
    /// A stop was requested; everything up to it is saved.
    #[error("interrupted")]
    Interrupted,
}

impl LearningError {
    /// Whether the command or its files are at fault, and not the system.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::BadInput(_))
    }

    /// The error of a file that is not as it was written: what was found, and what was expected.
    pub(super) fn damaged(path: &Path, problem: impl ToString) -> Self {
        FileError::unlike(path, problem).into()
    }

    /// The error of a network in memory that cannot be searched with.
    pub(crate) fn network(error: NetworkError) -> Self {
        Self::Failed(format!(
            "the network cannot be copied for a search: {error} - free memory, then go on with \
             `tune2048 resume`"
        ))
    }
}

impl From<EvaluateError> for LearningError {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Interrupted => Self::Interrupted,
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<FileError> for LearningError {
    fn from(error: FileError) -> Self {
        let kind = if error.is_bad_input() { Self::BadInput } else { Self::Failed };
        kind(error.advised())
    }
}
