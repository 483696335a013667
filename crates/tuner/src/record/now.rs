//! `now.json`: what is volatile of a campaign under way, beside its record.
//!
//! Nothing of the record depends on it: games may fail in one place and not in another, and workers
//! come and go. The file is gone once the campaign has come to its end.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::NOW;
use crate::subject::CandidateGames;
use tune2048_files::number_text::{counted, score};
use tune2048_files::{FileError, atomic, regular};

/// The time without a sign of life after which a worker counts as gone, in seconds.
const GONE_AFTER_SECONDS: u64 = 15;

/// What is volatile of a campaign under way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Now {
    /// What went wrong in the games of a program.
    pub failures: Failures,
    /// The workers that have played, of all sessions.
    pub workers: Vec<SeenWorker>,
}

impl Now {
    /// Reads what is known of a campaign; nothing if there is no such file, or it cannot be read.
    pub fn read(folder: &Path) -> Self {
        let text = regular::read_text(&folder.join(NOW)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

/// What is volatile of the present campaign, and its file.
#[derive(Debug, Default)]
pub struct NowFile(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    /// None keeps it in memory only.
    path: Option<PathBuf>,
    now: Now,
}

impl Content {
    fn write(&self) -> Result<(), FileError> {
        self.path.as_ref().map_or(Ok(()), |path| atomic::replace_json(path, &self.now))
    }
}

impl NowFile {
    /// Goes on with what is known of a campaign that has played `games` games.
    pub(crate) fn open(folder: &Path, games: u64) -> Self {
        let mut now = Now::read(folder);
        if now.failures.first.is_none() {
            now.failures.games = games;
        }
        for worker in &mut now.workers {
            worker.here = false;
        }
        Self(Mutex::new(Content { path: Some(folder.join(NOW)), now }))
    }

    fn locked(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What went wrong so far.
    pub fn failures(&self) -> Failures {
        self.locked().now.failures.clone()
    }

    /// Counts the games of a candidate, and writes the file if one of them went wrong.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn count(&self, games: &CandidateGames) -> Result<(), FileError> {
        let mut content = self.locked();
        if content.now.failures.count(games) { content.write() } else { Ok(()) }
    }

    /// Replaces the workers of this session, which have other names than those of earlier ones.
    pub fn set_workers(&self, present: &[SeenWorker]) {
        let mut content = self.locked();
        let is_present = |other: &SeenWorker| present.iter().any(|now| now.worker == other.worker);
        content.now.workers.retain(|worker| !is_present(worker));
        content.now.workers.extend_from_slice(present);
        // The file is for people to look at; a full disk stops the campaign elsewhere.
        let _ = content.write();
    }

    /// Writes the number of all games, if one of them went wrong.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn finish(&self) -> Result<(), FileError> {
        let content = self.locked();
        if content.now.failures.first.is_some() { content.write() } else { Ok(()) }
    }

    /// Removes the file, and writes none from now on.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(crate) fn remove(&self) -> Result<(), FileError> {
        self.locked().path.take().map_or(Ok(()), |path| atomic::remove(&path))
    }
}

/// What went wrong in games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Failures {
    /// The number of all games.
    pub games: u64,
    /// The number of games that failed twice, and count as `failure-score`.
    pub failed: u64,
    /// The number of games that were played again after their process had failed.
    pub replayed: u64,
    /// How the first of the failed games failed, or if none did, the first of those played again.
    pub first: Option<String>,
}

impl Failures {
    /// Counts the games of a candidate; returns whether any of them went wrong.
    pub fn count(&mut self, games: &CandidateGames) -> bool {
        self.games += games.results.len() as u64;
        for (_, trouble) in &games.troubles {
            let is_first = self.failed == 0 && (trouble.has_failed || self.replayed == 0);
            if is_first {
                self.first = Some(trouble.cause.clone());
            }
            self.failed += u64::from(trouble.has_failed);
            self.replayed += u64::from(!trouble.has_failed);
        }
        !games.troubles.is_empty()
    }

    /// Whether there were games, and all of them failed.
    pub fn are_all(&self) -> bool {
        self.games > 0 && self.failed == self.games
    }
}

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
        let mut line = format!("{host}: {}, {}", counted(*cores, "core"), counted(*games, "game"));
        if let Some(pace) = self.games_per_second {
            line += &format!(", {}/s", score(pace));
        }
        line += &format!(", seen {} s ago", now.saturating_sub(self.last_seen));
        if *given_back > 0 {
            line += &format!(", {given_back} given back");
        }
        line
    }
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
    let pace = pace.map_or(String::new(), |pace| format!(", {} games/s", score(pace)));
    Some(format!("{}, {}{pace}", counted(here.len(), "worker"), counted(cores, "core")))
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
        assert_eq!(Now::read(folder.path()), Now::default());
        let workers = [worker("alpha", 100), worker("a, \"quoted\" name", 90)];
        let file = NowFile::open(folder.path(), 7);
        file.set_workers(&workers);
        assert_eq!(Now::read(folder.path()).workers, workers);
        let next = NowFile::open(folder.path(), 7);
        next.set_workers(&[worker("gamma", 120)]);
        let found = Now::read(folder.path()).workers;
        assert_eq!(
            found.iter().map(|worker| worker.here).collect::<Vec<_>>(),
            [false, false, true]
        );
        next.remove().unwrap();
        next.set_workers(&workers);
        assert_eq!(Now::read(folder.path()), Now::default(), "nothing is written after the end");
        std::fs::write(folder.path().join(NOW), "{").unwrap();
        assert_eq!(Now::read(folder.path()), Now::default());
    }

    #[test]
    fn the_silent_are_gone() {
        let workers = [worker("alpha", 100), worker("beta", 90)];
        let here = |now| summary(&workers, now);
        assert_eq!(here(104).unwrap(), "2 workers, 4 cores, 1.25 games/s");
        assert_eq!(here(105).unwrap(), "1 worker, 2 cores, 1.25 games/s");
        assert_eq!(here(115), None);
        let ended = SeenWorker { here: false, ..worker("alpha", 100) };
        assert_eq!(summary(&[ended], 100), None);
        assert_eq!(workers[1].line(93), "beta: 2 cores, 10 games, seen 3 s ago, 1 given back");
    }
}
