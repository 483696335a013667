//! Progress that a campaign shares with the thread that shows it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tune2048::progress::LiveProgress;
use tune2048_engine::evaluate::Monitor;

use super::notices::Notices;
use super::progress_log::ProgressLog;
use super::workers_record::WorkersRecord;

/// Time between two frames.
pub(super) const DRAW: Duration = Duration::from_millis(100);

/// State shared between a campaign and the thread that shows it.
pub(super) struct SharedProgress {
    pub(super) monitor: Arc<Monitor>,
    /// Games that the monitor counted before this campaign.
    pub(super) games_before: u64,
    pub(super) start: Instant,
    pub(super) state: Mutex<LiveProgress>,
    pub(super) log: Arc<ProgressLog>,
    pub(super) is_done: AtomicBool,
    pub(super) notices: Arc<Notices>,
    pub(super) workers: Option<WorkersRecord>,
}

impl SharedProgress {
    pub(super) fn state(&self) -> MutexGuard<'_, LiveProgress> {
        self.state
            .lock()
            .expect("nothing panics while it holds the state")
    }

    pub(super) fn tick(&self) {
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
    pub(super) fn request_stop(&self) {
        super::interrupt::stop_or_exit(&self.monitor);
        self.state().is_stopping = true;
    }
}
