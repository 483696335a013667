//! The workers of a campaign, in a file beside its record that nothing of the record depends on.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tune2048_files::{FileError, atomic};

use super::file_names::WORKERS;
use crate::words::counted;

/// The time without a sign of life after which a worker counts as gone, in seconds.
const GONE_AFTER_SECONDS: u64 = 15;

/// A worker that has played for a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenWorker {
    /// Its identifier: another one after each start.
    pub worker: String,
    /// Its machine.
    pub host: String,
    /// The number of games that it plays at the same time.
    pub cores: usize,
    /// The games that it has played.
    pub games: u64,
    /// Its latest games per second.
    pub games_per_second: Option<f64>,
    /// The jobs that it began and another worker had to begin again.
    pub given_back: u64,
    /// Its last sign of life, in seconds since 1970.
    pub last_seen: u64,
    /// Whether the campaign counted it as there when it wrote this.
    pub here: bool,
}

impl SeenWorker {
    /// Whether the worker is there, and showed a sign of life a short time before `now`, in seconds
    /// since 1970.
    pub fn is_here(&self, now: u64) -> bool {
        self.here && now.saturating_sub(self.last_seen) < GONE_AFTER_SECONDS
    }

    /// Returns its machine and what it does, in one line.
    pub fn line(&self, now: u64) -> String {
        let Self { host, cores, games, given_back, .. } = self;
        let mut line = format!("{host}: {}, {games} games", counted(*cores, "core"));
        if let Some(pace) = self.games_per_second {
            line += &format!(", {}/s", pace_text(pace));
        }
        line += &format!(", seen {} s ago", now.saturating_sub(self.last_seen));
        if *given_back > 0 {
            line += &format!(", {given_back} given back");
        }
        line
    }
}

fn pace_text(pace: f64) -> String {
    if pace < 1.0 { format!("{pace:.3}") } else { format!("{pace:.1}") }
}

/// Returns the time in seconds since 1970.
pub fn unix_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the workers that are there and their pace together, in one line; `None` without any.
pub fn summary(workers: &[SeenWorker], now: u64) -> Option<String> {
    let here: Vec<_> = workers.iter().filter(|worker| worker.is_here(now)).collect();
    if here.is_empty() {
        return None;
    }
    let cores: usize = here.iter().map(|worker| worker.cores).sum();
    let paces = here.iter().filter_map(|worker| worker.games_per_second);
    let pace = paces.reduce(|sum, pace| sum + pace);
    let pace = pace.map_or(String::new(), |pace| format!(", {} games/s", pace_text(pace)));
    Some(format!("{}, {}{pace}", counted(here.len(), "worker"), counted(cores, "core")))
}

/// Reads the workers of a campaign; none if there is no file, or it cannot be read, since nothing
/// depends on it.
pub fn read(folder: &Path) -> Vec<SeenWorker> {
    let Ok(mut reader) = csv::Reader::from_path(folder.join(WORKERS)) else { return Vec::new() };
    reader.deserialize().filter_map(Result::ok).collect()
}

/// Reads the workers of a campaign that are there at `now`, in seconds since 1970.
pub fn here(folder: &Path, now: u64) -> Vec<SeenWorker> {
    let mut workers = read(folder);
    workers.retain(|worker| worker.is_here(now));
    workers
}

/// Replaces the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Path, workers: &[SeenWorker]) -> Result<(), FileError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for worker in workers {
        writer.serialize(worker).expect("memory can be written to");
    }
    let bytes = writer.into_inner().expect("memory can be written to");
    atomic::replace(&folder.join(WORKERS), &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(host: &str, last_seen: u64) -> SeenWorker {
        SeenWorker {
            worker: format!("of {host}"),
            host: host.to_owned(),
            cores: 2,
            games: 10,
            games_per_second: (host == "alpha").then_some(1.25),
            given_back: u64::from(host == "beta"),
            last_seen,
            here: true,
        }
    }

    #[test]
    fn what_is_written_is_read_and_a_missing_file_is_nobody() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), []);
        let workers = [worker("alpha", 100), worker("a, \"quoted\" name", 90)];
        write(folder.path(), &workers).unwrap();
        assert_eq!(read(folder.path()), workers);
        std::fs::write(folder.path().join(WORKERS), "nothing\nof,this\n").unwrap();
        assert_eq!(read(folder.path()), []);
    }

    #[test]
    fn the_silent_are_gone() {
        let workers = [worker("alpha", 100), worker("beta", 90)];
        let here = |now| summary(&workers, now);
        assert_eq!(here(104).unwrap(), "2 workers, 4 cores, 1.2 games/s");
        assert_eq!(here(105).unwrap(), "1 worker, 2 cores, 1.2 games/s");
        assert_eq!(here(115), None);
        let ended = SeenWorker { here: false, ..worker("alpha", 100) };
        assert_eq!(summary(&[ended], 100), None);
        assert_eq!(workers[1].line(93), "beta: 2 cores, 10 games, seen 3 s ago, 1 given back");
    }
}
