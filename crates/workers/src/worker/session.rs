//! A worker while it runs: which runs it knows, what it plays with, and what it has played.

use std::cell::{Cell, RefCell};
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use indexmap::IndexMap;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_programs::Players;

use super::Worker;
use super::lease::Lease;
use crate::address::identifier;
use crate::messages::{Answer, Ask, Presence, Request, WORKERS, json, run_subject};
use crate::times::patience;

/// The pause between looks at a monitor, and at a worker without games.
const LOOK_PAUSE: Duration = Duration::from_millis(50);

/// The most runs that a worker plays for at a time.
const MOST_RUNS: usize = 1000;

/// A worker while it runs.
pub(super) struct Session<'w> {
    pub(super) worker: &'w Worker,
    /// The worker's identifier.
    pub(super) name: String,
    pub(super) client: Client,
    pub(super) players: Arc<Players>,
    /// Requests the end of the worker.
    stop: &'w Monitor,
    /// The runs that may have jobs, with their last signs of life; who was asked last is at the end.
    runs: RefCell<IndexMap<String, Instant>>,
    /// Wakes threads that wait for a job.
    news: watch::Sender<()>,
    /// The number of games whose results are stored.
    pub(super) games: Cell<usize>,
    /// The number of jobs in hand.
    busy: Cell<usize>,
    /// When the latest of them ended.
    idle_since: Cell<Instant>,
}

impl<'w> Session<'w> {
    /// Connects a worker to its server.
    pub(super) async fn connect(
        worker: &'w Worker,
        stop: &'w Monitor,
    ) -> Result<Self, EvaluateError> {
        let players = Arc::new(Players::new(Some(worker.threads))?);
        let client = worker.address.connect("tune2048 worker").await?;
        Ok(Self {
            worker,
            name: identifier(&client),
            client,
            players,
            stop,
            runs: RefCell::default(),
            news: watch::Sender::default(),
            games: Cell::default(),
            busy: Cell::default(),
            idle_since: Cell::new(Instant::now()),
        })
    }

    /// Shows a sign of life with a number of threads; none is a farewell.
    pub(super) async fn show(&self, threads: usize) {
        let presence = Presence {
            host: host(),
            threads,
            programs: self.worker.programs.keys().cloned().collect(),
            ..Presence::of(&self.name, self.worker.fingerprint)
        };
        let _ = self.client.publish(WORKERS, json(&presence).into()).await;
    }

    /// Hears that a run is there and may have jobs; returns whether it is new.
    pub(super) fn hear(&self, run: String) -> bool {
        let mut runs = self.runs.borrow_mut();
        runs.retain(|_, heard| heard.elapsed() < patience());
        let is_new = !runs.contains_key(&run);
        if !is_new || runs.len() < MOST_RUNS {
            runs.insert(run, Instant::now());
        }
        self.news.send_replace(());
        is_new
    }

    /// Plays one job after the other until the worker ends.
    pub(super) async fn work(&self) {
        let mut news = self.news.subscribe();
        let mut next = None;
        while !self.is_ending() {
            news.mark_unchanged();
            if next.is_none() {
                next = self.next_job().await;
            }
            match next.take() {
                Some(lease) => {
                    self.busy.update(|busy| busy + 1);
                    next = lease.play().await;
                    self.busy.update(|busy| busy - 1);
                    self.idle_since.set(Instant::now());
                }
                None => tokio::select! {
                    _ = news.changed() => {}
                    () = self.end() => {}
                },
            }
        }
    }

    /// Asks one run after the other for a job.
    async fn next_job(&self) -> Option<Lease<'_>> {
        let count = self.runs.borrow().len();
        for _ in 0..count {
            let run = {
                let mut runs = self.runs.borrow_mut();
                let (run, heard) = runs.shift_remove_index(0)?;
                runs.insert(run.clone(), heard);
                run
            };
            let answer = self.ask(&run, &self.request(Ask::Job)).await;
            let lease = answer.and_then(|answer| self.lease(&run, answer));
            if lease.is_some() {
                return lease;
            }
        }
        None
    }

    /// The job of an answer, if it has one.
    pub(super) fn lease(&self, run: &str, answer: Answer<Value>) -> Option<Lease<'_>> {
        let Answer::Job { key, job } = answer else { return None };
        Some(Lease::new(self, run.to_owned(), key, job))
    }

    /// Whether the run whose job has ended may give the next one: there is no other whose turn it is.
    pub(super) fn wants_more(&self) -> bool {
        self.runs.borrow().len() == 1 && !self.is_ending()
    }

    /// Whether a run is gone for good.
    pub(super) fn has_lost(&self, run: &str) -> bool {
        self.runs.borrow().get(run).is_none_or(|heard| heard.elapsed() > patience())
    }

    /// Ends when nothing has been in hand for the time after which the worker ends.
    pub(super) async fn be_idle(&self) {
        let is_long = |limit| self.busy.get() == 0 && self.idle_since.get().elapsed() > limit;
        while !self.worker.idle_exit.is_some_and(is_long) {
            sleep(LOOK_PAUSE).await;
        }
    }

    pub(super) fn request(&self, ask: Ask) -> Request {
        Request { worker: self.name.clone(), ask }
    }

    /// Asks a run; a server that is gone or silent does not count as the run's silence.
    pub(super) async fn ask(&self, run: &str, request: &Request) -> Option<Answer<Value>> {
        // Without a connection, the request would wait for one.
        if self.client.connection_state() == State::Connected {
            match self.client.request(run_subject(run), json(request).into()).await {
                Ok(reply) => return serde_json::from_slice(&reply.payload).ok(),
                Err(error) if error.kind() == RequestErrorKind::NoResponders => return None,
                Err(_) => {}
            }
        }
        if let Some(heard) = self.runs.borrow_mut().get_mut(run) {
            *heard = Instant::now();
        }
        None
    }

    pub(super) fn is_ending(&self) -> bool {
        self.stop.stop_requested()
    }

    /// Waits until the end of the worker is requested.
    pub(super) async fn end(&self) {
        while !self.is_ending() {
            sleep(LOOK_PAUSE).await;
        }
    }
}

/// Returns the name of this machine.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "a machine without a name".to_owned(), |name| name.trim().to_owned())
}
