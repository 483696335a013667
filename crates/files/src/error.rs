//! Errors of reading and writing journals and small files.

use std::io;
use std::path::{Path, PathBuf};

/// What to do where a file or its folder is not found.
const GONE: &str = "if the folder was renamed, go on with it by its name there; if it was removed, \
                    restore it from a copy or begin again";

/// What to do where the operating system refuses.
const REFUSED: &str = "what is recorded is safe; mend the cause, then go on with `tune2048 resume`, or with the \
                       same command of a comparison or a tournament";

/// What to do about damage.
const DAMAGED: &str =
    "restore the file from a copy, or begin again in another place, such as with --out";

/// What a path should be that has files below it.
pub(crate) const FOLDER: &str = "a folder";

/// What cannot be done with a folder that nobody may make.
pub(crate) const MAKE_FOLDER: &str = "make this folder";

/// Why a file cannot be read or written.
///
/// The message names the file and the problem only; [`advised`](Self::advised) says what to do about a
/// record, too.
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
    /// A path is not of the kind that it should be.
    #[error("{path}: found {found}, expected {expected}")]
    Kind {
        /// The path.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A file is not as it was written.
    #[error("{place}: {problem}")]
    Damaged {
        /// The file, with its line where it has any.
        place: String,
        /// What was found and what was expected.
        problem: String,
        /// What to do about it.
        advice: &'static str,
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

    /// Whether files are at fault, and not the system.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::Kind { .. } | Self::Damaged { .. })
    }

    /// The message with what to do about it, where a record is read or written.
    pub fn advised(&self) -> String {
        let advice = match self {
            Self::Io { action: MAKE_FOLDER, .. } | Self::Kind { expected: FOLDER, .. } => {
                "give another with --out"
            }
            Self::Io { cause, .. } if cause.kind() == io::ErrorKind::NotFound => GONE,
            Self::Io { .. } => REFUSED,
            Self::Kind { .. } => "give the path of a file, or put back the file that was there",
            Self::Damaged { advice, .. } => advice,
            Self::Locked { .. } => "wait for it or stop it, then try again",
        };
        format!("{self} - {advice}")
    }

    /// Returns the error of a path that is `found` and should be `expected`.
    pub(crate) fn kind(path: &Path, found: impl Into<String>, expected: &'static str) -> Self {
        Self::Kind { path: path.to_owned(), found: found.into(), expected }
    }

    /// Returns the error of a line, from 1, that is not as it was written.
    pub fn damaged(path: &Path, line: usize, problem: impl Into<String>) -> Self {
        let place = format!("{} line {line}", path.display());
        Self::Damaged { place, problem: problem.into(), advice: DAMAGED }
    }

    /// Whether a record is damaged, unless something takes it back.
    pub fn is_damaged(&self) -> bool {
        matches!(self, Self::Damaged { advice: DAMAGED, .. })
    }

    /// Returns the error of a file without lines that is not as it was written.
    pub fn unlike(path: &Path, problem: impl ToString) -> Self {
        let (place, problem) = (path.display().to_string(), problem.to_string());
        Self::Damaged { place, problem, advice: DAMAGED }
    }
}
