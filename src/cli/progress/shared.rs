//! What a run shares with the thread that shows it, and the lines of its progress on standard error.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::words::clock;

use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::terminal::{NOTICES, Notices, command_line, interrupted};
use crate::view::progress::LiveProgress;

/// Time between two frames.
pub(super) const DRAW: Duration = Duration::from_millis(100);
/// Time between two lines where there is no view.
pub(super) const LINE: Duration = Duration::from_secs(10);

/// State shared between what plays and the thread that shows it.
pub(crate) struct SharedProgress {
    pub(crate) monitor: Arc<Monitor>,
    pub(super) start: Instant,
    pub(super) state: Mutex<LiveProgress>,
    pub(crate) log: Arc<ProgressLog>,
    pub(super) workers: Option<WorkersRecord>,
}

impl SharedProgress {
    pub(crate) fn state(&self) -> MutexGuard<'_, LiveProgress> {
        self.state.lock().expect("nothing panics while it holds the state")
    }

    /// Updates the clock, the count of games, notices and workers.
    pub(crate) fn tick(&self) {
        let mut state = self.state();
        state.tick(self.start.elapsed(), self.monitor.games_played());
        state.is_stopping = self.monitor.stop_requested();
        for line in NOTICES.take() {
            self.log.write(&line);
            state.say(&line);
        }
        if let Some(workers) = self.workers.as_ref().and_then(WorkersRecord::update) {
            state.workers = workers;
        }
    }
}

/// Writes lines, each with the time since the start, or holds them back while a view has the terminal.
pub(crate) struct ProgressLog {
    start: Instant,
    pub(crate) lines: Notices,
}

impl ProgressLog {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), lines: Notices::default() }
    }

    /// Writes how many games are saved in a folder, and the command that goes on there.
    pub(crate) fn write_interruption(&self, games: u64, unit: &str, folder: &Path) {
        let (saved, resume) =
            (interrupted(games, unit, folder.display()), command_line("resume", folder));
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
