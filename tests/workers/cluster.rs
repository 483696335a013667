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
    /// Where workers connect in turn: to the server, and to what delays it.
    doors: Vec<u16>,
    relays: Vec<Child>,
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
        let port = free_port();
        scratch.write("server.conf", configuration);
        scratch.write("token", run);
        scratch.write("worker-token", worker);
        let server = spawn(scratch, port);
        let (doors, relays) = (vec![port], Vec::new());
        let mut cluster = Self { server, port, doors, relays, workers: Vec::new() };
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
        let door = self.doors[0];
        format!("worker --connect nats://127.0.0.1:{door} --token-file worker-token --threads 1")
    }

    pub(crate) fn add_worker(&mut self, scratch: &Scratch) {
        self.workers.push(scratch.start_in(&CACHE, &self.worker()));
        self.doors.rotate_left(1);
    }

    /// Lets some of the next workers be so many milliseconds away.
    pub(crate) fn add_relay(&mut self, delay: u32) {
        let relay = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/delay.py");
        let door = free_port();
        let numbers = [door.to_string(), self.port.to_string(), delay.to_string()];
        let relay = Command::new("python3").arg(relay).args(numbers).stderr(Stdio::null()).spawn();
        self.relays.push(relay.expect("it is installed"));
        self.doors.push(door);
    }

    /// The port of the server.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Kills the worker that started first, and starts another one; tells whether it had not ended
    /// before, for want of a server at its start.
    #[must_use]
    pub(crate) fn kill_worker(&mut self, scratch: &Scratch) -> bool {
        let is_killed = self.workers.remove(0).kill();
        self.add_worker(scratch);
        is_killed
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
        for process in self.relays.iter_mut().chain([&mut self.server]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn free_port() -> u16 {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    port.expect("a port is free").port()
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
