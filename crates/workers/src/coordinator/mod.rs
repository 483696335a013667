//! The evaluator that hands games out to workers.

mod awaited_jobs;
mod exchange;
mod known_workers;
mod ledger;
mod local_players;
mod pieces;
mod results;
mod stream;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::mpsc::UnboundedSender;
use tune2048_engine::EvaluateError;
use tune2048_tuner::record::worker_presence::SeenWorker;

use self::exchange::Exchange;
use self::ledger::Ledger;
use self::local_players::LocalPlayers;
use self::pieces::Pace;
use crate::messages::{JobKey, RESUMABLE, Results, hex_hash, json};
use crate::queue::Queue;
use crate::worker::host;
use crate::{Notice, ServerAddress, Verify, WorkersError, fingerprint};

/// How long the start of a run waits for the first worker.
const FIRST_WORKER_PATIENCE: Duration = Duration::from_millis(500);

/// Plays the games of jobs by workers, which a server hands them to.
///
/// Results do not depend on the workers: games are sent until they are answered, the first answer
/// counts, and another answer that differs ends all evaluations with an error.
#[derive(Debug)]
pub struct WorkersEvaluator {
    ledger: Arc<Mutex<Ledger>>,
    outgoing: Option<UnboundedSender<JobKey>>,
    thread: Option<JoinHandle<()>>,
    here: Option<LocalPlayers>,
    /// What a game of each player takes, by a hash of its settings.
    pace: Mutex<HashMap<String, Pace>>,
}

impl WorkersEvaluator {
    /// Connects to a server; `notice` takes lines for the user. What is recorded in `folder` can be
    /// continued: the games of its run survive it.
    ///
    /// # Errors
    /// [`WorkersError::Server`] if the server cannot be reached, refuses the connection, or lacks
    /// JetStream.
    pub fn connect(
        address: &ServerAddress,
        folder: Option<&Path>,
        notice: Notice,
    ) -> Result<Self, WorkersError> {
        let ledger = Arc::new(Mutex::new(Ledger::of_build(fingerprint())));
        let (outgoing, jobs) = tokio::sync::mpsc::unbounded_channel();
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let failed = |cause| WorkersError::Server(format!("cannot use the network: {cause}"));
        let runtime = runtime.map_err(failed)?;
        let (opened, outcome) = mpsc::channel();
        let its_ledger = Arc::clone(&ledger);
        let (there, its_notice) = (address.clone(), Arc::clone(&notice));
        let name = folder.map(run_of_folder);
        // On a thread of its own, for the caller may be within a runtime.
        let run = move || match runtime.block_on(open(&there, name, its_ledger, its_notice)) {
            Ok((exchange, subscriptions)) => {
                let _ = opened.send(Ok(()));
                runtime.block_on(exchange.run(subscriptions, jobs));
            }
            Err(error) => drop(opened.send(Err(error))),
        };
        let thread = thread::Builder::new()
            .name("exchange with workers".to_owned())
            .spawn(run)
            .map_err(|cause| WorkersError::Server(EvaluateError::threads(cause).to_string()))?;
        let ended = |_| WorkersError::Server("the exchange with the server has ended".to_owned());
        outcome.recv().map_err(ended)??;
        let evaluator = Self {
            ledger,
            outgoing: Some(outgoing),
            thread: Some(thread),
            here: None,
            pace: Mutex::default(),
        };
        if !evaluator.wait_for_workers() {
            notice(&format!(
                "waits for workers: start some with tune2048 worker --connect {address}"
            ));
        }
        Ok(evaluator)
    }

    /// Plays with threads of this process too, which need no server.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn with_threads_here(mut self, threads: usize) -> Result<Self, EvaluateError> {
        self.ledger().plays_here = true;
        self.here = Some(LocalPlayers::start(threads, &self.ledger)?);
        Ok(self)
    }

    /// Plays some jobs twice, on different workers.
    #[must_use]
    pub fn verifying(self, verify: Verify) -> Self {
        self.ledger().verify = verify;
        self
    }

    /// Returns a look at the workers of this run, which may be taken as long as the run lasts.
    pub fn workers(&self) -> impl Fn() -> Vec<SeenWorker> + Send + Sync + 'static {
        let ledger = Arc::clone(&self.ledger);
        move || ledger.lock().expect("no thread panics with the ledger").workers.list()
    }

    /// Whether a worker that is there offers a program under a name.
    pub fn offers(&self, program: &str) -> bool {
        self.ledger().workers.offer(program)
    }

    /// Waits a little for workers that are there; returns whether there is one.
    fn wait_for_workers(&self) -> bool {
        let start = Instant::now();
        while self.threads() == 0 && start.elapsed() < FIRST_WORKER_PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        self.threads() > 0
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no thread panics with the ledger")
    }

    /// The number of games that are played at the same time.
    fn threads(&self) -> usize {
        let here = self.here.as_ref().map_or(0, LocalPlayers::threads);
        here + self.ledger().workers.cores()
    }

    /// The number of jobs that workers take at once.
    fn hands(&self) -> usize {
        self.ledger().workers.hands()
    }

    fn pace(&self) -> MutexGuard<'_, HashMap<String, Pace>> {
        self.pace.lock().expect("no thread panics with it")
    }

    fn note_pace(&self, player: &str, results: &Results) {
        let games = results.games() as f64;
        let latest =
            Pace { seconds: results.seconds() / games, bytes: results.bytes() as f64 / games };
        let mut pace = self.pace();
        let known = pace.entry(player.to_owned()).or_insert(latest);
        *known = known.after(latest);
    }

    fn send(&self, key: JobKey) -> Result<(), EvaluateError> {
        let outgoing = self.outgoing.as_ref().and_then(|out| out.send(key).ok());
        outgoing.ok_or_else(|| {
            EvaluateError::Failed("the exchange with the server has ended".to_owned())
        })
    }
}

/// The identifier of the run that records in a folder: the same for all that continue it, and no
/// other machine's.
fn run_of_folder(folder: &Path) -> String {
    let machine = fs::read_to_string("/etc/machine-id").unwrap_or_default();
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let hash = hex_hash(&json(&(machine, host(), folder.display().to_string())));
    format!("{RESUMABLE}{}", &hash[..32])
}

/// Connects and makes a run known.
async fn open(
    address: &ServerAddress,
    name: Option<String>,
    ledger: Arc<Mutex<Ledger>>,
    notice: Notice,
) -> Result<(Arc<Exchange>, (async_nats::Subscriber, async_nats::Subscriber)), WorkersError> {
    let came_back = Arc::new(AtomicBool::new(false));
    let client = address.connect("tune2048 run", Arc::clone(&came_back)).await?;
    let another = || client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned();
    let run = name.unwrap_or_else(another);
    let queue = Queue::new(client.clone(), fingerprint());
    let exchange = Arc::new(Exchange {
        known: Mutex::default(),
        putting: tokio::sync::Mutex::default(),
        client,
        queue,
        run,
        fingerprint: fingerprint(),
        ledger,
        notice,
        came_back,
    });
    let subscriptions = exchange.open().await?;
    Ok((exchange, subscriptions))
}

impl Drop for WorkersEvaluator {
    /// Takes the run's jobs off the server.
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod ledger_tests;
