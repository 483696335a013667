//! Lines of progress on standard error, each with the time since the start.

use std::mem;
use std::sync::Mutex;
use std::time::Instant;

use tune2048_tuner::words::clock;

use crate::cli::terminal::output::eprint_line;

/// Writes lines, or holds them back while a view has the terminal.
#[derive(Debug)]
pub(crate) struct ProgressLog {
    start: Instant,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    is_keeping: bool,
    lines: String,
}

impl ProgressLog {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), kept: Mutex::default() }
    }

    /// Writes a text line by line, without empty lines.
    pub(crate) fn write(&self, text: &str) {
        let stamped = stamped(&clock(self.start.elapsed()), text);
        if stamped.is_empty() {
            return;
        }
        let mut kept = self.kept.lock().expect("nothing panics while it writes");
        if kept.is_keeping {
            kept.lines.push_str(&stamped);
        } else {
            eprint_line(stamped.trim_end());
        }
    }

    /// Holds back all further lines until [`Self::release`].
    #[cfg(feature = "live")]
    pub(crate) fn hold(&self) {
        let mut kept = self.kept.lock().expect("nothing panics while it writes");
        kept.is_keeping = true;
    }

    /// Writes the lines that were held back, and holds back no more.
    pub(crate) fn release(&self) {
        let mut kept = self.kept.lock().expect("nothing panics while it writes");
        let Kept { lines, .. } = mem::take(&mut *kept);
        if !lines.is_empty() {
            eprint_line(lines.trim_end());
        }
    }
}

fn stamped(time: &str, text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{time} {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_the_time() {
        assert_eq!(stamped("00:01:04", "a\n\n  b\nc"), "00:01:04 a\n00:01:04   b\n00:01:04 c\n");
        assert_eq!(stamped("00:01:04", "\n"), "");
    }
}
