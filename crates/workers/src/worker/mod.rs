//! A process that plays games for runs on other machines.

mod lease;
mod limits;
mod stop;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use futures_util::future::{join, join_all};
use futures_util::stream::FuturesUnordered;
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{interval, sleep, timeout};
use tune2048_engine::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::subject::CandidateGames;

use self::lease::{End, Lease, Means};
pub use self::limits::Limits;
use self::stop::stop_of;
use crate::messages::{Announcement, Presence, RUNS, WORKERS, json};
use crate::networks::{Fetched, cache_folder};
use crate::programs::{OWN_PLAYERS, Programs, route};
use crate::queue::Queue;
use crate::times::{run_patience, sign_pause};
use crate::{Fingerprint, Notice, ServerAddress, WorkersError};

/// How long a request for a job waits for one.
const PULL_PATIENCE: Duration = Duration::from_secs(2);

/// The pause before the next look for a stream that no run has created yet.
const NO_STREAM_PAUSE: Duration = Duration::from_millis(300);

/// A job shorter than this, in seconds, is asked for before a thread is free: otherwise threads
/// would often wait, and a longer one would better be played elsewhere.
const SHORT_JOB_SECONDS: f64 = 3.0;

/// The most hands per thread that wait for a job while it plays.
const MOST_AHEAD_PER_THREAD: usize = 10;

/// A worker: plays the games of all runs of its build on a server.
#[derive(Clone, Debug)]
pub struct Worker {
    address: ServerAddress,
    threads: usize,
    fingerprint: Fingerprint,
    programs: Programs,
    limits: Limits,
    /// Where networks that are not built in are kept.
    cache: PathBuf,
    /// The time without a game after which the worker ends.
    idle_exit: Option<Duration>,
    is_once: bool,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// The number of games whose results are stored.
    pub games: usize,
    /// The number of jobs that were given back at the end.
    pub given_back: usize,
}

impl Worker {
    /// A worker of this build that plays with `threads` threads, at least 1.
    pub fn new(address: ServerAddress, threads: usize) -> Self {
        Self {
            address,
            threads: threads.max(1),
            fingerprint: Fingerprint::of_this_build(),
            programs: Programs::new(),
            limits: Limits::default(),
            cache: cache_folder(),
            idle_exit: None,
            is_once: false,
        }
    }

    /// Ends after this time without a game.
    #[must_use]
    pub fn ending_when_idle(self, time: Duration) -> Self {
        Self { idle_exit: Some(time), ..self }
    }

    /// Ends once it has played and the games have ended.
    #[must_use]
    pub fn playing_once(self) -> Self {
        Self { is_once: true, ..self }
    }

    /// Plays with a program too, for runs whose player has this name.
    #[must_use]
    pub fn offering(mut self, name: String, program: PathBuf) -> Self {
        self.programs.insert(name, program);
        self
    }

    /// Plays nothing above these limits.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Keeps networks that are not built in in a folder.
    #[must_use]
    pub fn caching_in(self, cache: PathBuf) -> Self {
        Self { cache, ..self }
    }

    /// The worker as one of a given build.
    #[doc(hidden)]
    #[must_use]
    pub fn of_build(self, fingerprint: Fingerprint) -> Self {
        Self { fingerprint, ..self }
    }

