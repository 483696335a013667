//! Who waits for the games of a job, and whether its results agree.

use std::collections::HashMap;
use std::sync::mpsc;

use super::pieces::Piece;
use crate::messages::{AGAIN, FIRST, JobKey, Results};

/// The played games of a piece.
pub(super) struct PlayedPiece {
    pub(super) piece: Piece,
    pub(super) results: Results,
}

/// Somebody who waits for the games of a job.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) batch: u64,
    pub(super) piece: Piece,
    pub(super) sender: mpsc::Sender<PlayedPiece>,
}

/// A job for whose games somebody waits.
#[derive(Debug)]
struct AwaitedJob {
    games: usize,
    listeners: Vec<Listener>,
    /// Whether two workers must play it.
    is_twice: bool,
    /// The results of the first of two workers.
    first: Option<Results>,
}

/// The first answer to a job.
#[derive(Debug)]
struct Answered {
    digest: String,
    worker: String,
}

/// What results mean for their job.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Whoever waited has them.
    Delivered,
    /// Another worker has yet to play the games.
    Kept,
    /// The worker has played the games before: another one must.
    SameWorker,
    /// Nobody waits for them.
    Unwanted,
    /// There are so many games, and others were expected.
    WrongNumber(usize, usize),
    /// This worker had other results.
    Differ(String),
}

/// The jobs for which somebody waits, and the answers to all jobs of a run, by keys without
/// [`FIRST`] and [`AGAIN`].
#[derive(Debug, Default)]
pub(super) struct AwaitedJobs {
    jobs: HashMap<JobKey, AwaitedJob>,
    answered: HashMap<JobKey, Answered>,
}

/// Returns the key of a job that is played once or for the second time.
pub(super) fn base(key: &str) -> &str {
    key.strip_suffix(AGAIN).or_else(|| key.strip_suffix(FIRST)).unwrap_or(key)
}

/// Returns the key of the same games for another worker.
pub(super) fn sibling(key: &str) -> JobKey {
    let other = if key.ends_with(AGAIN) { FIRST } else { AGAIN };
    format!("{}{other}", base(key))
}

impl AwaitedJobs {
    /// Notes that somebody waits for a job; returns whether nobody did so before.
    pub(super) fn add(
        &mut self,
        key: &str,
        games: usize,
        is_twice: bool,
        listener: Listener,
    ) -> bool {
        if let Some(job) = self.jobs.get_mut(key) {
            job.listeners.push(listener);
            return false;
        }
        let job = AwaitedJob { games, listeners: vec![listener], is_twice, first: None };
        self.jobs.insert(key.to_owned(), job);
        true
    }

    /// Forgets who waits in a batch.
    pub(super) fn close_batch(&mut self, batch: u64) {
        self.jobs.retain(|_, job| {
            job.listeners.retain(|listener| listener.batch != batch);
            !job.listeners.is_empty()
        });
    }

    /// Whether somebody waits for a job.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.jobs.contains_key(base(key))
    }

    /// The worker whose results wait for those of another one.
    pub(super) fn first_worker(&self, key: &str) -> Option<&str> {
        let first = self.jobs.get(base(key))?.first.as_ref();
        first.map(|first| first.worker.as_str())
    }

    /// Takes the results of a job: the first ones count, and all others must be equal.
    pub(super) fn take(&mut self, key: &str, results: Results) -> Taken {
        let key = base(key);
        let digest = results.digest();
        if let Some(first) = self.answered.get(key)
            && first.digest != digest
        {
            return Taken::Differ(first.worker.clone());
        }
        let Some(job) = self.jobs.get_mut(key) else { return Taken::Unwanted };
        if results.games() != job.games {
            return Taken::WrongNumber(results.games(), job.games);
        }
        let worker = results.worker.clone();
        if job.is_twice {
            match &job.first {
                None => {
                    job.first = Some(results);
                    let answered = Answered { digest, worker };
                    self.answered.insert(key.to_owned(), answered);
                    return Taken::Kept;
                }
                Some(first) if first.worker == worker => return Taken::SameWorker,
                Some(_) => {}
            }
        }
        self.answered.entry(key.to_owned()).or_insert(Answered { digest, worker });
        for listener in self.jobs.remove(key).into_iter().flat_map(|job| job.listeners) {
            let results = results.clone();
            let piece = listener.piece.clone();
            // Whoever has stopped listening does not need the games.
            let _ = listener.sender.send(PlayedPiece { piece, results });
        }
        Taken::Delivered
    }
}
