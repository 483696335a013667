//! The exchange of a run with the server, on a thread of its own.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{MissedTickBehavior, interval};

use super::ledger::{Ledger, lock};
use crate::address::{connects, identifier, subscribe};
use crate::messages::{JobKey, Presence, RUNS, Request, WORKERS, json, run_subject};
use crate::programs::OWN_PLAYERS;
use crate::queue::Queue;
use crate::{Notice, ServerAddress, WorkersError, fingerprint};

/// The pause between looks at what is overdue.
const LOOK_PAUSE: Duration = Duration::from_millis(250);

/// The pause between two announcements of the run.
const ANNOUNCEMENT_PAUSE: Duration = Duration::from_secs(5);

/// The most workers of other builds that the user is told of.
const MOST_STRANGERS: usize = 20;

/// The longest time that the end of a run waits for the server.
const FAREWELL_PATIENCE: Duration = Duration::from_secs(2);

/// A run's connection to the server.
pub(super) struct Exchange {
    client: Client,
    queue: Queue,
    run: String,
    ledger: Arc<Mutex<Ledger>>,
    notice: Notice,
    /// The routes that are known to be on the server.
    known: Mutex<HashSet<String>>,
    /// The number of workers of other builds that the user was told of.
    strangers: AtomicUsize,
}

impl Exchange {
    /// Connects a run, and subscribes to the requests of workers and to their signs of life.
    pub(super) async fn open(
        address: &ServerAddress,
        ledger: Arc<Mutex<Ledger>>,
        notice: Notice,
    ) -> Result<(Arc<Self>, [Subscriber; 2]), WorkersError> {
        let client = address.connect("tune2048 run").await?;
        let run = identifier(&client);
        let queue = Queue::new(client.clone(), fingerprint());
        queue.ensure(OWN_PLAYERS).await?;
        let requests = subscribe(&client, run_subject(&run)).await?;
        let workers = subscribe(&client, WORKERS.to_owned()).await?;
        let (known, strangers) = (Mutex::default(), AtomicUsize::default());
        let exchange = Self { client, queue, run, ledger, notice, known, strangers };
        Ok((Arc::new(exchange), [requests, workers]))
    }

    /// Exchanges messages until the sender of jobs is gone.
    pub(super) async fn run(
        self: Arc<Self>,
        [mut requests, mut workers]: [Subscriber; 2],
        mut outgoing: UnboundedReceiver<JobKey>,
    ) {
        let [mut look, mut announcement] = [LOOK_PAUSE, ANNOUNCEMENT_PAUSE].map(|pause| {
            let mut pauses = interval(pause);
            pauses.set_missed_tick_behavior(MissedTickBehavior::Delay);
            pauses
        });
        let mut connected = connects(&self.client);
        loop {
            tokio::select! {
                key = outgoing.recv() => match key {
                    Some(key) => drop(tokio::spawn(Arc::clone(&self).send(key))),
                    None => break,
                },
                Some(request) = requests.next() => self.answer(request).await,
                Some(message) = workers.next() => self.meet(&message),
                _ = announcement.tick() => self.announce().await,
                _ = look.tick() => {
                    let before = std::mem::replace(&mut connected, connects(&self.client));
                    self.look(connected != before);
                }
            }
        }
        let farewell = async {
            self.queue.purge(&self.run).await;
            let _ = self.client.flush().await;
        };
        let _ = tokio::time::timeout(FAREWELL_PATIENCE, farewell).await;
    }

    /// Sends a job, unless it is no longer needed. What is not sent now is sent again later.
    async fn send(self: Arc<Self>, key: JobKey) {
        let Some(job) = lock(&self.ledger).outgoing(&key) else { return };
        for _ in 0..2 {
            if !lock(&self.known).contains(&job.route) {
                if self.queue.ensure(&job.route).await.is_err() {
                    return;
                }
                lock(&self.known).insert(job.route.clone());
            }
            if self.queue.send(&self.run, &job).await {
                return;
            }
            lock(&self.known).clear();
        }
    }

    async fn answer(&self, request: Message) {
        let Some(reply) = request.reply else { return };
        // Workers of this build write requests that can be read; others have no business here.
        if let Ok(asked) = serde_json::from_slice::<Request>(&request.payload) {
            let answer = lock(&self.ledger).answer(asked);
            let _ = self.client.publish(reply, json(&answer).into()).await;
        }
    }

    fn meet(&self, message: &Message) {
        let Some(presence) = Presence::read(&message.payload) else { return };
        let is_first = lock(&self.ledger).workers.note(presence.clone());
        if !is_first
            || presence.fingerprint == fingerprint()
            || self.strangers.fetch_add(1, Ordering::Relaxed) >= MOST_STRANGERS
        {
            return;
        }
        (self.notice)(&format!(
            "worker {} on {} is of another build (version {}, fingerprint {}; here version {}, \
             fingerprint {}) and gets no games - install the same build there",
            presence.worker,
            presence.host,
            presence.version,
            presence.fingerprint,
            env!("CARGO_PKG_VERSION"),
            fingerprint()
        ));
    }

    /// Sends again what is overdue; all of it after an interruption, since the server may have
    /// been started again without its memory.
    fn look(self: &Arc<Self>, came_back: bool) {
        if came_back {
            // Sending a job looks for its route again.
            lock(&self.known).clear();
        }
        let (overdue, news) = {
            let mut ledger = lock(&self.ledger);
            ledger.workers.forget_the_gone();
            (ledger.overdue(came_back), ledger.take_news())
        };
        news.iter().for_each(|line| (self.notice)(line));
        for key in overdue {
            tokio::spawn(Arc::clone(self).send(key));
        }
    }

    async fn announce(&self) {
        let presence = Presence::of(&self.run, fingerprint());
        let _ = self.client.publish(RUNS, json(&presence).into()).await;
    }
}
