//! What a program writes, which threads read all the time, and how it is written to.
//!
//! A program that reads or writes nothing stops only these threads; killing the program ends them.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest line of standard output, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The last bytes of standard error that are kept.
const STDERR_BYTES: usize = 1 << 16;

/// The number of its last lines that are shown, and of the characters of each.
const STDERR_LINES: usize = 20;
const STDERR_CHARACTERS: usize = 300;

/// The longest wait for the last lines of a process that has ended.
const STDERR_GRACE: Duration = Duration::from_millis(200);

/// Why no further line follows.
pub(crate) enum End {
    /// The standard output was closed after these bytes without an end of line.
    Closed(Vec<u8>),
    /// A line is longer than [`MAX_LINE`]; its first bytes.
    TooLong(Vec<u8>),
    /// The request could not be written.
    NotRead,
}

/// The standard input of a program.
#[derive(Debug)]
pub(super) struct Input {
    lines: Sender<String>,
    writer: JoinHandle<()>,
}

impl Input {
    pub(super) fn new(mut pipe: ChildStdin) -> io::Result<Self> {
        let (lines, written) = mpsc::channel::<String>();
        let write = move || {
            while written.recv().is_ok_and(|line| pipe.write_all(line.as_bytes()).is_ok()) {}
        };
        let writer = thread::Builder::new().name("standard input".to_owned()).spawn(write)?;
        Ok(Self { lines, writer })
    }

    pub(super) fn write(&self, line: String) {
        // Whoever waits for the answer finds that the input is closed.
        let _ = self.lines.send(line);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.writer.is_finished()
    }
}

/// The standard output of a program.
#[derive(Debug)]
pub(super) struct Output {
    chunks: Receiver<Vec<u8>>,
    /// The begin of the next line, and what follows it.
    unread: Vec<u8>,
}

impl Output {
    pub(super) fn new(pipe: ChildStdout) -> io::Result<Self> {
        // A program that floods its output waits.
        let (sender, chunks) = mpsc::sync_channel(1);
        read_all("standard output", pipe, move |bytes| sender.send(bytes.to_vec()).is_ok())?;
        Ok(Self { chunks, unread: Vec::new() })
    }

    /// The next line without its end; `None` if it takes longer than `patience`.
    pub(super) fn line(&mut self, patience: Duration) -> Option<Result<Vec<u8>, End>> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.unread[searched..].iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.unread.drain(..=searched + end).collect();
                line.pop();
                return Some(Ok(line));
            }
            searched = self.unread.len();
            if searched > MAX_LINE {
                self.unread.truncate(400);
                return Some(Err(End::TooLong(std::mem::take(&mut self.unread))));
            }
            match self.chunks.recv_timeout(patience) {
                Ok(chunk) => self.unread.extend(chunk),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err(End::Closed(std::mem::take(&mut self.unread))));
                }
            }
        }
    }
}

/// The end of a program's standard error.
#[derive(Debug)]
pub(super) struct StderrTail {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl StderrTail {
    pub(super) fn new(pipe: ChildStderr) -> io::Result<Self> {
        let kept = Arc::<Mutex<Vec<u8>>>::default();
        let (until_the_end, ended) = mpsc::channel();
        let filled = Arc::clone(&kept);
        read_all("standard error", pipe, move |bytes| {
            let _: &Sender<()> = &until_the_end;
            let mut kept = filled.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(bytes);
            let surplus = kept.len().saturating_sub(STDERR_BYTES);
            kept.drain(..surplus);
            true
        })?;
        Ok(Self { kept, ended })
    }

    /// The last lines of a process that has ended.
    pub(super) fn lines(&self) -> Vec<String> {
        let _ = self.ended.recv_timeout(STDERR_GRACE);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let shown = |line: &str| line.trim_end().chars().take(STDERR_CHARACTERS).collect();
        let surplus = text.lines().count().saturating_sub(STDERR_LINES);
        text.lines().skip(surplus).map(shown).collect()
    }
}

/// Gives what a pipe has to `take` on a thread, until its end or until nobody takes it.
fn read_all(
    name: &str,
    mut pipe: impl Read + Send + 'static,
    take: impl Fn(&[u8]) -> bool + Send + 'static,
) -> io::Result<()> {
    let read = move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pipe.read(&mut buffer) {
                Ok(length) if length > 0 && take(&buffer[..length]) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                _ => return,
            }
        }
    };
    thread::Builder::new().name(name.to_owned()).spawn(read).map(drop)
}
