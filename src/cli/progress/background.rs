//! The thread that shows progress on standard error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::shared::DRAW;
use crate::cli::terminal::NOTICES;

/// Longest time that the end waits for the thread.
const CLOSING_TIME: Duration = Duration::from_secs(2);

/// A thread that shows progress until it is dropped. Other lines for standard error wait meanwhile.
pub(super) struct Background {
    is_done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Calls `show` again and again, which waits in between. Where the system denies a thread,
    /// nothing is shown.
    pub(super) fn start(mut show: impl FnMut() + Send + 'static) -> Self {
        NOTICES.keep();
        let is_done = Arc::<AtomicBool>::default();
        let is_over = Arc::clone(&is_done);
        let run = move || {
            while !is_over.load(Ordering::Relaxed) {
                show();
            }
        };
        Self { is_done, thread: thread::Builder::new().spawn(run).ok() }
    }

    /// Ends the thread; lines still wait.
    pub(super) fn end(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        let Some(thread) = self.thread.take() else { return };
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
}

impl Drop for Background {
    fn drop(&mut self) {
        self.end();
        NOTICES.release();
    }
}
