//! What a run needs of memory and disk space, compared with what there is.

use std::path::Path;

use super::error::LearningError;
use super::file_names::{NETWORK, SNAPSHOT};
use super::system::{FreeMemory, free_memory, free_space};
use crate::learner::Learner;
use crate::settings::LearningSpec;

/// The bytes of all weights, in memory and in a file.
pub(super) fn bytes(spec: &LearningSpec, is_coherent: bool) -> u64 {
    Learner::bytes(&spec.layout, is_coherent) as u64
}

/// The most bytes that learning takes once so many games are learned.
fn bytes_needed(spec: &LearningSpec, games: u64) -> u64 {
    let bytes = |is_coherent| bytes(spec, is_coherent);
    let [now, last] = [games, spec.games - 1].map(|game| spec.step(game).is_coherent);
    // Both are in memory while the one is made from the other.
    let learning = if now == last { bytes(now) } else { bytes(now) + bytes(last) };
    // A network that is searched with, or begun with, is copied twice.
    let begins = spec.start.is_some() && games == 0;
    let copies = u64::from(spec.search.is_some() || begins);
    learning + copies * 2 * bytes(false)
}

/// Checks that there is memory to go on once so many games are learned; returns what it takes and
/// what there is.
pub(crate) fn check_memory(
    spec: &LearningSpec,
    games: u64,
) -> Result<(u64, Option<FreeMemory>), LearningError> {
    let needed = bytes_needed(spec, games);
    match free_memory() {
        Some(free) if free.bytes < needed => {
            Err(LearningError::Memory { needed, free: free.bytes, source_name: free.source_name })
        }
        free => Ok((needed, free)),
    }
}

/// The error of memory that the system has denied.
pub(crate) fn no_memory(spec: &LearningSpec, games: u64) -> LearningError {
    let free = free_memory();
    LearningError::Memory {
        needed: bytes_needed(spec, games),
        free: free.map_or(0, |free| free.bytes),
        source_name: "the system denied more",
    }
}

/// Checks that the disk has space for all files; returns their size.
pub(super) fn check_disk(folder: &Path, spec: &LearningSpec) -> Result<u64, LearningError> {
    let snapshot = bytes(spec, spec.step(spec.games - 1).is_coherent);
    let network = bytes(spec, false);
    let size = |name: &str| std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    // The new file is whole before the old one goes.
    let needed = snapshot + network + snapshot.max(network);
    let there = size(SNAPSHOT) + size(NETWORK);
    let missing = needed.saturating_sub(there);
    match free_space(folder) {
        Some(free) if free < missing => {
            Err(LearningError::Disk { path: folder.to_owned(), needed: missing, free })
        }
        _ => Ok(needed),
    }
}
