//! Errors of reading and writing journals and small files.

use std::io;
use std::path::{Path, PathBuf};

/// What to do where a file or its folder is not found.
const GONE: &str = "if the folder was renamed, go on with it by its name there; if it was removed, \
                    restore it from a copy or begin again";

/// What a path should be that has files below it.
pub(crate) const FOLDER: &str = "a folder";

/// Why a file cannot be read or written.
///
/// The message names the file and the problem only; the caller knows the
/// command that goes on and adds the advice.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system refused an operation.
    #[error("{path}: cannot {action}: {cause}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The operation, as a verb that follows "cannot".
        action: &'static str,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// A path is not of the kind or the size that it should be.
    #[error("{path}: found {found}, expected {expected}")]
    Kind {
        /// The path.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A line is not as it was written.
    #[error("{path} line {line}: {problem}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// Another process has locked the file.
    #[error("{path}: another process works with this file")]
    Locked {
        /// The file.
        path: PathBuf,
    },
}

impl FileError {
    /// Returns a closure for `map_err` that makes a [`FileError::Io`].
    pub fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Io { path, action, cause }
    }

    /// The message with what to do where the operating system refuses, and about damage.
    pub fn with_advice(&self, refused: &str, damaged: &str) -> String {
        let advice = match self {
            Self::Io { cause, .. } if cause.kind() == io::ErrorKind::NotFound => GONE,
            Self::Io { .. } => refused,
            Self::Kind { expected: FOLDER, .. } => "choose another path",
            Self::Kind { .. } => "give the path of a file, or put back the file that was there",
            Self::Damaged { .. } => damaged,
            Self::Locked { .. } => "wait for it or stop it, then try again",
        };
        format!("{self} - {advice}")
    }

    /// Returns the error of a line, from 1, that is not as it was written.
    pub fn damaged(path: &Path, line: usize, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), line, problem: problem.into() }
    }
}
