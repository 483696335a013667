//! The truth about a run's jobs: which games are needed, who waits for them, and what was answered.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use tune2048_engine::GameResult;

use super::pieces::Piece;
use crate::messages::{Answer, GamesJob, JobKey, Presence, Request, hex_hash, json};
use crate::worker::players::Progress;

/// The time after which a job without an answer is sent again, unless it is still on the server.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time without a sign of life after which a worker counts as gone.
const GONE_AFTER: Duration = Duration::from_secs(12);

/// The time without a sign of life after which a job that a worker began may be played here.
const ABANDONED_AFTER: Duration = Duration::from_secs(15);

/// A job that so many workers began and none finished ends the run: it would end all workers.
const MOST_BEGINNINGS: u32 = 30;

/// The played games of a piece.
#[derive(Debug)]
pub(super) struct PlayedPiece {
    pub(super) piece: Piece,
    pub(super) results: Vec<GameResult>,
    pub(super) seconds: f64,
}

/// Somebody who waits for the games of a job.
#[derive(Debug)]
struct Listener {
    batch: u64,
    piece: Piece,
    sender: mpsc::Sender<PlayedPiece>,
}

/// A job without an answer.
#[derive(Debug)]
struct Pending {
    message: Vec<u8>,
    games: usize,
    listeners: Vec<Listener>,
    sent: Instant,
    beginnings: u32,
    /// The last time that a worker asked whether the job is needed.
    heard: Instant,
    /// The place in the order of jobs.
    number: u64,
    /// The games in progress, if this process plays them.
    here: Option<Arc<Progress>>,
}

/// A worker that is there.
#[derive(Debug)]
struct Seen {
    presence: Presence,
    last: Instant,
}

/// The first answer to a job.
#[derive(Debug)]
struct Answered {
    digest: String,
    worker: String,
}

/// A run's jobs and workers.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pending: HashMap<JobKey, Pending>,
    answered: HashMap<JobKey, Answered>,
    workers: HashMap<String, Seen>,
    batches: u64,
    jobs: u64,
    failure: Option<String>,
}

impl Ledger {
    /// A number for another batch.
    pub(super) fn open_batch(&mut self) -> u64 {
        self.batches += 1;
        self.batches
    }

    /// Takes a job in; returns its key if it must be sent.
    pub(super) fn add(
        &mut self,
        batch: u64,
        job: &GamesJob,
        piece: Piece,
        sender: &mpsc::Sender<PlayedPiece>,
    ) -> Option<JobKey> {
        let key = job.key();
        let listener = Listener {
            batch,
            piece,
            sender: sender.clone(),
        };
        if let Some(pending) = self.pending.get_mut(&key) {
            pending.listeners.push(listener);
            return None;
        }
        let pending = Pending {
            message: json(job),
            games: job.seeds.len(),
            listeners: vec![listener],
            sent: Instant::now(),
            beginnings: 0,
            heard: Instant::now(),
            number: self.jobs,
            here: None,
        };
        self.jobs += 1;
        self.pending.insert(key.clone(), pending);
        Some(key)
    }

    /// Forgets who waits in a batch, and the jobs for which nobody else waits.
    pub(super) fn close_batch(&mut self, batch: u64) {
        self.pending.retain(|_, pending| {
            pending.listeners.retain(|listener| listener.batch != batch);
            let is_needed = !pending.listeners.is_empty();
            if let (Some(progress), false) = (&pending.here, is_needed) {
                progress.stop.store(true, Ordering::Relaxed);
            }
            is_needed
        });
    }

    /// Takes the first job that nobody plays, or whose worker is silent, to play it here.
    pub(super) fn take_here(&mut self) -> Option<(JobKey, GamesJob, Arc<Progress>)> {
        let is_free = |pending: &Pending| {
            let is_silent = pending.heard.elapsed() > ABANDONED_AFTER;
            pending.here.is_none() && (pending.beginnings == 0 || is_silent)
        };
        let free = self.pending.iter_mut().filter(|(_, job)| is_free(job));
        let (key, pending) = free.min_by_key(|(_, pending)| pending.number)?;
        let job = serde_json::from_slice(&pending.message).expect("it was written here");
        let progress = Arc::<Progress>::default();
        pending.here = Some(Arc::clone(&progress));
        Some((key.clone(), job, progress))
    }

    /// The message of a job that is still needed from a worker.
    pub(super) fn message(&self, key: &str) -> Option<Vec<u8>> {
        let pending = self.pending.get(key);
        let pending = pending.filter(|pending| pending.here.is_none());
        pending.map(|pending| pending.message.clone())
    }

