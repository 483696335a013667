//! Files that options such as `--out` name, written without harm to what people keep.

use std::path::Path;

use tune2048_files::{FileError, atomic, destination};
use tune2048_learning::run::{CURVE, MANIFEST, NETWORK, SETTINGS, SNAPSHOT};
use tune2048_tuner::record::{BEST, GAMES, LOG, NOW, SEARCH_SPACE, TRIALS};
use tune2048_tuner::studies::tournament;

use super::FileKind;
use crate::cli::terminal::BadInput;

/// The files whose presence makes a folder a record, and those that a record consists of.
const RECORDS: [(&str, &[&str]); 3] = [
    (LOG, &[BEST, GAMES, LOG, NOW, SEARCH_SPACE, TRIALS]),
    (MANIFEST, &[CURVE, MANIFEST, NETWORK, SETTINGS, SNAPSHOT]),
    (tournament::MANIFEST, &[GAMES, tournament::MANIFEST]),
];

/// Writes a file that a user names; no part of a record and nothing that people write is replaced.
///
/// # Errors
/// If the file is such a one, or cannot be written.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    if path.is_file() {
        refuse_kept(path)?;
    }
    destination::write(path, bytes.as_ref()).map_err(of_destination)
}

/// Makes a folder that a user names, and those above it.
///
/// # Errors
/// If a file stands there, or the folder cannot be made.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    atomic::make_folder(path).map_err(of_destination)
}

fn of_destination(error: FileError) -> anyhow::Error {
    match error {
        FileError::Kind { .. } => BadInput(error.advised()).into(),
        error => error.into(),
    }
}

fn refuse_kept(path: &Path) -> Result<(), BadInput> {
    let is_part = |(sign, parts): &(&str, &[&str])| {
        path.with_file_name(sign).is_file() && parts.iter().any(|part| path.ends_with(part))
    };
    let is_toml = path.extension().is_some_and(|extension| extension == "toml");
    let found = match FileKind::at(path) {
        _ if RECORDS.iter().any(is_part) => "a part of the record in its folder".to_owned(),
        Some(kind) if is_toml && kind != FileKind::Weights => kind.what(path),
        _ => return Ok(()),
    };
    Err(BadInput(format!(
        "{}: found {found}, which would be lost - name another file",
        path.display()
    )))
}
