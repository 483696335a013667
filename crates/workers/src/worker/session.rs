//! A worker while it runs: which runs it knows, what it plays with, and what it has played.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use indexmap::IndexMap;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;
use tune2048_engine::Monitor;
use tune2048_programs::Players;

use super::lease::{End, Lease};
use crate::messages::{Answer, Ask, Request, json, run_subject};
use crate::programs::Programs;
use crate::times::{lease, patience};

/// The pause between looks at a monitor, and at a worker without games.
const LOOK_PAUSE: Duration = Duration::from_millis(50);

/// The most runs that a worker plays for at a time.
const MOST_RUNS: usize = 1000;

/// What a run says to a request.
pub(super) enum Reply {
    Answer(Answer<Value>),
    /// The run is not there.
    Nobody,
    /// The server or the run is silent.
    Silence,
}

/// A worker while it runs.
pub(super) struct Session<'w> {
    /// The worker's identifier.
    pub(super) name: String,
    pub(super) client: Client,
    pub(super) players: Arc<Players>,
    pub(super) programs: &'w Programs,
    /// Requests the end of the worker.
    stop: &'w Monitor,
    /// The runs that may have jobs, with their last signs of life; who was asked last is at the end.
    runs: RefCell<IndexMap<String, Instant>>,
    /// Wakes threads that wait for a job.
    news: watch::Sender<()>,
    /// The number of games whose results are stored.
    pub(super) games: Cell<usize>,
    /// The end of the pause after a job that could not be played.
    rest_until: Cell<Instant>,
    /// The number of jobs in hand.
    busy: Cell<usize>,
    /// When the latest of them ended.
    idle_since: Cell<Instant>,
}

impl<'w> Session<'w> {
    pub(super) fn new(
        name: String,
        client: Client,
        players: Players,
        programs: &'w Programs,
        stop: &'w Monitor,
    ) -> Self {
        let now = Instant::now();
        Self {
            name,
            client,
            players: Arc::new(players),
            programs,
            stop,
            runs: RefCell::default(),
            news: watch::Sender::default(),
            games: Cell::default(),
            rest_until: Cell::new(now),
            busy: Cell::default(),
            idle_since: Cell::new(now),
        }
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
        while !self.stop.stop_requested() {
            let rest = self.rest_until.get().saturating_duration_since(Instant::now());
            if !rest.is_zero() {
                self.unless_stopped(sleep(rest)).await;
                continue;
            }
            news.mark_unchanged();
            match self.next_job().await {
                Some(lease) => {
                    self.busy.set(self.busy.get() + 1);
                    self.note(lease.play().await);
                }
                None => self.unless_stopped(news.changed()).await,
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
            let reply = self.ask(&run, &self.request(Ask::Job)).await;
            if let Reply::Answer(Answer::Job { key, job }) = reply {
                return Some(Lease::new(self, run, key, job));
            }
        }
        None
    }

    /// Notes how a job ended.
    fn note(&self, end: End) {
        self.busy.set(self.busy.get() - 1);
        self.idle_since.set(Instant::now());
        match end {
            End::Played { games } => self.games.set(self.games.get() + games),
            End::Left => {}
            // What fails here fails again: for a while others come first.
            End::Refused => self.rest_until.set(Instant::now() + lease()),
        }
    }

    /// Ends when nothing has been in hand for a time, or, once games were played, for as long as a
    /// run may be away.
    pub(super) async fn be_idle(&self, time: Option<Duration>, is_once: bool) {
        loop {
            sleep(LOOK_PAUSE).await;
            let has_played = is_once && self.games.get() > 0;
            let limit = [time, has_played.then(patience)].into_iter().flatten().min();
            let idle = self.idle_since.get().elapsed();
            if self.busy.get() == 0 && limit.is_some_and(|limit| idle > limit) {
                return;
            }
        }
    }

    pub(super) fn request(&self, ask: Ask) -> Request {
        Request { worker: self.name.clone(), ask }
    }

    pub(super) async fn ask(&self, run: &str, request: &Request) -> Reply {
        // Without a connection, the request would wait for one.
        if self.client.connection_state() != State::Connected {
            return Reply::Silence;
        }
        match self.client.request(run_subject(run), json(request).into()).await {
            Ok(reply) => {
                let answer = serde_json::from_slice(&reply.payload);
                answer.map_or(Reply::Silence, Reply::Answer)
            }
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Reply::Nobody,
            Err(_) => Reply::Silence,
        }
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

    async fn unless_stopped<T>(&self, wait: impl Future<Output = T>) {
        tokio::select! {
            _ = wait => {}
            () = self.end() => {}
        }
    }
}
