//! The truth about a run's jobs: which games are under way, and where.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use tune2048_tuner::subject::{CandidateGames, Job};

use super::known_workers::KnownWorkers;
use super::open_job::{Holder, OpenJob};
use crate::messages::{Answer, Ask, JobKey, Presence, Request, are_of, digest};

/// A job that so many workers began and none finished ends the run: it would end all workers.
pub(super) const MOST_BEGINNINGS: u32 = 10;

/// A job that so many workers fail to play ends the run, even if there are others.
const MOST_REFUSALS: u32 = 2;

/// The most workers with which something is wrong that the user is told of.
const MOST_WARNINGS: usize = 40;

/// Locks what threads of a run share.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("no thread panics with it")
}

/// A run's jobs and workers.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) workers: KnownWorkers,
    /// The build of the run: workers of others get no games.
    fingerprint: &'static str,
    /// One job in so many is played twice.
    pub(super) verified_one_in: Option<u32>,
    /// The jobs for whose games somebody waits, in their order.
    open: BTreeMap<JobKey, OpenJob>,
    /// The first answers to all jobs of the run: a digest of the games, and the worker.
    answered: HashMap<JobKey, (String, String)>,
    /// The seconds that a game of each player takes, by a hash of its settings.
    pub(super) pace: HashMap<String, f64>,
    /// Whether a worker has asked for a job in vain.
    is_short: bool,
    batches: u64,
    jobs: JobKey,
    failure: Option<String>,
    /// The workers that failed and have played nothing since.
    broken: HashSet<String>,
    /// The workers of which the user knows that something is wrong.
    warned: HashSet<String>,
    news: Vec<String>,
}

impl Ledger {
    /// The jobs of a run of a build.
    pub(super) fn of_build(fingerprint: &'static str) -> Self {
        Self { fingerprint, ..Self::default() }
    }

    /// A number for another batch.
    pub(super) fn open_batch(&mut self) -> u64 {
        self.batches += 1;
        self.batches
    }

    /// Takes a job in; returns whether workers wait for one.
    pub(super) fn add(&mut self, mut job: OpenJob) -> bool {
        self.jobs += 1;
        let is_twice = |one_in| self.jobs.is_multiple_of(u64::from(one_in));
        job.is_twice = self.verified_one_in.is_some_and(is_twice);
        self.open.insert(self.jobs, job);
        std::mem::take(&mut self.is_short)
    }

    /// Forgets the jobs of a batch.
    pub(super) fn close_batch(&mut self, batch: u64) {
        self.open.retain(|_, job| job.listener.batch != batch);
    }

    /// Hears that a worker is there, or that it ends, which gives its jobs back; returns whether it is a new
    /// one of this build, which may not know the run.
    pub(super) fn meet(&mut self, presence: Presence) -> bool {
        let Presence { worker, host, version, fingerprint, threads, .. } = &presence;
        if fingerprint != self.fingerprint {
            let line = format!(
                "worker {worker} on {host} is of another build (version {version}, fingerprint \
                 {fingerprint}; here version {}, fingerprint {}) and gets no games - install the \
                 same build there",
                env!("CARGO_PKG_VERSION"),
                self.fingerprint
            );
            self.warn(worker.clone(), line);
            return false;
        }
        for job in self.open.values_mut().filter(|_| *threads == 0) {
            if job.leave(worker) {
                self.workers.count_given_back(worker);
            }
        }
        self.workers.note(presence)
    }

    /// Answers a worker.
    pub(super) fn answer(&mut self, Request { worker, ask }: Request) -> Answer<Job> {
        let is_right = match ask {
            Ask::Job => return self.next_for(&worker),
            Ask::Keep(key) => self.keep(key, &worker),
            Ask::Result { key, games, next } => {
                self.receive(key, worker.clone(), games);
                if next {
                    return self.next_for(&worker);
                }
                true
            }
            Ask::Failure { key, cause } => {
                let had_it = self.open.get_mut(&key).is_some_and(|job| job.leave(&worker));
                if had_it {
                    self.refuse(key, worker, &cause);
                }
                had_it
            }
        };
        if is_right { Answer::Yes } else { Answer::No }
    }

    /// Answers with a job, or notes that a worker waits for one.
    fn next_for(&mut self, worker: &str) -> Answer<Job> {
        if let Some((key, job)) = self.take(worker) {
            return Answer::Job { key, job: job.job.clone() };
        }
        self.is_short = true;
        Answer::No
    }

    /// Whether another worker is there that has not failed, and offers the program, if one is named.
    fn others_play(&self, program: Option<&str>, worker: &str) -> bool {
        let is_out = |other: &str| other == worker || self.broken.contains(other);
        self.workers.others_play(program, is_out)
    }