    /// Plays games until a stop is requested; `notice` takes lines for the user.
    ///
    /// # Errors
    /// [`WorkersError::Server`] if the server cannot be reached at first, refuses the connection,
    /// or if no thread can be started. A server that is gone later is waited for.
    pub fn run(&self, monitor: &Monitor, notice: &Notice) -> Result<Played, WorkersError> {
        let failed = |cause: &dyn std::fmt::Display| WorkersError::Server(cause.to_string());
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|cause| failed(&cause))?;
        let players = Players::new(Some(self.threads)).map_err(|error| failed(&error))?;
        runtime.block_on(self.serve(Arc::new(players), monitor, notice))
    }

    async fn serve(
        &self,
        players: Arc<Players>,
        monitor: &Monitor,
        notice: &Notice,
    ) -> Result<Played, WorkersError> {
        let came_back = Arc::new(AtomicBool::new(false));
        let client = self.address.connect("tune2048 worker", Arc::clone(&came_back)).await?;
        let worker = client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned();
        notice(&format!(
            "worker {worker} of version {}, fingerprint {}, plays {} games at a time for {}",
            env!("CARGO_PKG_VERSION"),
            self.fingerprint,
            self.threads,
            self.address
        ));
        let queue = Queue::new(client.clone(), self.fingerprint.clone());
        let means = Means {
            client: &client,
            worker: &worker,
            players,
            programs: &self.programs,
            networks: Fetched::new(queue.context.clone(), self.cache.clone()),
            limits: self.limits,
            threads: Semaphore::new(self.threads),
            stop: monitor,
        };
        let hands = Hands {
            threads: self.threads,
            queue,
            means: &means,
            consumers: RefCell::default(),
            forgotten: Notify::new(),
            job_seconds: Cell::new(f64::INFINITY),
            trip_seconds: Cell::new(0.0),
            played: Cell::default(),
            rest_until: Cell::new(None),
            busy: Cell::new(0),
            idle_since: Cell::new(Instant::now()),
        };
        let routes = self.programs.keys().map(|name| (route(name), 0));
        let own = (OWN_PLAYERS.to_owned(), MOST_AHEAD_PER_THREAD * self.threads);
        let work = std::iter::once(own).chain(routes).flat_map(|(route, ahead)| {
            (0..self.threads + ahead)
                .map(move |hand| (route.clone(), (hand + 1).saturating_sub(self.threads)))
        });
        let (finished, results) = unbounded_channel();
        let work = join_all(work.map(|(route, ahead)| hands.work(route, ahead, finished.clone())));
        drop(finished);
        let presence = self.presence(&worker, self.threads);
        tokio::select! {
            _ = join(work, hands.deliver(results)) => {}
            () = self.show_presence(&client, &presence, notice) => {}
            () = hands.be_idle(self.idle_exit, self.is_once) => {}
            () = hands.ask_again(&came_back) => {}
        }
        let farewell = Presence { threads: 0, ..presence };
        let _ = client.publish(WORKERS, json(&farewell).into()).await;
        let _ = timeout(sign_pause(), client.flush()).await;
        Ok(hands.played.get())
    }

    fn presence(&self, worker: &str, threads: usize) -> Presence {
        Presence {
            worker: worker.to_owned(),
            host: host(),
            threads,
            fingerprint: self.fingerprint.to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            programs: self.programs.keys().cloned().collect(),
        }
    }

    /// Shows signs of life, at once to runs that begin, and names runs of other builds.
    async fn show_presence(&self, client: &Client, presence: &Presence, notice: &Notice) {
        let mut runs = match client.subscribe(RUNS).await {
            Ok(runs) => runs.boxed(),
            Err(_) => futures_util::stream::pending().boxed(),
        };
        let mut sign = interval(sign_pause());
        let mut others = HashSet::new();
        loop {
            let run = tokio::select! {
                _ = sign.tick() => None,
                Some(message) = runs.next() => {
                    serde_json::from_slice::<Announcement>(&message.payload).ok()
                }
            };
            let _ = client.publish(WORKERS, json(presence).into()).await;
            if let Some(run) = run
                && run.fingerprint != presence.fingerprint
                && others.insert(run.run)
            {
                notice(&format!(
                    "a run of another build (version {}, fingerprint {}) is on the server and \
                     gives this worker no games - install the same build here",
                    run.version, run.fingerprint
                ));
            }
        }
    }
}

/// Played games that their run does not have yet.
type Finished<'w> = (Lease<'w>, Vec<CandidateGames>);

