//! A server on a free port, and worker processes.

use tune2048_testkit::nats::NatsServer;
use tune2048_testkit::program::{Running, Scratch};

/// A server and the workers that it hands games to; all are killed at the end of the test.
pub(crate) struct Cluster {
    pub(crate) server: NatsServer,
    workers: Vec<Running>,
}

impl Cluster {
    /// Starts a server with workers of one thread, if the server is installed.
    pub(crate) fn start(scratch: &Scratch, workers: usize) -> Option<Self> {
        let configuration = "authorization { token: s3cret }\n";
        Self::configured(scratch, workers, configuration, ["s3cret"; 2])
    }

    /// Starts a server of a configuration, with the secrets of runs and of workers.
    pub(crate) fn configured(
        scratch: &Scratch,
        workers: usize,
        configuration: &str,
        [run, worker]: [&str; 2],
    ) -> Option<Self> {
        let server = NatsServer::start(scratch.root(), configuration)?;
        scratch.write("token", run);
        scratch.write("worker-token", worker);
        let mut cluster = Self { server, workers: Vec::new() };
        for _ in 0..workers {
            cluster.add_worker(scratch);
        }
        Some(cluster)
    }

    /// The options of a command whose games the workers play.
    pub(crate) fn options(&self) -> String {
        format!("--workers nats://127.0.0.1:{} --token-file token", self.server.port())
    }

    pub(crate) fn worker(&self) -> String {
        let port = self.server.port();
        format!("worker --connect nats://127.0.0.1:{port} --token-file worker-token --threads 1")
    }

    pub(crate) fn add_worker(&mut self, scratch: &Scratch) {
        self.workers.push(scratch.start(&self.worker()));
    }

    /// Kills the worker that started first, and starts another one; tells whether it had not ended
    /// before, for want of a server at its start.
    #[must_use]
    pub(crate) fn kill_worker(&mut self, scratch: &Scratch) -> bool {
        let is_killed = self.workers.remove(0).kill();
        self.add_worker(scratch);
        is_killed
    }
}
