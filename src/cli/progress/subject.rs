//! What a live view shows: a campaign or a learning run, and what it shares with the thread that
//! shows it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

#[cfg(feature = "live")]
use ratatui::Frame;
use tune2048_engine::evaluate::Monitor;

use super::log::ProgressLog;
use crate::cli::evaluation::workers_record::WorkersRecord;
#[cfg(feature = "live")]
use crate::cli::live::{self, Scroll};
use crate::cli::terminal::Notices;
#[cfg(feature = "live")]
use crate::cli::terminal::style::TerminalStyle;
use crate::view::progress::{LearningProgress, LiveProgress};
use crate::view::words;
use tune2048_tuner::record::worker_presence::SeenWorker;

/// Time between two frames.
pub(super) const DRAW: Duration = Duration::from_millis(100);

/// The progress of something that plays games for a long time.
pub(crate) trait LiveSubject: Clone + Send + 'static {
    /// Takes the time since the session began, the games that its monitor has counted, and whether a
    /// stop is requested.
    fn tick(&mut self, session: Duration, games: u64, is_stopping: bool);

    /// Returns the progress in one line.
    fn line(&self) -> String;

    /// Takes a message to the user.
    fn say(&mut self, _text: &str) {}

    /// Takes the workers that play.
    fn set_workers(&mut self, _workers: Vec<SeenWorker>) {}

    /// Returns the number of rows that can be scrolled.
    #[cfg(feature = "live")]
    fn rows(&self) -> usize {
        0
    }

    /// Draws a frame.
    #[cfg(feature = "live")]
    fn draw(&self, frame: &mut Frame<'_>, scroll: Scroll, style: TerminalStyle);
}

impl LiveSubject for LiveProgress {
    fn tick(&mut self, session: Duration, games: u64, is_stopping: bool) {
        Self::tick(self, session, games);
        self.is_stopping = is_stopping;
    }

    fn line(&self) -> String {
        words::campaign_line(self)
    }

    fn say(&mut self, text: &str) {
        Self::say(self, text);
    }

    fn set_workers(&mut self, workers: Vec<SeenWorker>) {
        self.workers = workers;
    }

    #[cfg(feature = "live")]
    fn rows(&self) -> usize {
        self.weights.len()
    }

    #[cfg(feature = "live")]
    fn draw(&self, frame: &mut Frame<'_>, scroll: Scroll, style: TerminalStyle) {
        live::draw(frame, self, scroll, style);
    }
}

impl LiveSubject for LearningProgress {
    fn tick(&mut self, _session: Duration, games: u64, is_stopping: bool) {
        (self.tested, self.is_stopping) = (games, is_stopping);
    }

    fn line(&self) -> String {
        words::learning_line(self)
    }

    #[cfg(feature = "live")]
    fn draw(&self, frame: &mut Frame<'_>, _scroll: Scroll, style: TerminalStyle) {
        live::draw_learning(frame, self, style);
    }
}

/// State shared between what plays and the thread that shows it.
pub(crate) struct SharedProgress<S> {
    pub(crate) monitor: Arc<Monitor>,
    /// Games that the monitor counted before.
    pub(super) games_before: u64,
    pub(super) start: Instant,
    pub(super) state: Mutex<S>,
    pub(crate) log: Arc<ProgressLog>,
    pub(super) is_done: AtomicBool,
    pub(super) notices: Arc<Notices>,
    pub(super) workers: Option<WorkersRecord>,
}

impl<S: LiveSubject> SharedProgress<S> {
    pub(crate) fn state(&self) -> MutexGuard<'_, S> {
        self.state.lock().expect("nothing panics while it holds the state")
    }

    /// Updates the clock, the count of games, notices and workers.
    pub(crate) fn tick(&self) {
        let games = self.monitor.games_played() - self.games_before;
        let mut state = self.state();
        state.tick(self.start.elapsed(), games, self.monitor.stop_requested());
        for line in self.notices.take() {
            self.log.write(&line);
            state.say(&line);
        }
        if let Some(workers) = self.workers.as_ref().and_then(WorkersRecord::update) {
            state.set_workers(workers);
        }
    }
}
