//! The last lines of a program's standard error.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of lines that are kept.
const LINES: usize = 20;

/// The number of characters of a line that are kept.
const CHARACTERS: usize = 300;

/// The longest wait for the last lines of a process that has ended.
const GRACE: Duration = Duration::from_millis(200);

/// The last lines of a standard error, which a thread empties all the time: a program that
/// writes much neither waits nor fills the memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct StderrTail {
    shared: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<String>,
    has_ended: bool,
}

impl StderrTail {
    /// Starts the thread that reads until the end.
    pub(crate) fn start(&self, stderr: ChildStderr) -> io::Result<()> {
        let filled = self.clone();
        let thread = thread::Builder::new().name("standard error".to_owned());
        thread.spawn(move || filled.read(stderr)).map(drop)
    }

    /// The last lines of a process that has ended.
    pub(crate) fn lines(&self) -> Vec<String> {
        let ended = &self.shared.1;
        let waited = ended.wait_timeout_while(self.state(), GRACE, |state| !state.has_ended);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.lines.iter().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut stderr: ChildStderr) {
        let mut buffer = [0; 8192];
        let mut line = Vec::new();
        loop {
            match stderr.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => self.take(&buffer[..length], &mut line),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let mut state = self.state();
        if !line.is_empty() {
            state.push(&line);
        }
        state.has_ended = true;
        self.shared.1.notify_all();
    }

    /// Takes bytes; `line` is the line in progress, cut where it is too long.
    fn take(&self, bytes: &[u8], line: &mut Vec<u8>) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n").unwrap_or(part);
            // A character has at most four bytes.
            let room = (4 * CHARACTERS).saturating_sub(line.len());
            line.extend_from_slice(&text[..room.min(text.len())]);
            if part.len() > text.len() {
                self.state().push(line);
                line.clear();
            }
        }
    }
}

impl State {
    fn push(&mut self, line: &[u8]) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end().chars().take(CHARACTERS).collect();
        self.lines.push_back(line);
    }
}
