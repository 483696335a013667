//! The hands of a worker, each of which holds one job: asks for it, plays it, and delivers its results.

use std::cell::Cell;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::{sleep, timeout};
use tune2048_tuner::subject::CandidateGames;

use super::lease::{End, Lease, Means};
use super::{MOST_AHEAD_PER_THREAD, Played, stop_of};
use crate::address::connects;
use crate::times::patience;

/// How long a request for a job waits for one.
const PULL_PATIENCE: Duration = Duration::from_secs(2);

/// The pause before the next look for a stream that no run has created yet.
const NO_STREAM_PAUSE: Duration = Duration::from_millis(300);

/// A job shorter than this, in seconds, is asked for before a thread is free: otherwise threads
/// would often wait, and a longer one would better be played elsewhere.
const SHORT_JOB_SECONDS: f64 = 3.0;

/// Played games that their run does not have yet.
pub(super) type Finished<'h> = (Lease<'h>, Vec<CandidateGames>);

/// The state that the hands of a worker share; each hand holds one job.
pub(super) struct Hands<'w> {
    pub(super) means: Means<'w>,
    /// The time of the latest job.
    job_seconds: Cell<f64>,
    /// The time from the question for the latest result to its answer: a way to the run and back.
    trip_seconds: Cell<f64>,
    /// The games played and the jobs given back so far.
    pub(super) played: Cell<Played>,
    /// The end of the pause after a job that could not be played.
    rest_until: Cell<Option<Instant>>,
    /// The number of jobs in hand.
    busy: Cell<usize>,
    /// When the latest of them ended.
    idle_since: Cell<Instant>,
}

impl<'w> Hands<'w> {
    pub(super) fn new(means: Means<'w>) -> Self {
        Self {
            means,
            job_seconds: Cell::new(f64::INFINITY),
            trip_seconds: Cell::new(0.0),
            played: Cell::default(),
            rest_until: Cell::new(None),
            busy: Cell::new(0),
            idle_since: Cell::new(Instant::now()),
        }
    }

    /// The number of hands that hold or await a job of our players.
    pub(super) fn count(&self) -> usize {
        let threads = self.means.worker.threads;
        let ahead = 1..=MOST_AHEAD_PER_THREAD * threads;
        threads + ahead.take_while(|hand| self.works_ahead(*hand)).count()
    }

    /// Whether jobs are as short as hands that work ahead are for: the first for a thread that
    /// becomes free, the others for jobs and results on their way.
    fn works_ahead(&self, hand: usize) -> bool {
        let seconds = self.job_seconds.get();
        let on_their_way = self.means.worker.threads as f64 * 2.0 * self.trip_seconds.get();
        seconds < SHORT_JOB_SECONDS && (hand - 1) as f64 * seconds <= on_their_way
    }

    /// Serves one job of a route after the other until the worker ends; `ahead` numbers the hands
    /// that work ahead from 1.
    pub(super) async fn work<'h>(
        &'h self,
        route: String,
        ahead: usize,
        finished: UnboundedSender<Finished<'h>>,
    ) {
        let mut consumer = None;
        while !self.means.stop.stop_requested() {
            let rests = self.rest_until.get().is_some_and(|until| Instant::now() < until);
            if rests || ahead > 0 && !self.works_ahead(ahead) {
                tokio::select! {
                    () = sleep(NO_STREAM_PAUSE) => {}
                    () = stop_of(self.means.stop) => {}
                }
                continue;
            }
            let message = tokio::select! {
                message = self.pull(&route, &mut consumer) => message,
                () = self.reconnected() => None,
                () = stop_of(self.means.stop) => None,
            };
            let lease = message.and_then(|job| Lease::new(&self.means, job));
            let Some(lease) = lease else { continue };
            self.busy.set(self.busy.get() + 1);
            match lease.play().await {
                Ok(games) => drop(finished.send((lease, games))),
                Err(end) => self.note(end),
            }
        }
    }

    /// Delivers results while hands ask for the next jobs, until no hand is left.
    pub(super) async fn deliver(&self, mut results: UnboundedReceiver<Finished<'_>>) {
        let mut under_way = FuturesUnordered::new();
        loop {
            tokio::select! {
                Some((lease, games)) = results.recv() => {
                    under_way.push(async move { self.note(lease.deliver(games).await) });
                }
                Some(()) = under_way.next() => {}
                else => return,
            }
        }
    }

    /// Notes how a job ended.
    fn note(&self, end: End) {
        self.busy.set(self.busy.get() - 1);
        self.idle_since.set(Instant::now());
        let mut played = self.played.get();
        match end {
            End::Played { games, seconds, trip } => {
                self.job_seconds.set(seconds);
                self.trip_seconds.set(trip.as_secs_f64());
                played.games += games;
            }
            End::GivenBack => played.given_back += 1,
            End::Dropped => {}
            End::Refused(rest) => self.rest_until.set(Some(Instant::now() + rest)),
        }
        self.played.set(played);
    }

    /// Ends when nothing has been in hand for a time, or, once games were played, for as long as a
    /// run may be away.
    pub(super) async fn be_idle(&self, time: Option<Duration>, is_once: bool) {
        loop {
            sleep(NO_STREAM_PAUSE).await;
            let has_played = is_once && self.played.get().games > 0;
            let limit = [time, has_played.then(patience)].into_iter().flatten().min();
            let idle = self.idle_since.get().elapsed();
            if self.busy.get() == 0 && limit.is_some_and(|limit| idle > limit) {
                return;
            }
        }
    }

    /// Waits for another connection: the server may have forgotten a request for a job.
    async fn reconnected(&self) {
        let before = connects(&self.means.client);
        while connects(&self.means.client) == before {
            sleep(NO_STREAM_PAUSE).await;
        }
    }

    /// Asks the server for a job of a route, whose consumer is looked for if it is not known.
    async fn pull(&self, route: &str, known: &mut Option<PullConsumer>) -> Option<Message> {
        let consumer = match known.take() {
            Some(consumer) => Some(consumer),
            None => self.means.queue.consumer(route).await,
        };
        if let Some(consumer) = consumer {
            let batch = consumer.batch().max_messages(1).expires(PULL_PATIENCE);
            let pulled = timeout(2 * PULL_PATIENCE, async {
                let mut messages = batch.messages().await.ok()?;
                messages.next().await.transpose().ok()
            });
            if let Ok(Some(message)) = pulled.await {
                *known = Some(consumer);
                return message;
            }
        }
        // There is no stream yet, or no longer.
        sleep(NO_STREAM_PAUSE).await;
        None
    }
}
