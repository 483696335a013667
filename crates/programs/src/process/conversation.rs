//! The thread that writes to a program and reads its lines.
//!
//! A program that reads or writes nothing stops only this thread; killing the program ends it.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

/// The longest line, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// What to write to a program, and what to read from it.
pub(crate) struct Order {
    /// A line with its end, or nothing.
    pub(crate) input: Vec<u8>,
    /// What ends the order.
    pub(crate) expected: Expected,
    /// Where reports go.
    pub(crate) reports: Sender<Event>,
}

/// What ends an order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expected {
    /// A number of lines.
    Lines(usize),
    /// The end of the output; its last line that is not empty is reported.
    LastLine,
}

/// What a job waits for.
pub(crate) enum Event {
    /// A process wrote lines or came to an end.
    Report(Report),
    /// Another job plays with one process less.
    Vacancy,
}

/// Lines of a process, in order.
pub(crate) struct Report {
    /// The number of the process.
    pub(crate) process: u64,
    /// Lines without their ends.
    pub(crate) lines: Vec<Vec<u8>>,
    /// Why no further line follows, if so.
    pub(crate) end: Option<End>,
}

/// Why no further line follows.
pub(crate) enum End {
    /// The standard output was closed after these bytes without an end of line.
    Closed(Vec<u8>),
    /// A line is longer than [`MAX_LINE`]; its first bytes.
    TooLong(Vec<u8>),
    /// The request could not be written.
    NotRead,
    /// The output could not be read.
    Failed(io::Error),
}

/// Both pipes of a process.
pub(crate) struct Conversation {
    /// The number of the process.
    pub(crate) process: u64,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    /// Whether the program has exited.
    pub(crate) has_exited: Arc<AtomicBool>,
}

impl Conversation {
    /// Carries out orders until none can come, or the process comes to an end.
    pub(crate) fn hold(mut self, orders: &Receiver<Order>) {
        for order in orders {
            let input = self.input.as_mut();
            let (lines, end) = match input.map_or(Ok(()), |input| input.write_all(&order.input)) {
                Err(_) => (Vec::new(), Some(End::NotRead)),
                Ok(()) => match order.expected {
                    Expected::Lines(count) => self.read_lines(count, &order.reports),
                    Expected::LastLine => self.read_last_line(),
                },
            };
            let has_ended = end.is_some();
            self.report(lines, end, &order.reports);
            if has_ended {
                return;
            }
        }
    }

    fn report(&self, lines: Vec<Vec<u8>>, end: Option<End>, reports: &Sender<Event>) {
        let report = Report { process: self.process, lines, end };
        // A job that has ended needs no report.
        let _ = reports.send(Event::Report(report));
    }

    /// Reads lines; reports those that are there before it waits for more, and returns the rest.
    fn read_lines(&mut self, count: usize, reports: &Sender<Event>) -> (Vec<Vec<u8>>, Option<End>) {
        let mut lines = Vec::new();
        for _ in 0..count {
            if !lines.is_empty() && !self.output.buffer().contains(&b'\n') {
                self.report(std::mem::take(&mut lines), None, reports);
            }
            match self.read_line() {
                Ok(line) => lines.push(line),
                Err(end) => return (lines, Some(end)),
            }
        }
        (lines, None)
    }

    fn read_last_line(&mut self) -> (Vec<Vec<u8>>, Option<End>) {
        let mut last = Vec::new();
        let mut keep = |line: Vec<u8>| {
            if !line.trim_ascii().is_empty() {
                last = line;
            }
        };
        let end = loop {
            match self.read_line() {
                Ok(line) => keep(line),
                Err(End::Closed(rest)) => {
                    keep(rest);
                    break End::Closed(Vec::new());
                }
                Err(end) => break end,
            }
        };
        (vec![last], Some(end))
    }

    fn read_line(&mut self) -> Result<Vec<u8>, End> {
        let mut line = Vec::new();
        while line.len() <= MAX_LINE {
            if self.output.buffer().is_empty() && !self.awaits_output() {
                return Err(End::Closed(line));
            }
            let bytes = match self.output.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes.map_err(End::Failed)?,
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let length = end.unwrap_or(bytes.len());
            line.extend_from_slice(&bytes[..length]);
            self.output.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(line);
            } else if length == 0 {
                return Err(End::Closed(line));
            }
        }
        line.truncate(400);
        Err(End::TooLong(line))
    }

    /// Waits until there is something to read, or the end. Returns false if the program has exited
    /// and wrote nothing more: another process that it started may hold its output open.
    #[cfg(unix)]
    fn awaits_output(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let pause = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            // Before the look: what was written before the exit is there.
            let has_exited = self.has_exited.load(Ordering::Relaxed);
            let mut output = [PollFd::new(self.output.get_ref(), PollFlags::IN)];
            match poll(&mut output, Some(&pause)) {
                Ok(0) if has_exited => return false,
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // An error is found by reading.
                _ => return true,
            }
        }
    }

    #[cfg(not(unix))]
    fn awaits_output(&self) -> bool {
        true
    }
}
