//! A process with the group that it and what it starts are in.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::process::guard::{Guard, VARIABLE};

/// The pause between two looks at a process that should end: most do at once.
const EXIT_PAUSE: Duration = Duration::from_micros(100);

/// A process in a group of its own, which is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) child: Child,
    guard: Arc<Guard>,
    /// The entry of the environment by which processes outside of the group are known.
    mark: String,
}

impl Group {
    /// Starts the process of a number.
    pub(super) fn start(
        number: u64,
        command: &mut Command,
        guard: &Arc<Guard>,
    ) -> io::Result<Self> {
        // Ctrl-C in a terminal then reaches the tuner only.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mark = guard.mark(number);
        let child = command.env(VARIABLE, &mark).spawn()?;
        guard.add(child.id());
        Ok(Self { child, guard: Arc::clone(guard), mark: format!("{VARIABLE}={mark}") })
    }

    /// Whether the program has not exited.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for the exit until a given time.
    pub(super) fn exit_until(&mut self, end: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => thread::sleep(EXIT_PAUSE),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Kills the program with its group, and what it has started outside of that.
    pub(super) fn kill(&mut self) {
        self.kill_group();
        kill_marked(&self.mark);
    }

    /// The group may have processes left after the program has exited.
    #[cfg(unix)]
    fn kill_group(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    #[cfg(not(unix))]
    fn kill_group(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill_group();
        self.guard.remove(self.child.id());
        let _ = self.child.wait();
    }
}

/// Kills the processes that have a variable with its value in their environment, on Linux.
#[cfg(target_os = "linux")]
fn kill_marked(variable: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(number) = number.and_then(Pid::from_raw) else { continue };
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes()) {
            let _ = kill_process(number, Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_: &str) {}
