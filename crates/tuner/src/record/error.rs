//! Errors of the files of a campaign, with what to do about each.

use std::io;
use std::path::{Path, PathBuf};

use crate::record::file_names::{BEST, MANIFEST, TRIALS};
use tune2048_files::FileError;
use tune2048_files::shell::quoted;

/// What to do where the operating system refuses.
const REFUSED: &str = "what is recorded is safe; mend the cause, then go on with `tune2048 resume`";

/// What to do about damage.
const DAMAGED: &str =
    "restore the file from a copy, or cut it before this line to go on from there";

/// Why the files of a campaign cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file cannot be read or written, is damaged, or is locked.
    #[error("{}", .0.with_advice(REFUSED, DAMAGED))]
    File(FileError),
    /// The folder of a new campaign cannot be made.
    #[error("{path}: cannot make the campaign's folder: {cause} - give another with --out")]
    Create {
        /// The folder, or the file in it.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// A JSON file of the campaign is not as it was written.
    #[error(
        "{0} - restore the file from a copy, or start a new campaign in another folder with \
         `tune2048 run`"
    )]
    DamagedJson(FileError),
    /// A file of another campaign is in the folder.
    #[error(
        "{path}: the file is that of another campaign: found the fingerprint {found}, expected \
         {expected} - restore the file from a copy, or remove it and let `tune2048 resume` write it"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The fingerprint in the file.
        found: String,
        /// The fingerprint of the campaign.
        expected: String,
    },
    /// Rows are missing at the end of a file.
    #[error(
        "{path}: {problem} - restore the file from a copy, or cut {TRIALS} before generation \
         {generation} to play that again"
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// The generation of the first lost row.
        generation: u32,
        /// What was found and what was expected.
        problem: String,
    },
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
    /// This folder is that of a ladder, where the folder of one campaign was expected.
    #[error(
        "{}: found a ladder, expected one campaign - give that of one of its rungs, such as {}",
        .0.display(), .0.join("rung-1").display()
    )]
    Ladder(PathBuf),
    /// This folder contains no campaign.
    #[error("{0}: no campaign here (no {MANIFEST}) - start one with `tune2048 run SPACE.toml`")]
    Missing(PathBuf),
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
                | Self::Missing(_)
                | Self::Ladder(_)
        )
    }
}

#[cfg(test)]
mod tests {
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