    /// The jobs to send again: those without an answer for too long, or all.
    pub(super) fn overdue(&mut self, all: bool) -> Vec<JobKey> {
        let late = |pending: &Pending| {
            pending.here.is_none() && (all || pending.sent.elapsed() > PATIENCE)
        };
        let overdue = self.pending.iter_mut().filter(|(_, pending)| late(pending));
        let send_again = |(key, pending): (&JobKey, &mut Pending)| {
            pending.sent = Instant::now();
            key.clone()
        };
        overdue.map(send_again).collect()
    }

    /// Answers a worker.
    pub(super) fn answer(&mut self, request: Request) -> Answer {
        match request {
            Request::Claim { key, begins } => self.claim(&key, begins),
            Request::Result {
                key,
                worker,
                results,
                seconds,
            } => {
                self.take(&key, &worker, results, seconds);
                Answer::Stored
            }
            Request::Failure { key, worker, cause } => {
                if self.pending.contains_key(&key) {
                    let place = self.place(&worker);
                    self.fail(format!("{place} cannot play games: {cause}"));
                }
                Answer::Stored
            }
        }
    }

    fn claim(&mut self, key: &str, begins: bool) -> Answer {
        let Some(pending) = self.pending.get_mut(key) else {
            return Answer::Unwanted;
        };
        if begins && pending.here.is_some() {
            return Answer::Unwanted;
        }
        pending.beginnings += u32::from(begins);
        pending.heard = Instant::now();
        if pending.beginnings > MOST_BEGINNINGS {
            self.fail(format!(
                "{MOST_BEGINNINGS} workers began the same games and none finished them - look at \
                 the last lines of the workers, or play without --workers"
            ));
            return Answer::Unwanted;
        }
        Answer::Wanted
    }

    /// Takes the result of a job: the first one counts, and all others must be equal.
    pub(super) fn take(&mut self, key: &str, worker: &str, results: Vec<GameResult>, seconds: f64) {
        let digest = hex_hash(&json(&results));
        if let Some(first) = self.answered.get(key)
            && first.digest != digest
        {
            let (first, second) = (self.place(&first.worker), self.place(worker));
            self.fail(format!(
                "{first} and {second} have different results of the same games - one of the \
                 machines computes wrongly: find out which, and play again without it"
            ));
            return;
        }
        let Some(pending) = self.pending.remove(key) else {
            return;
        };
        if results.len() != pending.games {
            let place = self.place(worker);
            let (found, expected) = (results.len(), pending.games);
            self.fail(format!(
                "{place} has results of {found} games, expected {expected} - install the same \
                 build on all machines"
            ));
            return;
        }
        let worker = worker.to_owned();
        self.answered
            .insert(key.to_owned(), Answered { digest, worker });
        for listener in pending.listeners {
            let results = results.clone();
            let played = PlayedPiece {
                piece: listener.piece,
                results,
                seconds,
            };
            // Whoever has stopped listening does not need the games.
            let _ = listener.sender.send(played);
        }
    }

    fn fail(&mut self, cause: String) {
        self.failure.get_or_insert(cause);
    }

    /// Why the run cannot go on.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Notes a worker's sign of life; returns whether it is a new one.
    pub(super) fn note_presence(&mut self, presence: Presence) -> bool {
        let worker = presence.worker.clone();
        if presence.threads == 0 {
            self.workers.remove(&worker);
            return false;
        }
        let last = Instant::now();
        self.workers
            .insert(worker, Seen { presence, last })
            .is_none()
    }

    /// Forgets the workers that have shown no sign of life for too long.
    pub(super) fn forget_the_gone(&mut self) {
        self.workers
            .retain(|_, seen| seen.last.elapsed() < GONE_AFTER);
    }

    /// The number of games that the workers of a build play at the same time.
    pub(super) fn threads(&self, fingerprint: &str) -> usize {
        let workers = self.workers.values().map(|seen| &seen.presence);
        let of_build = workers.filter(|presence| presence.fingerprint == fingerprint);
        of_build.map(|presence| presence.threads).sum()
    }

