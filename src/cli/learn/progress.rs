//! The progress of a learning run on standard error: a live view on a terminal, otherwise lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::view::progress::LearningProgress;
use tune2048_engine::evaluate::Monitor;

use super::view::LearningView;
use crate::cli::progress::log::ProgressLog;
use crate::cli::progress::shared::DRAW;
use crate::cli::terminal::output::{duration, grouped};

/// The time between two lines where there is no view.
const LINE: Duration = Duration::from_secs(10);
/// The longest time that the end of a run waits for the view to close.
const CLOSING_TIME: Duration = Duration::from_secs(2);

/// What a run shares with the thread that shows it.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) monitor: Arc<Monitor>,
    pub(super) state: Mutex<LearningProgress>,
    pub(super) log: ProgressLog,
    is_done: AtomicBool,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, LearningProgress> {
        self.state
            .lock()
            .expect("nothing panics while it holds the state")
    }

    /// Ends the run after its batch when called first, the process when called again.
    #[cfg(feature = "live")]
    pub(super) fn request_stop(&self) {
        crate::cli::terminal::interrupt::stop_or_exit(&self.monitor);
    }
}

/// Shows the progress of a run from a thread of its own.
#[derive(Debug)]
pub(super) struct ProgressThread {
    pub(super) shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl ProgressThread {
    pub(super) fn new(state: LearningProgress, monitor: &Arc<Monitor>, is_plain: bool) -> Self {
        let shared = Arc::new(Shared {
            monitor: Arc::clone(monitor),
            state: Mutex::new(state),
            log: ProgressLog::new(),
            is_done: AtomicBool::new(false),
        });
        let watched = Arc::clone(&shared);
        let view = (!is_plain).then(LearningView::new).and_then(Result::ok);
        Self {
            shared,
            // Where the system denies a thread, the run goes on without the view.
            thread: thread::Builder::new()
                .spawn(move || show_until_done(&watched, view))
                .ok(),
        }
    }

    /// Closes the view, then writes the lines that were held back meanwhile.
    pub(super) fn finish(&mut self) {
        self.shared.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let since = Instant::now();
            while !thread.is_finished() && since.elapsed() < CLOSING_TIME {
                thread::sleep(DRAW / 20);
            }
            // Reading from a terminal that was closed may never return.
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
        self.shared.log.release();
    }
}

impl Drop for ProgressThread {
    fn drop(&mut self) {
        self.finish();
    }
}

fn show_until_done(shared: &Shared, mut view: Option<LearningView>) {
    let mut last_line = Instant::now();
    while !shared.is_done.load(Ordering::Relaxed) {
        shared.state().is_stopping = shared.monitor.stop_requested();
        if let Some(shown) = &mut view {
            match shown.show(shared) {
                Ok(true) => continue,
                Ok(false) => {}
                // The terminal is gone or cannot be used.
                Err(_) => view = None,
            }
            shared.log.release();
        }
        thread::park_timeout(DRAW);
        if last_line.elapsed() >= LINE {
            last_line = Instant::now();
            let line = line(&shared.state(), &shared.monitor);
            shared.log.write(&line);
        }
    }
}

/// The progress in one line.
fn line(state: &LearningProgress, monitor: &Monitor) -> String {
    if let Some(games) = state.test_games {
        let played = grouped(monitor.games_played() as f64);
        return format!("test: {played} of {} games", grouped(f64::from(games)));
    }
    let [games, total] = [state.games, state.total_games].map(|games| grouped(games as f64));
    let mut line = format!("{games} of {total} games");
    let recent = state.recent();
    if recent.games > 0 {
        let mean = recent.score as f64 / recent.games as f64;
        let tiles = state.tile_shares().into_iter();
        let tiles = tiles.filter(|(_, share)| *share > 0.0);
        let tiles: String = tiles
            .map(|(tile, share)| format!(", {tile} {:.0} %", 100.0 * share))
            .collect();
        let count = grouped(recent.games as f64);
        line += &format!("; mean of the last {count} {}{tiles}", grouped(mean));
    }
    if let Some(speed) = state.moves_per_second() {
        line += &format!("; {:.2} M moves/s", speed / 1e6);
    }
    if let Some(left) = state.seconds_left() {
        let until = if state.is_before_search() {
            " until the search"
        } else {
            ""
        };
        line += &format!(", about {} left{until}", duration(left));
    }
    line
}
