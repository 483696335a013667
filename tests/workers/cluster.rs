//! A server on a free port, and worker processes.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tune2048_testkit::program::{Running, Scratch, is_installed};

/// Nothing that a test waits for takes as long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where workers keep networks.
const CACHE: [(&str, &str); 1] = [("XDG_CACHE_HOME", "cache")];

/// A server and the workers that it hands games to; all are killed at the end of the test.
pub(crate) struct Cluster {
    server: Child,
    port: u16,
    workers: Vec<Running>,
}

impl Cluster {
    /// Starts a server with workers of one thread, if the server is installed; see
    /// [`is_installed`].
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
        if !is_installed("nats-server") {
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = port.expect("a port is free").port();
        scratch.write("server.conf", configuration);
        scratch.write("token", run);
        scratch.write("worker-token", worker);
        let server = spawn(scratch, port);
        let mut cluster = Self { server, port, workers: Vec::new() };
        for _ in 0..workers {
            cluster.add_worker(scratch);
        }
        Some(cluster)
    }

    /// The options of a command whose games the workers play.
    pub(crate) fn options(&self) -> String {
        format!("--workers nats://127.0.0.1:{} --token-file token", self.port)
    }

    /// The arguments of another worker.
    pub(crate) fn worker(&self) -> String {
        format!(
            "worker --connect nats://127.0.0.1:{} --token-file worker-token --threads 1",
            self.port
        )
    }

    pub(crate) fn add_worker(&mut self, scratch: &Scratch) {
        self.workers.push(scratch.start_in(&CACHE, &self.worker()));
    }

    /// The port of the server.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Stops the worker that started first, as from a terminal, or lets it go on.
    pub(crate) fn signal_worker(&mut self, signal: &str) {
        self.workers[0].signal(signal);
    }

    /// Kills the worker that started first, and starts another one.
    pub(crate) fn kill_worker(&mut self, scratch: &Scratch) {
        assert!(self.workers.remove(0).kill(), "a worker does not end by itself");
        self.add_worker(scratch);
    }

    /// Kills the server, whose memory is lost, and starts it again.
    pub(crate) fn kill_server(&mut self, scratch: &Scratch) {
        self.server.kill().expect("it is our child");
        self.server.wait().expect("it is our child");
        self.server = spawn(scratch, self.port);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn spawn(scratch: &Scratch, port: u16) -> Child {
    let server = Command::new("nats-server")
        .args(["-c", "server.conf", "-a", "127.0.0.1", "-p", &port.to_string()])
        .args(["-js", "-sd", "server"])
        .current_dir(scratch.root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < PATIENCE, "the server does not listen");
        std::thread::sleep(Duration::from_millis(2));
    }
    server.expect("it is installed")
}
