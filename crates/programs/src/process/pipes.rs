//! What a program writes, which threads read all the time, and how it is written to.
//!
//! A program that reads or writes nothing stops only these threads; killing the program ends them.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest line of standard output, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The most lines of it that wait for being taken; a program that floods it waits.
const MOST_UNREAD: usize = 16;

/// The bytes that are read of a pipe at a time.
const BUFFER: usize = 1 << 16;

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

/// A line of the standard output without its end, or why there is none.
pub(crate) type Line = Result<Vec<u8>, End>;

/// Reads the lines of a program's standard output.
pub(super) fn lines(pipe: ChildStdout) -> io::Result<Receiver<Line>> {
    let (sender, lines) = mpsc::sync_channel(MOST_UNREAD);
    let mut pipe = BufReader::with_capacity(BUFFER, pipe);
    let mut next = move || {
        let mut line = Vec::new();
        // What cannot be read has ended.
        let _ = pipe.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
        if line.pop_if(|last| *last == b'\n').is_some() {
            return Ok(line);
        }
        if line.len() > MAX_LINE {
            line.truncate(400);
            return Err(End::TooLong(line));
        }
        Err(End::Closed(line))
    };
    let read = move || while sender.send(next()).is_ok() {};
    thread::Builder::new().name("standard output".to_owned()).spawn(read)?;
    Ok(lines)
}

/// The end of a program's standard error.
#[derive(Debug)]
pub(super) struct StderrTail {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl StderrTail {
    pub(super) fn new(mut pipe: ChildStderr) -> io::Result<Self> {
        let kept = Arc::<Mutex<Vec<u8>>>::default();
        let (until_the_end, ended) = mpsc::channel();
        let filled = Arc::clone(&kept);
        let read = move || {
            let _: &Sender<()> = &until_the_end;
            let mut buffer = vec![0; BUFFER];
            loop {
                let length = match pipe.read(&mut buffer) {
                    Ok(length @ 1..) => length,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    _ => return,
                };
                let mut kept = filled.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..length]);
                let surplus = kept.len().saturating_sub(STDERR_BYTES);
                kept.drain(..surplus);
            }
        };
        thread::Builder::new().name("standard error".to_owned()).spawn(read)?;
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
