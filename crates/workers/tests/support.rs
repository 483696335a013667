//! A server on a free port, workers on threads, and batches.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;
use tune2048_engine::{
    EvaluateError, GameEvaluator, GameResult, GameSeed, HeuristicKind, Monitor, PlayerSettings,
    Preset,
};
use tune2048_testkit::nats::NatsServer;
pub(crate) use tune2048_testkit::tools::wait_until;
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job, Subject};
use tune2048_workers::{Notice, ServerAddress, Worker, WorkersEvaluator};

/// The lease in all tests: as long as a machine may be busy with other things.
const LEASE: Duration = Duration::from_secs(2);

/// A server in a folder of its own; killed at the end of the test.
pub(crate) struct Server {
    nats: NatsServer,
    _folder: TempDir,
}

impl Server {
    /// Starts a server, if the program is installed.
    #[track_caller]
    pub(crate) fn start() -> Option<Self> {
        Self::configured("")
    }

    /// Starts a server with a configuration, as [`Server::start`] does.
    #[track_caller]
    pub(crate) fn configured(configuration: &str) -> Option<Self> {
        // What is killed or hangs is soon noticed.
        tune2048_workers::set_lease(LEASE);
        let folder = tempfile::tempdir().unwrap();
        let nats = NatsServer::start(folder.path(), configuration)?;
        Some(Self { nats, _folder: folder })
    }

    pub(crate) fn address(&self) -> ServerAddress {
        ServerAddress::new(&self.url(), None).unwrap()
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.nats.port())
    }

    /// Connects a run, and waits until it knows workers with so many threads.
    pub(crate) fn run(&self, threads: usize) -> WorkersEvaluator {
        self.run_with_notices(threads).0
    }

    /// As [`Server::run`], with what the user is told.
    pub(crate) fn run_with_notices(&self, threads: usize) -> (WorkersEvaluator, Notices) {
        let notices = Notices::default();
        let run = WorkersEvaluator::connect(&self.address(), notices.notice()).unwrap();
        wait_until("workers are known", || run.concurrent_games() >= threads);
        (run, notices)
    }
}

#[derive(Clone, Default)]
pub(crate) struct Notices(Arc<Mutex<Vec<String>>>);

impl Notices {
    pub(crate) fn notice(&self) -> Notice {
        let lines = Arc::clone(&self.0);
        Arc::new(move |line| lines.lock().unwrap().push(line.to_owned()))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    pub(crate) fn contain(&self, text: &str) -> bool {
        self.0.lock().unwrap().iter().any(|line| line.contains(text))
    }
}

/// A worker on a thread; ended with the test.
pub(crate) struct RunningWorker {
    monitor: Arc<Monitor>,
    pub(crate) notices: Notices,
    thread: Option<JoinHandle<usize>>,
}

impl RunningWorker {
    pub(crate) fn start(server: &Server, threads: usize) -> Self {
        Self::of(Worker::new(server.address(), threads))
    }

    pub(crate) fn offering(server: &Server, name: &str, program: PathBuf) -> Self {
        let programs = [(name.to_owned(), program)].into();
        Self::of(Worker { programs, ..Worker::new(server.address(), 1) })
    }

    pub(crate) fn of(worker: Worker) -> Self {
        let (monitor, notices) = (Arc::<Monitor>::default(), Notices::default());
        let (its_monitor, notice) = (Arc::clone(&monitor), notices.notice());
        let thread = thread::spawn(move || worker.run(&its_monitor, &notice).unwrap());
        Self { monitor, notices, thread: Some(thread) }
    }

    /// Returns the number of games whose results are stored.
    pub(crate) fn stop(mut self) -> usize {
        self.monitor.request_stop();
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.monitor.request_stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A batch of every preset on so many games.
pub(crate) fn job(games: u64) -> Job {
    let rows = Preset::ALL.iter().map(Preset::weights);
    let rows = rows.filter(|weights| weights.heuristic == HeuristicKind::Rows);
    Job::new(
        Subject::board(PlayerSettings::default(), HeuristicKind::Rows).into(),
        rows.map(|weights| weights.values).collect(),
        (0..games).map(GameSeed).collect(),
    )
}

pub(crate) fn one_game() -> Job {
    let mut one = job(1);
    one.candidates.truncate(1);
    one
}

/// Plays a batch; returns the results of each candidate.
pub(crate) fn results(
    evaluator: &dyn Evaluate,
    job: &Job,
    monitor: &Monitor,
) -> Result<Vec<Vec<GameResult>>, EvaluateError> {
    let mut found = Vec::new();
    evaluator.evaluate(job, monitor, &mut |games: CandidateGames| {
        assert_eq!(games.candidate, found.len());
        found.push(games.results);
    })?;
    Ok(found)
}

/// The results of a batch on one thread of this machine.
pub(crate) fn alone(job: &Job) -> Result<Vec<Vec<GameResult>>, EvaluateError> {
    results(&GameEvaluator::new(Some(1))?, job, &Monitor::default())
}