    /// Names a worker with its machine.
    fn place(&self, worker: &str) -> String {
        match self.workers.get(worker) {
            Some(seen) => format!("worker {worker} on {}", seen.presence.host),
            None => format!("worker {worker}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{GameSeed, PlayerSettings, Preset};

    const PIECE: Piece = Piece {
        candidate: 0,
        first_seed: 0,
        games: 1,
    };

    fn job(seed: u64) -> GamesJob {
        GamesJob {
            player: PlayerSettings::default(),
            weights: Preset::ALL[0].weights(),
            seeds: vec![GameSeed(seed)],
        }
    }

    fn result(key: &str, score: u64) -> Request {
        Request::Result {
            key: key.to_owned(),
            worker: format!("w{score}"),
            results: vec![GameResult {
                score,
                ..GameResult::default()
            }],
            seconds: 1.0,
        }
    }

    #[test]
    fn equal_duplicates_are_ignored_and_others_stop_the_run() {
        let mut ledger = Ledger::default();
        let (sender, receiver) = mpsc::channel();
        let batch = ledger.open_batch();
        let key = ledger.add(batch, &job(1), PIECE, &sender).unwrap();
        for _ in 0..2 {
            assert_eq!(ledger.answer(result(&key, 4)), Answer::Stored);
        }
        assert_eq!(receiver.try_iter().count(), 1);
        assert_eq!(ledger.failure(), None);
        ledger.answer(result(&key, 8));
        let failure = ledger.failure().unwrap();
        assert!(
            failure.contains("worker w4 and worker w8 have different"),
            "{failure}"
        );
    }

    #[test]
    fn games_that_are_asked_for_twice_are_sent_once_and_answered_twice() {
        let mut ledger = Ledger::default();
        let (sender, receiver) = mpsc::channel();
        let (first, second) = (ledger.open_batch(), ledger.open_batch());
        let key = ledger.add(first, &job(1), PIECE, &sender).unwrap();
        assert_eq!(ledger.add(second, &job(1), PIECE, &sender), None);
        ledger.answer(result(&key, 4));
        assert_eq!(receiver.try_iter().count(), 2);
    }

    #[test]
    fn nobody_plays_what_nobody_waits_for() {
        let mut ledger = Ledger::default();
        let (sender, _receiver) = mpsc::channel();
        let batch = ledger.open_batch();
        let key = ledger.add(batch, &job(1), PIECE, &sender).unwrap();
        let claim = |begins| Request::Claim {
            key: key.clone(),
            begins,
        };
        assert_eq!(ledger.answer(claim(true)), Answer::Wanted);
        assert_eq!(ledger.overdue(true), std::slice::from_ref(&key));
        assert!(ledger.overdue(false).is_empty());
        ledger.close_batch(batch);
        assert_eq!(ledger.answer(claim(false)), Answer::Unwanted);
        assert_eq!(ledger.message(&key), None);
        assert!(ledger.overdue(true).is_empty());
    }

    #[test]
    fn a_job_is_played_here_or_by_a_worker() {
        let mut ledger = Ledger::default();
        let (sender, _receiver) = mpsc::channel();
        let batch = ledger.open_batch();
        let keys = [1, 2, 3].map(|seed| ledger.add(batch, &job(seed), PIECE, &sender).unwrap());
        let claim = |key: &String| Request::Claim {
            key: key.clone(),
            begins: true,
        };
        assert_eq!(ledger.answer(claim(&keys[0])), Answer::Wanted);
        let (key, taken, progress) = ledger.take_here().unwrap();
        assert_eq!((&key, taken), (&keys[1], job(2)));
        assert_eq!(ledger.answer(claim(&keys[1])), Answer::Unwanted);
        assert_eq!(ledger.message(&keys[1]), None);
        assert_eq!(ledger.take_here().unwrap().0, keys[2]);
        assert!(ledger.take_here().is_none());
        ledger.close_batch(batch);
        assert!(progress.stop.load(Ordering::Relaxed));
    }

    #[test]
    fn a_job_that_ends_every_worker_stops_the_run() {
        let mut ledger = Ledger::default();
        let (sender, _receiver) = mpsc::channel();
        let batch = ledger.open_batch();
        let key = ledger.add(batch, &job(1), PIECE, &sender).unwrap();
        let claim = |begins| Request::Claim {
            key: key.clone(),
            begins,
        };
        for _ in 0..MOST_BEGINNINGS {
            assert_eq!(ledger.answer(claim(true)), Answer::Wanted);
            assert_eq!(ledger.answer(claim(false)), Answer::Wanted);
        }
        assert_eq!(ledger.failure(), None);
        assert_eq!(ledger.answer(claim(true)), Answer::Unwanted);
        assert!(ledger.failure().unwrap().contains("none finished them"));
    }

    #[test]
    fn only_workers_of_the_build_count() {
        let mut ledger = Ledger::default();
        let presence = |worker: &str, threads, fingerprint: &str| Presence {
            worker: worker.to_owned(),
            host: "here".to_owned(),
            threads,
            fingerprint: fingerprint.to_owned(),
            version: "1".to_owned(),
        };
        assert!(ledger.note_presence(presence("a", 2, "f")));
        assert!(!ledger.note_presence(presence("a", 2, "f")));
        assert!(ledger.note_presence(presence("b", 4, "f")));
        assert!(ledger.note_presence(presence("c", 8, "g")));
        assert_eq!(ledger.threads("f"), 6);
        ledger.note_presence(presence("a", 0, "f"));
        assert_eq!(ledger.threads("f"), 4);
    }
}
