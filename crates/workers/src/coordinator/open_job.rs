//! A job whose games somebody waits for, and who plays it.

use std::sync::mpsc;
use std::time::Instant;

use tune2048_tuner::subject::{CandidateGames, Job};

use super::pieces::Piece;
use crate::programs::sent;
use crate::times::lease;

/// Somebody who waits for the games of a job.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) batch: u64,
    pub(super) piece: Piece,
    pub(super) sender: mpsc::Sender<(Piece, CandidateGames)>,
}

/// A worker that plays a job.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) worker: String,
    /// When it last said so.
    pub(super) heard: Instant,
}

impl Holder {
    pub(super) fn new(worker: &str) -> Self {
        Self { worker: worker.to_owned(), heard: Instant::now() }
    }

    /// Whether its job goes to another worker.
    pub(super) fn is_lost(&self) -> bool {
        self.heard.elapsed() > lease()
    }
}

/// A job whose games somebody waits for.
#[derive(Debug)]
pub(super) struct OpenJob {
    /// The job as it is sent: a program has its name in place of its command line.
    pub(super) job: Job,
    /// The name of the program that plays, if one does.
    pub(super) program: Option<String>,
    pub(super) listener: Listener,
    /// Whether two workers must play it.
    pub(super) is_twice: bool,
    /// The first of two workers, once it has played.
    pub(super) first: Option<String>,
    pub(super) holders: Vec<Holder>,
    pub(super) beginnings: u32,
    /// How many workers could not play it.
    pub(super) refusals: u32,
}

impl OpenJob {
    /// A job that nobody has begun.
    pub(super) fn new(job: Job, listener: Listener) -> Result<Self, String> {
        let (subject, program) = sent(&job.subject)?;
        Ok(Self {
            job: Job { subject, ..job },
            program,
            listener,
            is_twice: false,
            first: None,
            holders: Vec::new(),
            beginnings: 0,
            refusals: 0,
        })
    }

    /// Whether one more worker must play it.
    pub(super) fn lacks_a_worker(&self) -> bool {
        let wanted = 1 + usize::from(self.is_twice);
        self.holders.len() + usize::from(self.first.is_some()) < wanted
    }

    /// Whether a worker plays it, or was the first of two.
    pub(super) fn is_of(&self, worker: &str) -> bool {
        self.holders.iter().map(|holder| &holder.worker).chain(&self.first).any(|of| of == worker)
    }

    /// Takes the job from a worker; returns whether it had it.
    pub(super) fn leave(&mut self, worker: &str) -> bool {
        let before = self.holders.len();
        self.holders.retain(|holder| holder.worker != worker);
        self.holders.len() < before
    }
}
