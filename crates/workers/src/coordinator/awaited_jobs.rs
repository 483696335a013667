//! Who waits for the games of a job.

use std::sync::{Arc, mpsc};

use tune2048_tuner::subject::Job;

use super::pieces::Piece;
use crate::messages::{AGAIN, FIRST, JobKey, Results, base};

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
pub(super) struct AwaitedJob {
    /// The job with all that only this process may know of its subject.
    pub(super) job: Arc<Job>,
    pub(super) listeners: Vec<Listener>,
    /// Whether two workers must play it.
    pub(super) is_twice: bool,
    /// The results of the first of two workers.
    pub(super) first: Option<Results>,
}

/// The first answer to a job.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) digest: String,
    pub(super) worker: String,
}

/// Returns the key of the same games for another worker.
pub(super) fn sibling(key: &str) -> JobKey {
    let other = if key.ends_with(AGAIN) { FIRST } else { AGAIN };
    format!("{}{other}", base(key))
}
