//! The network that plays, written with what is known of it.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;
use tune2048_engine::tuples::Layout;

use super::error::LearningError;
use super::file_names::NETWORK;
use super::folder::Manifest;
use super::snapshot::State;
use crate::learner::Learner;
use crate::settings::LearningSpec;
use tune2048_engine::tuples::write_network_from;

/// The bytes of the file, its header left out.
pub(super) fn bytes(layout: &Layout) -> u64 {
    4 * layout.weights() as u64
}

/// Replaces the network; the old one stays in place until the new one is on the disk.
pub(super) fn write(
    folder: &Path,
    spec: &LearningSpec,
    manifest: &Manifest,
    state: &State,
    learner: &Learner,
) -> Result<(), LearningError> {
    let path = folder.join(NETWORK);
    let write = || -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, AtomicWriteFile::open(&path)?);
        let weight = |place| learner.settled_weight(place);
        write_network_from(
            &mut file,
            &spec.layout,
            weight,
            &evidence(spec, manifest, state),
        )?;
        file.flush()?;
        file.into_inner().map_err(io::Error::from)?.commit()
    };
    write().map_err(LearningError::file(&path, "write"))
}

/// How the network was learned, and what it scored in its test.
fn evidence(spec: &LearningSpec, manifest: &Manifest, state: &State) -> BTreeMap<String, String> {
    let settings = spec.settings().into_iter();
    let mut evidence: BTreeMap<String, String> = settings
        .map(|(key, value)| (format!("learning.{key}"), value))
        .collect();
    let mut add = |key: &str, value: String| evidence.insert(key.to_owned(), value);
    add("name", spec.name.clone());
    add("learned_by", format!("tune2048 {}", manifest.version));
    add("learned_games", state.games.to_string());
    add("deterministic", manifest.deterministic.to_string());
    if !manifest.test.is_empty() {
        let games = manifest.test.len();
        let scores = manifest.test.iter().map(|game| game.score);
        let mean = scores.sum::<u64>() as f64 / games as f64;
        add("test.games", games.to_string());
        add("test.seed", spec.seed.to_string());
        add("test.depth", spec.last_depth().to_string());
        add("test.mean_score", format!("{mean:.1}"));
    }
    evidence
}