    /// Gives a worker the first job that lacks one; one that has failed leaves them to others who are there.
    fn take(&mut self, worker: &str) -> Option<(JobKey, &OpenJob)> {
        for job in self.open.values_mut() {
            for lost in job.holders.extract_if(.., |holder| holder.is_lost()) {
                self.workers.count_given_back(&lost.worker);
            }
        }
        let mut waits_for_another = false;
        let found = self.open.iter().find(|(_, job)| {
            let program = job.program.as_deref();
            if !job.lacks_a_worker() || !self.workers.play(worker, program) {
                return false;
            }
            let (is_its_own, others) = (job.is_of(worker), self.others_play(program, worker));
            waits_for_another |= is_its_own && !others;
            let leaves_it = others && self.broken.contains(worker);
            !is_its_own && !leaves_it
        });
        let key = found.map(|(key, _)| *key);
        if waits_for_another {
            let line = "--verify waits for a second worker, which plays the same games";
            self.warn("--verify".to_owned(), line.to_owned());
        }
        let job = self.open.get_mut(&key?)?;
        job.beginnings += 1;
        if job.beginnings > MOST_BEGINNINGS {
            self.failure.get_or_insert(format!(
                "{MOST_BEGINNINGS} workers began the same games and none finished them - look at \
                 the last lines of the workers, or play without --workers"
            ));
            return None;
        }
        job.holders.push(Holder::new(worker));
        Some((key?, job))
    }

    /// Hears that a worker still plays a job; returns whether it is needed.
    fn keep(&mut self, key: JobKey, worker: &str) -> bool {
        let Some(job) = self.open.get_mut(&key) else { return false };
        for holder in job.holders.iter_mut().filter(|holder| holder.worker == worker) {
            holder.heard = Instant::now();
        }
        true
    }

    /// Gives others a job that a worker cannot play; ends the run if several cannot, or if nobody is
    /// there who has not failed.
    pub(super) fn refuse(&mut self, key: JobKey, worker: String, cause: &str) {
        let place = self.workers.place(&worker);
        let Some(job) = self.open.get_mut(&key) else { return };
        job.leave(&worker);
        job.refusals += 1;
        let (refusals, program) = (job.refusals, job.program.clone());
        self.broken.insert(worker.clone());
        if refusals >= MOST_REFUSALS || !self.others_play(program.as_deref(), &worker) {
            let broken = self.broken.len();
            let all = if broken > 1 { format!("{broken} workers; ") } else { String::new() };
            self.fail(format!("{all}{place} cannot play games: {cause}"));
        } else {
            let line = format!("{place} cannot play games, and others play them: {cause}");
            self.warn(worker, line);
        }
    }

    /// Takes the results of a job: the first ones count, and all others must be equal. Those that
    /// are not of its games are a failure of their worker.
    pub(super) fn receive(&mut self, key: JobKey, worker: String, games: CandidateGames) {
        if self.open.get(&key).is_some_and(|open| !are_of(&games, open.job.seeds.len())) {
            let cause = "it has results that are not of these games - install the same build on all machines";
            return self.refuse(key, worker, cause);
        }
        let digest = digest(&games);
        if let Some((first_digest, first)) = self.answered.get(&key)
            && *first_digest != digest
        {
            let [first, second] = [first, &worker].map(|by| self.workers.place(by));
            return self.fail(format!(
                "{first} and {second} have different results of the same games - one of the \
                 machines computes wrongly: find out which, and play again without it"
            ));
        }
        // Nobody may wait for them any more.
        let Some(job) = self.open.get_mut(&key) else { return };
        job.leave(&worker);
        if job.first.as_ref() == Some(&worker) {
            return;
        }
        self.workers.count_games(&worker, games.results.len() as u64);
        self.broken.remove(&worker);
        self.answered.entry(key).or_insert((digest, worker.clone()));
        if job.is_twice && job.first.is_none() {
            job.first = Some(worker);
            return;
        }
        let listener = &job.listener;
        // Whoever has stopped listening does not need the games.
        let _ = listener.sender.send((listener.piece.clone(), games));
        self.open.remove(&key);
    }

    /// Notes how many seconds a game of a player took in a job.
    pub(super) fn note_pace(&mut self, player: &str, latest: f64) {
        let known = self.pace.entry(player.to_owned()).or_insert(latest);
        *known = 0.8 * *known + 0.2 * latest;
    }

    /// Notes a line for the user about somebody or something of which none was noted before.
    fn warn(&mut self, about: String, line: String) {
        if self.warned.len() < MOST_WARNINGS && self.warned.insert(about) {
            self.news.push(line);
        }
    }

    /// The lines that the user has not been told yet.
    pub(super) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    fn fail(&mut self, cause: String) {
        self.failure.get_or_insert(cause);
    }

    /// Why the run cannot go on.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
