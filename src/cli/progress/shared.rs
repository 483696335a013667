//! Progress that a campaign shares with the thread that shows it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::view::progress::LiveProgress;
use tune2048_engine::evaluate::Monitor;

use super::log::ProgressLog;
use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::terminal::notices::Notices;

/// Time between two frames.
pub(crate) const DRAW: Duration = Duration::from_millis(100);

/// State shared between a campaign and the thread that shows it.
pub(crate) struct SharedProgress {
    pub(crate) monitor: Arc<Monitor>,
    /// Games that the monitor counted before this campaign.
    pub(crate) games_before: u64,
    pub(crate) start: Instant,
    pub(crate) state: Mutex<LiveProgress>,
    pub(crate) log: Arc<ProgressLog>,
    pub(crate) is_done: AtomicBool,
    pub(crate) notices: Arc<Notices>,
    pub(crate) workers: Option<WorkersRecord>,
}

impl SharedProgress {
    pub(crate) fn state(&self) -> MutexGuard<'_, LiveProgress> {
        self.state
            .lock()
            .expect("nothing panics while it holds the state")
    }

    pub(crate) fn tick(&self) {
        let games = self.monitor.games_played() - self.games_before;
        let mut state = self.state();
        state.tick(self.start.elapsed(), games);
        state.is_stopping = self.monitor.stop_requested();
        for line in self.notices.take() {
            self.log.write(&line);
            state.say(&line);
        }
        if let Some(workers) = self.workers.as_ref().and_then(WorkersRecord::update) {
            state.workers = workers;
        }
    }

    /// Ends the current games when called first, the process when called again.
    #[cfg(feature = "live")]
    pub(crate) fn request_stop(&self) {
        crate::cli::terminal::interrupt::stop_or_exit(&self.monitor);
        self.state().is_stopping = true;
    }
}
