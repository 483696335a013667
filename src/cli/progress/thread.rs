//! The thread that shows progress on standard error: by a live view on a terminal, else by lines; and
//! the progress in lines of JSON on standard output.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::Event;
use tune2048_tuner::words::clock;

use super::view::View;
use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::{NOTICES, Notices, command_line, interrupted, print_json_line};
use crate::view::progress::LiveProgress;
use crate::view::words;

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

/// Time between two frames.
pub(super) const DRAW: Duration = Duration::from_millis(100);
/// Time between two lines where there is no view.
pub(super) const LINE: Duration = Duration::from_secs(10);

/// State shared between what plays and the thread that shows it.
pub(crate) struct SharedProgress {
    pub(crate) monitor: Arc<Monitor>,
    start: Instant,
    state: Mutex<LiveProgress>,
    workers: Option<WorkersRecord>,
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

/// Shows the progress of a campaign or a learning run from a thread of its own.
pub(crate) struct ProgressThread {
    pub(crate) shared: Arc<SharedProgress>,
    /// Whether the events of a campaign are printed as lines of JSON.
    pub(crate) prints_json: bool,
    _shown: Background,
}

impl ProgressThread {
    /// Starts to show progress: by a live view if there is a terminal and `is_plain` is false, else
    /// by lines.
    pub(crate) fn new(
        state: LiveProgress,
        monitor: &Arc<Monitor>,
        is_plain: bool,
        workers: Option<WorkersRecord>,
    ) -> Self {
        let shared = Arc::new(SharedProgress {
            monitor: Arc::clone(monitor),
            start: Instant::now(),
            state: Mutex::new(state),
            workers,
        });
        let watched = Arc::clone(&shared);
        let mut view = (!is_plain && Screen::is_possible()).then(View::default);
        let mut last_line = Instant::now();
        let show = move || {
            watched.tick();
            if let Some(shown) = &mut view {
                match shown.show(&watched) {
                    Ok(true) => return,
                    Ok(false) => {}
                    // The terminal is gone or cannot be used.
                    Err(_) => view = None,
                }
                LINES.release();
            }
            thread::park_timeout(DRAW);
            if last_line.elapsed() >= LINE {
                last_line = Instant::now();
                let line = words::progress_line(&watched.state(), true);
                log(&line);
            }
        };
        Self { shared, prints_json: false, _shown: Background::start(show) }
    }

    /// Shows an event of a campaign.
    pub(crate) fn observe(&self, event: &Event<'_>) {
        // The clock is updated first, since phases and messages record the time.
        self.shared.tick();
        let mut state = self.shared.state();
        state.observe(event);
        let text = event.log_text(state.pace.unit);
        drop(state);
        log(&text);
        for update in self.prints_json.then(|| event.updates()).into_iter().flatten() {
            // The games go on without a reader; printing the result tells of it.
            let _ = print_json_line(&update);
        }
    }
}

/// Prints the last line of a campaign: its status.
pub(crate) fn print_result(status: Value) -> anyhow::Result<()> {
    let mut line = json!({"kind": "result"});
    if let (Some(line), Value::Object(status)) = (line.as_object_mut(), status) {
        line.extend(status);
    }
    print_json_line(&line)
}

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
}

/// Ends the thread, and with it a view, then writes the lines that were held back meanwhile.
impl Drop for Background {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
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
        LINES.release();
        NOTICES.release();
    }
}
