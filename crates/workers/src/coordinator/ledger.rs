//! The truth about a run's jobs: which games are under way, and where.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use indexmap::IndexMap;
use tune2048_engine::Monitor;
use tune2048_tuner::subject::Job;

use super::awaited_jobs::{Answered, AwaitedJob, Listener, sibling};
use super::known_workers::KnownWorkers;
use super::pieces::Pace;
use crate::Verify;
use crate::messages::{AGAIN, Answer, FIRST, JobKey, Request, base};
use crate::queue::Outgoing;
use crate::times::{lease, patience};

/// A job that so many workers began and none finished ends the run: it would end all workers.
pub(super) const MOST_BEGINNINGS: u32 = 10;

/// A job that so many workers fail to play ends the run, even if there are others.
const MOST_REFUSALS: usize = 2;

/// The most workers and servers' faults that the user is told of.
const MOST_WARNINGS: usize = 100;

/// The name of this process among the workers.
pub(super) const HERE: &str = "here";

/// Locks what threads of a run share.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("no thread panics with it")
}

/// A job without an answer; one that is played twice counts as two.
#[derive(Debug)]
pub(super) struct Pending {
    outgoing: Outgoing,
    /// When it was sent; `None` if it must be sent again.
    sent: Option<Instant>,
    beginnings: u32,
    /// The workers that did not play it.
    refused_by: Vec<String>,
    /// The worker that has begun the games.
    pub(super) holder: Option<String>,
    /// The last time that it asked whether they are needed.
    heard: Instant,
    /// What stops the games in progress, if this process plays them.
    here: Option<Arc<Monitor>>,
}

/// A run's jobs and workers.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) workers: KnownWorkers,
    pub(super) verify: Verify,
    /// Whether threads of this process play.
    pub(super) plays_here: bool,
    /// The jobs for whose games somebody waits, by keys without [`FIRST`] and [`AGAIN`].
    pub(super) awaited: HashMap<JobKey, AwaitedJob>,
    /// The first answers to all jobs of the run, by the same keys.
    pub(super) answered: HashMap<JobKey, Answered>,
    /// In the order of their jobs.
    pub(super) pending: IndexMap<JobKey, Pending>,
    /// What a game of each player takes, by a hash of its settings.
    pub(super) pace: HashMap<String, Pace>,
    batches: u64,
    failure: Option<String>,
    /// The workers that failed and have played nothing since.
    pub(super) broken: HashSet<String>,
    /// The workers of which the user knows that something is wrong.
    warned: HashSet<String>,
    news: Vec<String>,
}

impl Ledger {
    /// The jobs of a run of a build.
    pub(super) fn of_build(fingerprint: &'static str) -> Self {
        Self { workers: KnownWorkers::of_build(fingerprint), ..Self::default() }
    }

    /// A number for another batch.
    pub(super) fn open_batch(&mut self) -> u64 {
        self.batches += 1;
        self.batches
    }

    /// Takes a job in, as this process plays it and as it is sent; returns the keys to send.
    pub(super) fn add(&mut self, job: Job, outgoing: &Outgoing, listener: Listener) -> Vec<JobKey> {
        let is_twice = self.verify.chooses(&outgoing.key);
        if let Some(awaited) = self.awaited.get_mut(&outgoing.key) {
            awaited.listeners.push(listener);
            return Vec::new();
        }
        let (job, listeners) = (Arc::new(job), vec![listener]);
        let awaited = AwaitedJob { job, listeners, is_twice, first: None };
        self.awaited.insert(outgoing.key.clone(), awaited);
        let ends: &[&str] = if is_twice { &[FIRST, AGAIN] } else { &[""] };
        let keys: Vec<JobKey> = ends.iter().map(|end| format!("{}{end}", outgoing.key)).collect();
        for key in &keys {
            let pending = Pending {
                outgoing: Outgoing { key: key.clone(), ..outgoing.clone() },
                sent: Some(Instant::now()),
                beginnings: 0,
                refused_by: Vec::new(),
                holder: None,
                heard: Instant::now(),
                here: None,
            };
            self.pending.insert(key.clone(), pending);
        }
        keys
    }

    /// Forgets who waits in a batch, and the jobs for which nobody else waits.
    pub(super) fn close_batch(&mut self, batch: u64) {
        self.awaited.retain(|_, job| {
            job.listeners.retain(|listener| listener.batch != batch);
            !job.listeners.is_empty()
        });
        self.pending.retain(|key, pending| {
            let is_needed = self.awaited.contains_key(base(key));
            if let (Some(monitor), false) = (&pending.here, is_needed) {
                monitor.request_stop();
            }
            is_needed
        });
    }

    /// The worker that plays, or has played, the same games under the other key.
    fn worker_of_sibling(&self, key: &str) -> Option<&str> {
        let first = self.awaited.get(base(key)).and_then(|job| job.first.as_ref());
        let pending = self.pending.get(&sibling(key));
        first.map(|first| first.worker.as_str()).or_else(|| pending?.holder.as_deref())
    }

