//! A running program.

pub(crate) mod conversation;
mod guard;
pub(crate) mod pool;
pub(crate) mod program;
mod stderr_tail;

use std::io::{self, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::conversation::{Conversation, Event, Expected, Order};
use crate::process::guard::{Guard, VARIABLE};
use crate::process::stderr_tail::StderrTail;

/// The time in which a program exits after it closed its standard output.
const EXIT: Duration = Duration::from_millis(500);

/// The first pause between two looks at a process that should end; each next one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_micros(50);

/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// A running program in a process group of its own, which is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    /// A number that no other process of the evaluator has.
    pub(crate) number: u64,
    child: Child,
    /// None after the input was closed, which ends the program.
    orders: Option<Sender<Order>>,
    stderr: StderrTail,
    guard: Arc<Guard>,
    /// The number of requests so far.
    pub(crate) requests: u64,
    /// The number of games so far.
    pub(crate) games: u64,
    /// Whether the first game had failed before.
    pub(crate) began_with_retry: bool,
    has_exited: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program, with an input or without.
    pub(crate) fn start(
        number: u64,
        command: &mut Command,
        has_input: bool,
        guard: &Arc<Guard>,
    ) -> io::Result<Self> {
        let input = if has_input { Stdio::piped() } else { Stdio::null() };
        // Ctrl-C in a terminal then reaches the tuner only.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.env(VARIABLE, guard.mark(number));
        let mut child =
            command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        guard.add(child.id());
        let input = child.stdin.take();
        let output = child.stdout.take().expect("the output is piped");
        let output = BufReader::with_capacity(1 << 16, output);
        let stderr = child.stderr.take().expect("standard error is piped");
        let (orders, receiver) = mpsc::channel();
        let has_exited = Arc::default();
        let conversation =
            Conversation { process: number, input, output, has_exited: Arc::clone(&has_exited) };
        // From here on the process is killed if a thread cannot be started.
        let process = Self {
            number,
            child,
            orders: Some(orders),
            stderr: StderrTail::default(),
            guard: Arc::clone(guard),
            requests: 0,
            games: 0,
            began_with_retry: false,
            has_exited,
        };
        process.stderr.start(stderr)?;
        thread::Builder::new()
            .name(format!("program {number}"))
            .spawn(move || conversation.hold(&receiver))?;
        Ok(process)
    }

    /// Writes some input, a line with its end or nothing, and reads what is expected; reports are sent to `reports`.
    pub(crate) fn order(&self, input: Vec<u8>, expected: Expected, reports: &Sender<Event>) {
        if let Some(orders) = &self.orders {
            // The thread ends only after it has reported an end.
            let _ = orders.send(Order { input, expected, reports: reports.clone() });
        }
    }

    /// Whether the program has not exited.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Lets the conversation end if the program has exited, whoever else holds its output open.
    pub(crate) fn note_exit(&mut self) {
        if !self.is_running() {
            self.has_exited.store(true, Ordering::Relaxed);
        }
    }

    /// Waits half a second for the exit of a program that has closed its output.
    pub(crate) fn exit(&mut self) -> Option<ExitStatus> {
        self.exit_until(Instant::now() + EXIT)
    }

    /// Waits for the exit until a given time.
    pub(crate) fn exit_until(&mut self, end: Instant) -> Option<ExitStatus> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => {
                    thread::sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Kills the program with its process group, and what it has started outside of that, and
    /// returns the last lines of its standard error.
    pub(crate) fn kill(self) -> Vec<String> {
        let stderr = self.stderr.clone();
        let mark = format!("{VARIABLE}={}", self.guard.mark(self.number));
        drop(self);
        kill_marked(&mark);
        stderr.lines()
    }

    /// Sends the process group a signal that ends it. It may have processes left after the
    /// program has exited.
    #[cfg(unix)]
    pub(crate) fn signal(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    #[cfg(not(unix))]
    pub(crate) fn signal(&mut self) {
        let _ = self.child.kill();
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

impl Drop for Process {
    fn drop(&mut self) {
        self.signal();
        self.guard.remove(self.child.id());
        let _ = self.child.wait();
    }
}
