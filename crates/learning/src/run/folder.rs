//! The folder of a learning run: the names of its files, and its manifest.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tune2048_engine::game::GameResult;
use tune2048_files::{atomic, regular};

use super::error::LearningError;
use crate::settings::LearningSpec;

/// The settings as they were given.
pub const SETTINGS: &str = "learning.toml";
/// The manifest, which makes a folder that of a learning run.
pub const MANIFEST: &str = "learning.json";
/// The learning curve; locked while a process learns.
pub const CURVE: &str = "curve.csv";
/// Everything that learning goes on from.
pub const SNAPSHOT: &str = "snapshot.safetensors";
/// The network that plays.
pub const NETWORK: &str = tune2048_engine::tuples::NETWORK_FILE;

/// The key of the checksum in the manifest's file.
const CHECKSUM: &str = "crc32";

/// The version of the files of a run.
pub(super) const FORMAT: u32 = 2;

/// The manifest of a learning run. Its file has a checksum of these values, `crc32`, beside them.
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

impl Manifest {
    /// Checks that the settings in a run's folder are those that it began with.
    ///
    /// # Errors
    /// If they are others.
    pub fn check_settings(&self, folder: &Path, found: &LearningSpec) -> Result<(), LearningError> {
        if self.settings_crc32 == settings_crc32(found) {
            return Ok(());
        }
        Err(LearningError::BadInput(format!(
            "{}: found other settings than those that the run began with - undo the change, or \
             learn in another folder with --out",
            folder.join(SETTINGS).display()
        )))
    }
}

/// The checksum of all settings that decide what is learned.
pub(super) fn settings_crc32(spec: &LearningSpec) -> String {
    format!("{:08x}", crc32fast::hash(spec.identity().as_bytes()))
}

/// Reads the manifest of a run.
///
/// # Errors
/// If there is none, or it is damaged, or of another format.
pub fn manifest(folder: &Path) -> Result<Manifest, LearningError> {
    let path = folder.join(MANIFEST);
    if !path.exists() && folder.join(SNAPSHOT).exists() {
        return Err(LearningError::damaged(
            &path,
            format!("found no file, but {SNAPSHOT} is there"),
        ));
    }
    if !path.exists() {
        return Err(LearningError::BadInput(format!(
            "{}: no learning run here (no {MANIFEST}) - start one with `tune2048 learn FILE.toml`",
            folder.display()
        )));
    }
    let text = regular::read_text(&path)?;
    let damaged = |error: serde_json::Error| LearningError::damaged(&path, error);
    let mut value: serde_json::Value = serde_json::from_str(&text).map_err(damaged)?;
    if let Some(format) = value["format"].as_u64().filter(|&format| format != u64::from(FORMAT)) {
        let problem = format!("found format {format}, expected {FORMAT}");
        return Err(LearningError::damaged(&path, problem));
    }
    let found = value.as_object_mut().and_then(|values| values.remove(CHECKSUM));
    let manifest = serde_json::from_value(value).map_err(damaged)?;
    if found.as_ref().and_then(serde_json::Value::as_str) != Some(&checksum(&manifest)) {
        let problem = "its values are not those that were written";
        return Err(LearningError::damaged(&path, problem));
    }
    Ok(manifest)
}

fn checksum(manifest: &Manifest) -> String {
    let text = serde_json::to_string(manifest).expect("a manifest has a JSON form");
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Whether a folder is that of a learning run.
pub fn is_learning_folder(folder: &Path) -> bool {
    [MANIFEST, SNAPSHOT].iter().any(|name| folder.join(name).is_file())
}

pub(super) fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), LearningError> {
    let path = folder.join(MANIFEST);
    let mut value = serde_json::to_value(manifest).expect("a manifest has a JSON form");
    value[CHECKSUM] = checksum(manifest).into();
    Ok(atomic::replace(&path, format!("{value:#}\n"))?)
}
