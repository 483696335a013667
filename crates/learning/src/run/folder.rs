//! The folder of a learning run, and its manifest.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;
use serde::{Deserialize, Serialize};
use tune2048_engine::game::GameResult;

use super::error::LearningError;
use super::file_names::{MANIFEST, NETWORK, SETTINGS, SNAPSHOT};

/// The version of the files of a run.
pub(super) const FORMAT: u32 = 1;

/// The manifest of a learning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the files.
    pub format: u32,
    /// The version of the program that began the run.
    pub version: String,
    /// The name of the run.
    pub name: String,
    /// The checksum of the settings, defaults included.
    pub settings_crc32: String,
    /// Whether the same settings give the same bytes: all games were learned on one thread.
    pub deterministic: bool,
    /// Whether all games are learned and the test is played.
    pub finished: bool,
    /// The games that the network was tested on, searched as the last games of learning were.
    pub test: Vec<GameResult>,
}

/// Reads the manifest of a run.
///
/// # Errors
/// If there is none, or it is damaged, or of another format.
pub fn manifest(folder: &Path) -> Result<Manifest, LearningError> {
    let path = folder.join(MANIFEST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(LearningError::Missing {
                path: folder.to_owned(),
            });
        }
        Err(error) => return Err(LearningError::file(&path, "read")(error)),
    };
    let damaged = |error: serde_json::Error| LearningError::damaged(&path, error.to_string());
    let value: serde_json::Value = serde_json::from_str(&text).map_err(damaged)?;
    match value["format"].as_u64() {
        Some(format) if format != u64::from(FORMAT) => {
            let problem = format!("found format {format}, expected {FORMAT}");
            Err(LearningError::damaged(&path, problem))
        }
        _ => serde_json::from_value(value).map_err(damaged),
    }
}

/// Whether a folder is that of a learning run.
pub fn is_learning_folder(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

pub(super) fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), LearningError> {
    let path = folder.join(MANIFEST);
    let text = serde_json::to_string_pretty(manifest)
        .map_err(|error| LearningError::damaged(&path, error.to_string()))?;
    replace(&path, &(text + "\n"))
}

/// Replaces a file: the old one stays in place until the new one is on the disk.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), LearningError> {
    let write = || -> io::Result<()> {
        let mut file = AtomicWriteFile::open(path)?;
        file.write_all(text.as_bytes())?;
        file.commit()
    };
    write().map_err(LearningError::file(path, "write"))
}

/// Removes the temporary files that a killed process has left behind.
pub(super) fn remove_temporary(folder: &Path) -> Result<(), LearningError> {
    let entries = fs::read_dir(folder).map_err(LearningError::file(folder, "read this folder"))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_of = |of: &&str| name.to_str().is_some_and(|name| is_temporary(name, of));
        if [SETTINGS, MANIFEST, SNAPSHOT, NETWORK].iter().any(is_of) {
            let path = entry.path();
            fs::remove_file(&path).map_err(LearningError::file(&path, "remove"))?;
        }
    }
    Ok(())
}

/// Whether a name is that of a temporary file of `atomic-write-file`: a dot, the name of the
/// file, a dot, and six letters or digits.
fn is_temporary(name: &str, of: &str) -> bool {
    let suffix = name
        .strip_prefix('.')
        .and_then(|name| name.strip_prefix(of));
    let suffix = suffix.and_then(|suffix| suffix.strip_prefix('.'));
    suffix.is_some_and(|suffix| {
        suffix.len() == 6 && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_known_by_their_names() {
        assert!(is_temporary(".snapshot.safetensors.a1B2c3", SNAPSHOT));
        for other in [
            "snapshot.safetensors",
            ".snapshot.safetensors",
            ".notes.a1B2c3",
        ] {
            assert!(!is_temporary(other, SNAPSHOT), "{other}");
        }
    }
}
