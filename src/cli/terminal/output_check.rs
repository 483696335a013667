//! A standard output that was closed before the process started: writing to it fails.
//!
//! Rust opens the null device in its place before `main`, where output would be lost with success.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Lets every write to standard output fail.
pub fn note_closed_output() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// A writer to standard output.
pub(crate) struct Checked<W>(pub(crate) W);

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if IS_CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("it is closed - give it a file, a pipe or /dev/null"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
