//! The jobs of a worker: each thread asks for one, plays it, and delivers its results.

use std::cell::Cell;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use super::lease::{End, Lease, Means};
use super::{Played, stop_of};
use crate::address::connects;
use crate::times::{lease, patience};

/// How long a request for a job waits for one.
const PULL_PATIENCE: Duration = Duration::from_secs(2);

/// The pause before the next look for a stream that no run has created yet.
const NO_STREAM_PAUSE: Duration = Duration::from_millis(300);

/// The jobs of a worker: in hand, played and given back.
pub(super) struct Jobs<'w> {
    pub(super) means: Means<'w>,
    /// The games played and the jobs given back so far.
    pub(super) played: Cell<Played>,
    /// The end of the pause after a job that could not be played.
    rest_until: Cell<Option<Instant>>,
    /// The number of jobs in hand.
    busy: Cell<usize>,
    /// When the latest of them ended.
    idle_since: Cell<Instant>,
}

impl<'w> Jobs<'w> {
    pub(super) fn new(means: Means<'w>) -> Self {
        Self {
            means,
            played: Cell::default(),
            rest_until: Cell::new(None),
            busy: Cell::new(0),
            idle_since: Cell::new(Instant::now()),
        }
    }

    /// Serves one job of a route after the other until the worker ends.
    pub(super) async fn work(&self, route: String) {
        let mut consumer = None;
        while !self.means.stop.stop_requested() {
            if self.rest_until.get().is_some_and(|until| Instant::now() < until) {
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
            if let Some(lease) = message.and_then(|job| Lease::new(&self.means, job)) {
                self.busy.set(self.busy.get() + 1);
                self.note(lease.play().await);
            }
        }
    }

    /// Notes how a job ended.
    fn note(&self, end: End) {
        self.busy.set(self.busy.get() - 1);
        self.idle_since.set(Instant::now());
        let mut played = self.played.get();
        match end {
            End::Played { games } => played.games += games,
            End::GivenBack => played.given_back += 1,
            End::Dropped => {}
            // What fails here fails again: for a while others come first.
            End::Refused => self.rest_until.set(Some(Instant::now() + lease())),
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