    /// Takes the first job that nobody plays, or whose worker is silent, to play it here.
    pub(super) fn take_here(&mut self) -> Option<(JobKey, Arc<Job>, Arc<Monitor>)> {
        let is_free = |(key, pending): &(&JobKey, &Pending)| {
            let is_silent = pending.heard.elapsed() > patience();
            pending.here.is_none()
                && (pending.holder.is_none() || is_silent)
                && !pending.refused_by.iter().any(|worker| worker == HERE)
                && self.worker_of_sibling(key) != Some(HERE)
        };
        let key = self.pending.iter().find(is_free)?.0.clone();
        let job = Arc::clone(&self.awaited.get(base(&key))?.job);
        let pending = self.pending.get_mut(&key)?;
        let monitor = Arc::<Monitor>::default();
        pending.here = Some(Arc::clone(&monitor));
        pending.holder = Some(HERE.to_owned());
        Some((key, job, monitor))
    }

    /// What to send of a job that is still needed from a worker.
    pub(super) fn outgoing(&self, key: &str) -> Option<Outgoing> {
        let pending = self.pending.get(key);
        let pending = pending.filter(|pending| pending.here.is_none());
        pending.map(|pending| pending.outgoing.clone())
    }

    /// The jobs to send again: those without an answer for too long, or all.
    pub(super) fn overdue(&mut self, all: bool) -> Vec<JobKey> {
        let is_late = |sent: Option<Instant>| sent.is_none_or(|sent| sent.elapsed() > lease());
        let late = |pending: &Pending| pending.here.is_none() && (all || is_late(pending.sent));
        let overdue = self.pending.iter_mut().filter(|(_, pending)| late(pending));
        let send_again = |(key, pending): (&JobKey, &mut Pending)| {
            pending.sent = Some(Instant::now());
            key.clone()
        };
        overdue.map(send_again).collect()
    }

    /// Answers a worker.
    pub(super) fn answer(&mut self, request: Request) -> Answer {
        match request {
            Request::Claim { key, worker, begins } => self.claim(&key, &worker, begins),
            Request::Result { key, results } => {
                self.take(&key, results);
                Answer::Stored
            }
            Request::Failure { key, worker, cause } => {
                let is_holder = self.holder(&key) == Some(&worker);
                if is_holder {
                    self.refuse(&key, worker, &cause);
                }
                if is_holder { Answer::Stored } else { Answer::Unwanted }
            }
        }
    }

    fn claim(&mut self, key: &str, worker: &str, begins: bool) -> Answer {
        if begins && self.pending.contains_key(key) && self.worker_of_sibling(key) == Some(worker) {
            if self.workers.count() < 2 {
                let line = "--verify waits for a second worker, which plays the same games";
                self.warn("--verify".to_owned(), line.to_owned());
            }
            return Answer::Elsewhere;
        }
        let Some(pending) = self.pending.get_mut(key) else { return Answer::Unwanted };
        if begins && pending.here.is_some() {
            return Answer::Unwanted;
        }
        if begins
            && pending.refused_by.iter().any(|refused| refused == worker)
            && self.workers.others_play(&pending.outgoing.route, &self.broken)
        {
            return Answer::Elsewhere;
        }
        pending.beginnings += u32::from(begins);
        pending.heard = Instant::now();
        if begins {
            let before = pending.holder.replace(worker.to_owned());
            if let Some(before) = before.filter(|before| before != worker) {
                self.workers.count_given_back(&before);
            }
        }
        if pending.beginnings > MOST_BEGINNINGS {
            self.fail(format!(
                "{MOST_BEGINNINGS} workers began the same games and none finished them - look at \
                 the last lines of the workers, or play without --workers"
            ));
            return Answer::Unwanted;
        }
        Answer::Wanted
    }

    /// The worker that has begun a job.
    fn holder(&self, key: &str) -> Option<&String> {
        self.pending.get(key)?.holder.as_ref()
    }

    /// Sends a job again that a worker cannot play; ends the run if several cannot, or if nobody is
    /// there who has not failed.
    pub(super) fn refuse(&mut self, key: &str, worker: String, cause: &str) {
        let place = self.workers.place(&worker);
        let Some(pending) = self.pending.get_mut(key) else { return };
        if worker == HERE {
            pending.here = None;
        }
        if !pending.refused_by.contains(&worker) {
            pending.refused_by.push(worker.clone());
        }
        (pending.holder, pending.sent) = (None, None);
        self.broken.insert(worker.clone());
        let others = self.workers.others_play(&pending.outgoing.route, &self.broken)
            || (self.plays_here && !self.broken.contains(HERE));
        let (refusals, broken) = (pending.refused_by.len(), self.broken.len());
        if refusals >= MOST_REFUSALS || !others {
            let all = if broken > 1 { format!("{broken} workers; ") } else { String::new() };
            self.fail(format!("{all}{place} cannot play games: {cause}"));
        } else {
            let line = format!("{place} cannot play games, and others play them: {cause}");
            self.warn(worker, line);
        }
    }

    /// Notes what a game of a player took in a job.
    pub(super) fn note_pace(&mut self, player: &str, latest: Pace) {
        let known = self.pace.entry(player.to_owned()).or_insert(latest);
        *known = known.after(latest);
    }

    /// Notes a line for the user about somebody or something of which none was noted before.
    pub(super) fn warn(&mut self, about: String, line: String) {
        if self.warned.len() < MOST_WARNINGS && self.warned.insert(about) {
            self.news.push(line);
        }
    }

    /// The lines that the user has not been told yet.
    pub(super) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    pub(super) fn fail(&mut self, cause: String) {
        self.failure.get_or_insert(cause);
    }

    /// Why the run cannot go on.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