/// The state that the hands of a worker share; each hand holds one job.
struct Hands<'w> {
    threads: usize,
    queue: Queue,
    means: &'w Means<'w>,
    /// The consumers of routes that are known.
    consumers: RefCell<HashMap<String, PullConsumer>>,
    /// Tells that the server may have forgotten requests for jobs.
    forgotten: Notify,
    /// The time of the latest job.
    job_seconds: Cell<f64>,
    /// The time from the question for the latest result to its answer: a way to the run and back.
    trip_seconds: Cell<f64>,
    played: Cell<Played>,
    /// The end of the pause after a job that could not be played.
    rest_until: Cell<Option<Instant>>,
    /// The number of jobs in hand.
    busy: Cell<usize>,
    /// When the latest of them ended.
    idle_since: Cell<Instant>,
}

impl<'w> Hands<'w> {
    /// Whether jobs are as short as hands that work ahead are for: the first for a thread that
    /// becomes free, the others for jobs and results on their way.
    fn works_ahead(&self, hand: usize) -> bool {
        let seconds = self.job_seconds.get();
        let on_their_way = self.threads as f64 * 2.0 * self.trip_seconds.get();
        seconds < SHORT_JOB_SECONDS && (hand - 1) as f64 * seconds <= on_their_way
    }

    /// Serves one job of a route after the other until the worker ends; `ahead` numbers the hands
    /// that work ahead from 1.
    async fn work(&self, route: String, ahead: usize, finished: UnboundedSender<Finished<'w>>) {
        let stop = self.means.stop;
        while !stop.stop_requested() {
            let rests = self.rest_until.get().is_some_and(|until| Instant::now() < until);
            if rests || ahead > 0 && !self.works_ahead(ahead) {
                tokio::select! {
                    () = sleep(NO_STREAM_PAUSE) => {}
                    () = stop_of(stop) => {}
                }
                continue;
            }
            let message = tokio::select! {
                message = self.pull(&route) => message,
                () = self.forgotten.notified() => None,
                () = stop_of(stop) => None,
            };
            let lease = message.and_then(|job| Lease::new(self.means, job));
            let Some(lease) = lease else {
                continue;
            };
            self.busy.set(self.busy.get() + 1);
            match lease.play().await {
                Ok(games) => drop(finished.send((lease, games))),
                Err(end) => self.note(end),
            }
        }
    }

    /// Delivers results while hands ask for the next jobs, until no hand is left.
    async fn deliver(&self, mut results: UnboundedReceiver<Finished<'w>>) {
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
    async fn be_idle(&self, time: Option<Duration>, is_once: bool) {
        loop {
            sleep(NO_STREAM_PAUSE).await;
            let has_played = is_once && self.played.get().games > 0;
            let limit = [time, has_played.then(run_patience)].into_iter().flatten().min();
            let idle = self.idle_since.get().elapsed();
            if self.busy.get() == 0 && limit.is_some_and(|limit| idle > limit) {
                return;
            }
        }
    }

    /// Lets hands ask for jobs again after an interruption.
    async fn ask_again(&self, came_back: &AtomicBool) {
        loop {
            sleep(NO_STREAM_PAUSE).await;
            if came_back.swap(false, Ordering::Relaxed) {
                self.forgotten.notify_waiters();
            }
        }
    }

    /// Asks the server for a job of a route.
    async fn pull(&self, route: &str) -> Option<async_nats::jetstream::Message> {
        let known = self.consumers.borrow().get(route).cloned();
        let consumer = match known {
            Some(consumer) => consumer,
            None => match self.queue.consumer(route).await {
                Some(consumer) => consumer,
                None => {
                    sleep(NO_STREAM_PAUSE).await;
                    return None;
                }
            },
        };
        let known = (route.to_owned(), consumer.clone());
        self.consumers.borrow_mut().extend([known]);
        let batch = consumer.batch().max_messages(1).expires(PULL_PATIENCE);
        let pulled = timeout(2 * PULL_PATIENCE, async {
            let mut messages = batch.messages().await.ok()?;
            Some(messages.next().await)
        });
        match pulled.await {
            // Nothing came in time.
            Ok(Some(None)) => None,
            Ok(Some(Some(Ok(message)))) => Some(message),
            // The stream may be gone.
            Err(_) | Ok(None) | Ok(Some(Some(Err(_)))) => {
                self.consumers.borrow_mut().remove(route);
                sleep(NO_STREAM_PAUSE).await;
                None
            }
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
