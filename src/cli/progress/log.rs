//! The lines of a run on standard error, each with the time since the first one.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use tune2048_tuner::words::clock;

use crate::cli::terminal::{Notices, command_line, interrupted};

/// Lines that are held back while a view has the terminal.
pub(super) static LINES: Notices = Notices::new();

/// Writes a text line by line, without empty lines.
pub(crate) fn log(text: &str) {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let time = clock(START.elapsed());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        LINES.say(&format!("{time} {line}"));
    }
}

/// Writes how many games are saved in a folder, and the command that goes on there.
pub(crate) fn log_interruption(games: u64, unit: &str, folder: &Path) {
    let saved = interrupted(games, unit, folder.display());
    log(&format!("{saved}\ngo on with: {}", command_line("resume", folder)));
}
