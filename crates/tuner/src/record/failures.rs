//! `failures.json`: what went wrong in the games of a program.
//!
//! The file stands beside the record: it depends on where and when games are played.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::record::{FAILURES, Folder, Result};
use crate::subject::CandidateGames;

/// What went wrong in games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

    /// Reads what went wrong in a campaign; nothing if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(folder: &Folder) -> Result<Option<Self>> {
        let is_there = folder.file(FAILURES).exists();
        is_there.then(|| folder.read_json(FAILURES)).transpose()
    }
}

/// The failures of a campaign, written with the first of them and each one after it.
#[derive(Clone, Debug, Default)]
pub struct FailureLog {
    /// None keeps them in memory only.
    folder: Option<Folder>,
    failures: Arc<Mutex<Failures>>,
}

impl FailureLog {
    /// Goes on with the file of a campaign that has played `games` games, if it has one.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn open(folder: &Folder, games: u64) -> Result<Self> {
        let failures = Failures::read(folder)?;
        let failures = failures.unwrap_or(Failures { games, ..Failures::default() });
        Ok(Self { folder: Some(folder.clone()), failures: Arc::new(Mutex::new(failures)) })
    }

    fn locked(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The failures so far.
    pub fn failures(&self) -> Failures {
        self.locked().clone()
    }

    /// Counts the games of a candidate, and writes the file if one went wrong.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&self, games: &CandidateGames) -> Result<()> {
        let mut failures = self.locked();
        if failures.count(games) { self.write(&failures) } else { Ok(()) }
    }

    /// Writes the number of all games, if there is a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&self) -> Result<()> {
        let failures = self.locked();
        if failures.first.is_some() { self.write(&failures) } else { Ok(()) }
    }

    fn write(&self, failures: &Failures) -> Result<()> {
        self.folder.as_ref().map_or(Ok(()), |folder| folder.write_json(FAILURES, failures))
    }
}
