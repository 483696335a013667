//! A server of NATS on a free port of this machine.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::tools::{is_installed, wait_until};

/// A server in a folder; killed at the end of the test.
pub struct NatsServer {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl NatsServer {
    /// Starts a server of a configuration, if the program is installed; see [`is_installed`].
    #[track_caller]
    pub fn start(folder: &Path, configuration: &str) -> Option<Self> {
        if !is_installed("nats-server") {
            return None;
        }
        fs::write(folder.join("server.conf"), configuration).expect("a file can be written");
        let port = free_port();
        Some(Self { child: spawn(folder, port), port, folder: folder.to_owned() })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server and starts it again.
    pub fn restart(&mut self) {
        self.child.kill().expect("it is our child");
        self.child.wait().expect("it is our child");
        self.child = spawn(&self.folder, self.port);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A free port below those that systems give to outgoing connections: none takes it before its server listens.
fn free_port() -> u16 {
    let random = || RandomState::new().hash_one(());
    let mut ports = std::iter::repeat_with(|| 10_000 + (random() % 20_000) as u16);
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.find(is_free).expect("there is no end of ports")
}

fn spawn(folder: &Path, port: u16) -> Child {
    let server = Command::new("nats-server")
        .args(["-c", "server.conf", "-a", "127.0.0.1", "-p", &port.to_string()])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    wait_until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    server.expect("it is installed")
}
