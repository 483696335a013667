//! The network that plays, written with what is known of it.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use tune2048_engine::tuples::{Network, write_network};
use tune2048_files::atomic;

use super::error::LearningError;
use super::folder::{Manifest, NETWORK};
use super::snapshot::State;
use crate::settings::LearningSpec;

/// Replaces the network by one with these weights, by their places; the old one stays until the new
/// one is on the disk.
pub(super) fn write(
    folder: &Path,
    spec: &LearningSpec,
    manifest: &Manifest,
    state: &State,
    weight: impl Fn(usize) -> f32,
) -> Result<(), LearningError> {
    let path = folder.join(NETWORK);
    let evidence = evidence(spec, manifest, state);
    let replaced = atomic::replace_with(&path, |file| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        write_network(&mut file, &spec.layout, spec.layout.places().map(&weight), &evidence)?;
        file.flush()
    });
    Ok(replaced?)
}

/// The network of a run.
pub(super) fn open(folder: &Path) -> Result<Network, LearningError> {
    Network::open(&folder.join(NETWORK)).map_err(LearningError::network)
}

/// Refuses the network of another run in the place of that of a finished one.
pub(super) fn check(
    folder: &Path,
    spec: &LearningSpec,
    manifest: &Manifest,
) -> Result<(), LearningError> {
    let (path, network) = (folder.join(NETWORK), open(folder)?);
    let found = network.evidence();
    for (key, expected) in evidence(spec, manifest, &State::default()) {
        // Other builds may not have written all of them.
        let is_of_run = key.starts_with("learning.") || key.starts_with("test.");
        if let Some(found) = found.get(&key).filter(|found| is_of_run && **found != expected) {
            let problem = format!("its {key} is {found}, and that of the run {expected}");
            return Err(LearningError::damaged(&path, problem));
        }
    }
    Ok(())
}

/// How the network was learned, and what it scored in its test.
fn evidence(spec: &LearningSpec, manifest: &Manifest, state: &State) -> BTreeMap<String, String> {
    let settings = spec.settings().into_iter();
    let mut evidence: BTreeMap<String, String> =
        settings.map(|(key, value)| (format!("learning.{key}"), value)).collect();
    let mut add = |key: &str, value: String| evidence.insert(key.to_owned(), value);
    add("name", spec.name.clone());
    add("learned_by", format!("tune2048 {}", manifest.version));
    add("learned_games", state.games.to_string());
    add("deterministic", manifest.deterministic.to_string());
    if !manifest.test.is_empty() {
        let games = manifest.test.len();
        let scores = manifest.test.iter().map(|game| game.score.get());
        let mean = scores.sum::<f64>() / games as f64;
        add("test.games", games.to_string());
        add("test.seed", spec.file.seed.to_string());
        add("test.depth", spec.last_depth().to_string());
        add("test.mean_score", format!("{mean:.1}"));
    }
    evidence
}
