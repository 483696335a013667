//! What a run needs of memory, compared with what the system has left, and of disk space.

use super::error::LearningError;
use crate::learner::Learner;
use crate::settings::LearningSpec;

/// The file that says what memory is left. Beyond other limits, such as `ulimit -v`, the system denies memory.
const MEMORY: &str = "/proc/meminfo";

/// The bytes in memory and in a file: of all weights as they learn, and of the network.
fn bytes(spec: &LearningSpec) -> [u64; 2] {
    [spec.is_coherent(), false].map(|coherent| Learner::bytes(&spec.layout, coherent) as u64)
}

/// The most bytes that learning takes once so many games are learned.
fn bytes_needed(spec: &LearningSpec, games: u64) -> u64 {
    // A network that is searched with, or begun with, is copied twice.
    let begins = spec.file.start.is_some() && games == 0;
    let copies = u64::from(spec.file.search.is_some() || begins);
    let [learning, network] = bytes(spec);
    learning + copies * 2 * network
}

/// Checks that there is memory to go on once so many games are learned; returns what a run needs, in words.
pub(crate) fn check_memory(spec: &LearningSpec, games: u64) -> Result<String, LearningError> {
    let needed = bytes_needed(spec, games);
    let found = match available_in(&std::fs::read_to_string(MEMORY).unwrap_or_default()) {
        Some(free) if free < needed => {
            // Rounded down: less than what is needed, in text too.
            let found = format!("found {} MiB (MemAvailable of {MEMORY})", free >> 20);
            return Err(too_little(needed, &found));
        }
        Some(free) => format!("; free are {} (MemAvailable of {MEMORY})", mebibytes(free)),
        None => String::new(),
    };
    // A new file is whole before the old one goes.
    let [snapshot, network] = bytes(spec);
    let disk = mebibytes(snapshot + network + snapshot.max(network));
    let memory = mebibytes(needed);
    Ok(format!(
        "learning needs {memory} of memory{found}, and the files up to {disk} of disk space"
    ))
}

/// The error of memory that the system has denied.
pub(super) fn no_memory(spec: &LearningSpec, games: u64) -> LearningError {
    too_little(bytes_needed(spec, games), "which the system denied")
}

fn too_little(needed: u64, found: &str) -> LearningError {
    LearningError::Failed(format!(
        "learning needs {} of memory, {found} - choose a smaller set of tuples or fewer stages, \
         learn by kind = \"td\" (a third of the memory of \"tc\"), or free memory",
        mebibytes(needed)
    ))
}

/// Bytes in MiB, rounded up.
fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

/// The bytes of memory that the system has left, by a text such as that of [`MEMORY`].
fn available_in(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        let text = "MemTotal:       24684536 kB\nMemAvailable:   24060000 kB\nBuffers: 1 kB\n";
        assert_eq!(available_in(text), Some(24_060_000 * 1024));
        assert_eq!(available_in("MemTotal: 1 kB\n"), None);
    }
}
