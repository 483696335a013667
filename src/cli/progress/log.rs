//! Lines of progress on standard error, each with the time since the start.

use std::time::Instant;

use tune2048_tuner::words::clock;

use crate::cli::terminal::Notices;

/// Writes lines, or holds them back while a view has the terminal.
pub(crate) struct ProgressLog {
    start: Instant,
    pub(crate) lines: Notices,
}

impl ProgressLog {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), lines: Notices::default() }
    }

    /// Writes a text line by line, without empty lines.
    pub(crate) fn write(&self, text: &str) {
        let time = clock(self.start.elapsed());
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.lines.say(&format!("{time} {line}"));
        }
    }
}
