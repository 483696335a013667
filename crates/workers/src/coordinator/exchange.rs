//! The exchange of a run with the server, on a thread of its own.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{MissedTickBehavior, interval};

use super::ledger::Ledger;
use crate::messages::{Announcement, JobKey, Presence, RUNS, Request, WORKERS, json, run_subject};
use crate::networks;
use crate::programs::OWN_PLAYERS;
use crate::queue::Queue;
use crate::{Notice, WorkersError};

/// The pause between looks at what is overdue.
const LOOK_PAUSE: Duration = Duration::from_millis(250);

/// The looks between two announcements of the run.
const LOOKS_PER_ANNOUNCEMENT: u32 = 20;

/// The longest time that the end of a run waits for the server.
const FAREWELL_PATIENCE: Duration = Duration::from_secs(2);

/// A run's connection to the server.
pub(super) struct Exchange {
    pub(super) client: Client,
    pub(super) queue: Queue,
    pub(super) run: String,
    pub(super) fingerprint: &'static str,
    pub(super) ledger: Arc<Mutex<Ledger>>,
    pub(super) notice: Notice,
    pub(super) came_back: Arc<AtomicBool>,
    /// The routes and networks that are known to be on the server.
    pub(super) known: Mutex<HashSet<String>>,
    /// Held while a network is put on the server.
    pub(super) putting: tokio::sync::Mutex<()>,
}

impl Exchange {
    /// Subscribes to workers and their requests, and makes the run known.
    pub(super) async fn open(&self) -> Result<(Subscriber, Subscriber), WorkersError> {
        let failed = |error: async_nats::SubscribeError| {
            WorkersError::Server(format!("the server accepts no subscription: {error}"))
        };
        self.queue.ensure(OWN_PLAYERS).await?;
        let requests = self.client.subscribe(run_subject(&self.run)).await;
        let workers = self.client.subscribe(WORKERS).await;
        self.announce().await;
        Ok((requests.map_err(failed)?, workers.map_err(failed)?))
    }

    /// Exchanges messages until the sender of jobs is gone.
    pub(super) async fn run(
        self: Arc<Self>,
        (mut requests, mut workers): (Subscriber, Subscriber),
        mut outgoing: UnboundedReceiver<JobKey>,
    ) {
        tokio::spawn(Arc::clone(&self).take_kept_results());
        let mut look = interval(LOOK_PAUSE);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looks = 0_u32;
        loop {
            tokio::select! {
                key = outgoing.recv() => match key {
                    Some(key) => drop(tokio::spawn(Arc::clone(&self).send(key))),
                    None => break,
                },
                Some(request) = requests.next() => self.answer(request).await,
                Some(message) = workers.next() => self.meet(&message),
                _ = look.tick() => {
                    looks += 1;
                    self.look().await;
                    if looks.is_multiple_of(LOOKS_PER_ANNOUNCEMENT) {
                        self.announce().await;
                    }
                }
            }
        }
        let farewell = async {
            self.queue.purge(&self.run).await;
            let _ = self.client.flush().await;
        };
        let _ = tokio::time::timeout(FAREWELL_PATIENCE, farewell).await;
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no thread panics with the ledger")
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        self.known.lock().expect("no thread panics with it")
    }

    /// Sends a job, unless it is no longer needed. What is not sent now is sent again later.
    async fn send(self: Arc<Self>, key: JobKey) {
        let Some(job) = self.ledger().outgoing(&key) else { return };
        for _ in 0..2 {
            let is_known = self.known().contains(&job.route);
            if !is_known {
                if self.queue.ensure(&job.route).await.is_err() {
                    return;
                }
                self.known().insert(job.route.clone());
            }
            for network in &job.networks {
                let _one_at_a_time = self.putting.lock().await;
                let is_known = self.known().contains(&network.hash);
                if !is_known {
                    if let Err(cause) = networks::put(&self.queue.context, network).await {
                        return self.ledger().warn(network.hash.clone(), cause);
                    }
                    self.known().insert(network.hash.clone());
                }
            }
            if self.queue.send(&self.run, &job).await {
                return;
            }
            self.known().clear();
        }
    }

    /// Takes the results that workers had when the run was away.
    async fn take_kept_results(self: Arc<Self>) {
        let Some(results) = self.queue.kept_results(&self.run).await else { return };
        let mut results = std::pin::pin!(results);
        while let Some(kept) = results.next().await {
            if let Ok(Request::Result { key, results }) = serde_json::from_slice(&kept) {
                self.ledger().take_kept(key, results);
            }
        }
    }

    async fn answer(&self, request: Message) {
        let Some(reply) = request.reply else { return };
        // Workers of this build write requests that can be read; others have no business here.
        if let Ok(asked) = serde_json::from_slice::<Request>(&request.payload) {
            let answer = self.ledger().answer(asked);
            let _ = self.client.publish(reply, json(&answer).into()).await;
        }
    }

    fn meet(&self, message: &Message) {
        let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) else { return };
        let is_other = presence.fingerprint != self.fingerprint;
        let line = format!(
            "worker {} on {} is of another build (version {}, fingerprint {}; here version {}, \
             fingerprint {}) and gets no games - install the same build there",
            presence.worker,
            presence.host,
            presence.version,
            presence.fingerprint,
            env!("CARGO_PKG_VERSION"),
            self.fingerprint
        );
        if self.ledger().workers.note(presence) && is_other {
            (self.notice)(&line);
        }
    }

    /// Sends again what is overdue; all of it after an interruption, since the server may have
    /// been started again without its memory.
    async fn look(self: &Arc<Self>) {
        let came_back = self.came_back.swap(false, Ordering::Relaxed);
        if came_back {
            // Sending a job looks for its route and its networks again.
            self.known().clear();
        }
        let (overdue, news) = {
            let mut ledger = self.ledger();
            ledger.workers.forget_the_gone();
            (ledger.overdue(came_back), ledger.take_news())
        };
        news.iter().for_each(|line| (self.notice)(line));
        for key in overdue {
            tokio::spawn(Arc::clone(self).send(key));
        }
    }

    async fn announce(&self) {
        let announcement = Announcement {
            run: self.run.clone(),
            fingerprint: self.fingerprint.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let _ = self.client.publish(RUNS, json(&announcement).into()).await;
    }
}
