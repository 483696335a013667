//! A server on a free port, workers on threads, and batches.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tune2048_engine::{
    EvaluateError, GameResult, GameSeed, HeuristicKind, Monitor, PlayerSettings, Preset,
};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job, Subject};
use tune2048_workers::{Fingerprint, Notice, Played, ServerAddress, Worker, WorkersEvaluator};

/// Nothing that a test waits for takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The lease in all tests: as long as a machine may be busy with other things.
const LEASE: Duration = Duration::from_secs(2);

/// A server in a folder of its own; killed at the end of the test.
pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Server {
    /// Starts a server, if the program is installed.
    ///
    /// Without it the test is skipped, or fails if `TUNE2048_REQUIRE_NATS_SERVER` is set.
    #[track_caller]
    pub(crate) fn start() -> Option<Self> {
        Self::configured("")
    }

    /// Starts a server with a configuration, as [`Server::start`] does.
    #[track_caller]
    pub(crate) fn configured(configuration: &str) -> Option<Self> {
        let version = Command::new("nats-server").arg("--version").output();
        let is_here = version.is_ok_and(|output| output.status.success());
        let is_required = std::env::var_os("TUNE2048_REQUIRE_NATS_SERVER").is_some();
        assert!(is_here || !is_required, "nats-server is missing");
        if !is_here {
            eprintln!(
                "skipped: nats-server is missing (TUNE2048_REQUIRE_NATS_SERVER=1 makes this a failure)"
            );
            return None;
        }
        // What is killed or hangs is soon noticed.
        tune2048_workers::set_lease(LEASE);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("server.conf"), configuration).unwrap();
        let child = spawn(port, &folder);
        Some(Self { child, port, folder })
    }

    /// Kills the server, whose memory is lost, and starts it again.
    pub(crate) fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = spawn(self.port, &self.folder);
    }

    pub(crate) fn address(&self) -> ServerAddress {
        ServerAddress::new(&self.url(), None).unwrap()
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Connects a run, and waits until it knows workers with so many threads.
    pub(crate) fn run(&self, threads: usize) -> WorkersEvaluator {
        self.run_with_notices(threads).0
    }

    /// As [`Server::run`], with what the user is told.
    pub(crate) fn run_with_notices(&self, threads: usize) -> (WorkersEvaluator, Notices) {
        let notices = Notices::default();
        let run = WorkersEvaluator::connect(&self.address(), None, notices.notice()).unwrap();
        wait_until("workers are known", || run.concurrent_games() >= threads);
        (run, notices)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16, folder: &TempDir) -> Child {
    let child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
        .arg(folder.path())
        .arg("-c")
        .arg(folder.path().join("server.conf"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    child
}

#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Lines for the user.
#[derive(Clone, Default)]
pub(crate) struct Notices(Arc<Mutex<Vec<String>>>);

impl Notices {
    pub(crate) fn notice(&self) -> Notice {
        let lines = Arc::clone(&self.0);
        Arc::new(move |line| lines.lock().unwrap().push(line.to_owned()))
    }

    pub(crate) fn contain(&self, text: &str) -> bool {
        self.0.lock().unwrap().iter().any(|line| line.contains(text))
    }
}

/// A worker on a thread; ended with the test.
pub(crate) struct RunningWorker {
    monitor: Arc<Monitor>,
    pub(crate) notices: Notices,
    thread: Option<JoinHandle<Played>>,
}

impl RunningWorker {
    pub(crate) fn start(server: &Server, threads: usize) -> Self {
        Self::of(Worker::new(server.address(), threads))
    }

    /// A worker with the secret of an address.
    pub(crate) fn at(address: ServerAddress, threads: usize) -> Self {
        Self::of(Worker::new(address, threads))
    }

    /// A worker that offers a program.
    pub(crate) fn offering(server: &Server, name: &str, program: PathBuf) -> Self {
        let programs = [(name.to_owned(), program)].into();
        Self::of(Worker { programs, ..Worker::new(server.address(), 1) })
    }

    pub(crate) fn of_another_build(server: &Server) -> Self {
        let fingerprint = Fingerprint::of_another_build();
        Self::of(Worker { fingerprint, ..Worker::new(server.address(), 1) })
    }

    pub(crate) fn of(worker: Worker) -> Self {
        let (monitor, notices) = (Arc::<Monitor>::default(), Notices::default());
        let (its_monitor, notice) = (Arc::clone(&monitor), notices.notice());
        let thread = thread::spawn(move || worker.run(&its_monitor, &notice).unwrap());
        Self { monitor, notices, thread: Some(thread) }
    }

    /// Requests the end, and waits for it.
    pub(crate) fn stop(mut self) -> Played {
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
