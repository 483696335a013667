//! What can be wrong with the files of a campaign.

use std::io;
use std::path::{Path, PathBuf};

use super::folder::{BEST, TRIALS};

/// Why the files of a campaign cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system refused.
    #[error(
        "{}: cannot {action}: {cause} - what is recorded is safe; mend the cause, then \
         go on with `tune2048 resume`, or with the same command where it is no campaign",
        path.display()
    )]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// The folder of a new campaign cannot be made.
    #[error(
        "{}: cannot make the campaign's folder: {cause} - give another with --out",
        path.display()
    )]
    Create {
        /// The folder or the file in it.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A row other than the last is not as it was written.
    #[error(
        "{} line {line}: {problem} - restore the file from a copy, or cut it \
         before this line to go on from there",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// What the campaign was started with cannot be read back.
    #[error(
        "{} line {line}: {problem} - restore the file from a copy; or start anew in another \
         folder with `tune2048 run`",
        path.display()
    )]
    DamagedRecord {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// Another process works in the folder.
    #[error(
        "{}: another process works in this folder - wait for it or stop it, then try again",
        path.display()
    )]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// A new campaign was asked for where there is one.
    #[error(
        "{}: there is a campaign here already - go on with `tune2048 resume {}`, \
         or give another folder with --out",
        path.display(), path.display()
    )]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The folder has the weights that a campaign found, without the campaign's rows.
    #[error(
        "{}: weights only: {BEST}, without the campaign's rows (no {TRIALS}) - `evaluate`, \
         `compare` and `export` take the folder; for all else restore the rows, or run the \
         campaign again in another folder with --out",
        path.display()
    )]
    WeightsOnly {
        /// The folder.
        path: PathBuf,
    },
    /// There is a ladder where one campaign was expected.
    #[error(
        "{}: found a ladder, expected one campaign - give that of one of its rungs, such as {}",
        path.display(), path.join("rung-1").display()
    )]
    Ladder {
        /// The folder.
        path: PathBuf,
    },
    /// There is no campaign where one was expected.
    #[error(
        "{}: no campaign here (no {}) - start one with `tune2048 run SPACE.toml`",
        path.display(), super::folder::RECORD
    )]
    Missing {
        /// The folder.
        path: PathBuf,
    },
}

impl CheckpointError {
    /// An [`CheckpointError::Io`] as a closure for `map_err`.
    pub(super) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Io {
            path,
            action,
            cause,
        }
    }

    /// A row that is not as it was written.
    pub(crate) fn damaged(path: &Path, line: usize, problem: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            line,
            problem: problem.into(),
        }
    }

    /// Whether the user asked for something that cannot be, as against a failure under way.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::Exists { .. }
                | Self::WeightsOnly { .. }
                | Self::Missing { .. }
                | Self::Ladder { .. }
        )
    }
}
