//! Lines of progress on standard error, each with the time since the start.

use std::path::Path;
use std::time::Instant;

use tune2048_tuner::words::clock;

use crate::cli::terminal::{Notices, command_line, interrupted};

/// Writes lines, or holds them back while a view has the terminal.
pub(crate) struct ProgressLog {
    start: Instant,
    pub(crate) lines: Notices,
}

impl ProgressLog {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), lines: Notices::default() }
    }

    /// Writes how many games are saved in a folder, and the command that goes on in `resumed`.
    pub(crate) fn write_interruption(&self, games: u64, folder: &Path, resumed: &Path) {
        let (saved, resume) =
            (interrupted(games, folder.display()), command_line("resume", resumed));
        self.write(&format!("{saved}\ngo on with: {resume}"));
    }

    /// Writes a text line by line, without empty lines.
    pub(crate) fn write(&self, text: &str) {
        let time = clock(self.start.elapsed());
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.lines.say(&format!("{time} {line}"));
        }
    }
}
