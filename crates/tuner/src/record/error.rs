//! Errors of the files of a campaign, with what to do about each.

use std::path::{Path, PathBuf};

use crate::record::file_names::{BEST, TRIALS};
use tune2048_files::FileError;
use tune2048_files::shell::quoted;

/// What to do where the operating system refuses.
const REFUSED: &str = "what is recorded is safe; mend the cause, then go on with `tune2048 resume`";

/// What to do about damage.
const DAMAGED: &str =
    "restore the file from a copy, or cut it before this line to go on from there";

/// What reading or writing the files of a campaign gives.
pub(crate) type Result<T, E = CheckpointError> = std::result::Result<T, E>;

/// Why the files of a campaign cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file cannot be read or written, is damaged, or is locked.
    #[error("{}", .0.with_advice(REFUSED, DAMAGED))]
    File(FileError),
    /// A file does not fit to the others; the text says what to do.
    #[error("{0}")]
    Failed(String),
    /// The folder is not one of a campaign; the text says what is expected.
    #[error("{0}")]
    BadInput(String),
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

// Without `#[from]`, which makes it the source too: the message would be printed twice.
impl From<FileError> for CheckpointError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl CheckpointError {
    /// The error of a line, from 1, that is not as it was written.
    pub(crate) fn damaged(path: &Path, line: usize, problem: impl Into<String>) -> Self {
        FileError::damaged(path, line, problem).into()
    }

    /// Whether another process works with the campaign.
    pub fn is_locked(&self) -> bool {
        matches!(self, Self::File(FileError::Locked { .. }))
    }

    /// Whether the user asked for something impossible, as opposed to a failure under way.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::File(FileError::Kind { .. })
                | Self::Exists(_)
                | Self::WeightsOnly(_)
                | Self::BadInput(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn each_problem_with_a_file_comes_with_advice() {
        let path = Path::new("trials.csv");
        let io = FileError::Io {
            path: path.to_owned(),
            action: "append",
            cause: io::ErrorKind::StorageFull.into(),
        };
        let locked = FileError::Locked { path: path.to_owned() };
        for (error, advice) in [
            (io, "go on with `tune2048 resume`"),
            (FileError::damaged(path, 2, "torn"), "cut it before this line"),
            (locked, "wait for it or stop it"),
        ] {
            let text = CheckpointError::from(error).to_string();
            assert!(text.starts_with("trials.csv"), "{text}");
            assert!(text.contains(advice), "{text}");
        }
    }
}
