//! Errors of learning runs, with what to do about each.

use std::path::{Path, PathBuf};

use tune2048_engine::tuples::NetworkError;
use tune2048_files::FileError;
use tune2048_files::shell::quoted;

use super::file_names::{CURVE, MANIFEST, SETTINGS, SNAPSHOT};

/// Why a learning run cannot begin, or go on.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The operating system refused an operation.
    #[error("{}", .0.with_advice(ADVICE_FILE, ADVICE_FILE))]
    File(FileError),
    /// A new run was asked for in a folder that is in use.
    #[error(
        "{}: there is a learning run or a campaign here already - go on with \
         `tune2048 resume {}`, remove the folder to start afresh, or give another with --out",
        path.display(), quoted(path)
    )]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The folder contains no learning run.
    #[error(
        "{}: no learning run here (no {MANIFEST}) - start one with `tune2048 learn FILE.toml`",
        path.display()
    )]
    Missing {
        /// The folder.
        path: PathBuf,
    },
    /// Another process works in the folder.
    #[error(
        "{}: another process works with this file - wait for it, or stop it",
        path.display()
    )]
    Locked {
        /// The locked file.
        path: PathBuf,
    },
    /// A file is not as it was written.
    #[error("{}: {problem} - {}", path.display(), advice(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found, and what was expected.
        problem: String,
    },
    /// The settings are not those that the run began with.
    #[error(
        "{}: found other settings than those that the run in {} began with - undo the change, or \
         give another folder with --out",
        path.display(), folder.display()
    )]
    Changed {
        /// The file of the settings.
        path: PathBuf,
        /// The folder of the run.
        folder: PathBuf,
    },
    /// The run needs more memory than there is.
    #[error(
        "learning needs {} of memory, found {} ({source_name}) - choose a smaller set of tuples or \
         fewer stages, learn by kind = \"td\" (a third of the memory of \"tc\"), or free memory",
        mebibytes(*needed), free_mebibytes(*free)
    )]
    Memory {
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that there are.
        free: u64,
        /// Who says so.
        source_name: &'static str,
    },
    /// The run needs more space than the disk has.
    #[error(
        "{}: the files need {} of disk space, found {} - free some, or give a folder on another \
         disk with --out",
        path.display(), mebibytes(*needed), free_mebibytes(*free)
    )]
    Disk {
        /// The folder.
        path: PathBuf,
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that there are.
        free: u64,
    },
    /// The weights have diverged.
    #[error(
        "the weights diverge in games {first} to {last}: a value is no number, or beyond all \
         scores - start again in another folder (--out) with a lower `learning-rate`, a tenth of \
         {rate} for a start; {}",
        kept(*snapshot_games)
    )]
    Diverged {
        /// The first game of the batch.
        first: u64,
        /// The last game of the batch.
        last: u64,
        /// The learning rate.
        rate: f64,
        /// The games of the last snapshot.
        snapshot_games: u64,
    },
    /// A network in memory cannot be searched with.
    #[error(
        "the network cannot be copied for a search: {0} - free memory, then go on with `tune2048 resume`"
    )]
    Network(NetworkError),
    /// The run cannot begin with another network.
    #[error("`start`: the network `{name}` cannot be used: {problem}")]
    Start {
        /// The name in the file.
        name: String,
        /// What was found, what was expected, and what to do.
        problem: String,
    },
    /// A stop was requested; everything up to it is saved.
    #[error("interrupted")]
    Interrupted,
}

const ADVICE_FILE: &str =
    "what the last snapshot has is safe; mend it, then go on with `tune2048 resume`";

impl LearningError {
    pub(super) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }

    /// Whether the command or its files are at fault, and not the system.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::Exists { .. }
                | Self::Missing { .. }
                | Self::Damaged { .. }
                | Self::Changed { .. }
                | Self::Start { .. }
        )
    }
}

impl From<FileError> for LearningError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Locked { path } => Self::Locked { path },
            FileError::Kind { path, found, expected } => {
                Self::Damaged { path, problem: format!("found {found}, expected {expected}") }
            }
            FileError::Damaged { path, line, problem } => {
                Self::Damaged { path, problem: format!("line {line}: {problem}") }
            }
            error => Self::File(error),
        }
    }
}

fn advice(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match name.as_ref() {
        SNAPSHOT => format!(
            "restore the file from a copy; or remove it and {CURVE}, and `tune2048 resume` begins \
             again"
        ),
        SETTINGS | MANIFEST | CURVE => {
            "restore the file from a copy, or start again in another folder with --out".to_owned()
        }
        _ => "restore the file from a copy".to_owned(),
    }
}

fn kept(snapshot_games: u64) -> String {
    match snapshot_games {
        0 => "no snapshot was written before".to_owned(),
        games => format!("the snapshot after {games} games is kept"),
    }
}

/// Bytes in MiB, rounded up.
pub fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

/// Bytes that there are in MiB, rounded down: less than what is needed, in text too.
fn free_mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}
