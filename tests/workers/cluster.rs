//! A server on a free port, and worker processes.

use std::process::{Child, Command, Stdio};

use tune2048_testkit::nats::{NatsServer, free_port};
use tune2048_testkit::program::{Running, Scratch};

/// A server and the workers that it hands games to; all are killed at the end of the test.
pub(crate) struct Cluster {
    pub(crate) server: NatsServer,
    /// Where workers connect in turn: to the server, and to what delays it.
    doors: Vec<u16>,
    relays: Vec<Child>,
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
        let (doors, relays) = (vec![server.port()], Vec::new());
        let mut cluster = Self { server, doors, relays, workers: Vec::new() };
        for _ in 0..workers {
            cluster.add_worker(scratch);
        }
        Some(cluster)
    }

    /// The options of a command whose games the workers play.
    pub(crate) fn options(&self) -> String {
        format!("--workers nats://127.0.0.1:{} --token-file token", self.server.port())
    }

    /// The arguments of another worker.
    pub(crate) fn worker(&self) -> String {
        let door = self.doors[0];
        format!("worker --connect nats://127.0.0.1:{door} --token-file worker-token --threads 1")
    }

    pub(crate) fn add_worker(&mut self, scratch: &Scratch) {
        self.workers.push(scratch.start(&self.worker()));
        self.doors.rotate_left(1);
    }

    /// Lets some of the next workers be so many milliseconds away.
    pub(crate) fn add_relay(&mut self, delay: u32) {
        let relay = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/delay.py");
        let door = free_port();
        let numbers = [door.to_string(), self.server.port().to_string(), delay.to_string()];
        let relay = Command::new("python3").arg(relay).args(numbers).stderr(Stdio::null()).spawn();
        self.relays.push(relay.expect("it is installed"));
        self.doors.push(door);
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

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in &mut self.relays {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
