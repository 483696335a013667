//! What a run shares with the thread that shows it.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tune2048_engine::evaluate::Monitor;

use super::log::log;
use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::terminal::NOTICES;
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
            log(&line);
            state.say(&line);
        }
        if let Some(workers) = self.workers.as_ref().and_then(WorkersRecord::update) {
            state.workers = workers;
        }
    }
}
