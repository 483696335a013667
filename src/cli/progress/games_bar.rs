//! Progress of a batch of games on standard error: a bar on a terminal, otherwise lines.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tune2048_engine::evaluate::Monitor;

use crate::cli::terminal::{Notices, eprint_line, grouped};
use crate::view::progress::RecentRate;
use crate::view::words::time_left;

/// Time between two drawings of the bar.
const DRAW: Duration = Duration::from_millis(100);
/// Time between two lines where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// A bar with games and time left, in 80 columns.
const BAR: &str = "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}";
/// A bar with games and time left, and a second line for a message.
const BAR_WITH_MESSAGE: &str = "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}\n{wide_msg}";

/// Shows the number of games that a monitor has counted, from a thread of its own.
pub(crate) struct GamesBar {
    shared: Arc<BarState>,
    thread: Option<JoinHandle<()>>,
}

struct BarState {
    monitor: Arc<Monitor>,
    /// Number of games in total.
    total: u64,
    /// Games that were recorded before the monitor started to count.
    before: u64,
    /// Written above the bar.
    notices: Arc<Notices>,
    /// Whether all games take about the same time, so that the time left can be estimated.
    are_alike: bool,
    done: AtomicBool,
    bar: ProgressBar,
}

/// Shows a bar for a batch of games.
pub(crate) fn games_bar(monitor: &Arc<Monitor>, notices: &Arc<Notices>, games: u64) -> GamesBar {
    GamesBar::new(monitor, notices, [games, 0], BAR, true)
}

/// Shows a bar with a message for games of which `before` are recorded.
pub(crate) fn recorded_games_bar(
    monitor: &Arc<Monitor>,
    notices: &Arc<Notices>,
    games: u64,
    before: u64,
) -> GamesBar {
    GamesBar::new(monitor, notices, [games, before], BAR_WITH_MESSAGE, true)
}

/// Shows a bar with a message for the games of several players, without an estimate of the time
/// left.
pub(crate) fn players_bar(monitor: &Arc<Monitor>, notices: &Arc<Notices>, games: u64) -> GamesBar {
    GamesBar::new(monitor, notices, [games, 0], BAR_WITH_MESSAGE, false)
}

impl GamesBar {
    fn new(
        monitor: &Arc<Monitor>,
        notices: &Arc<Notices>,
        [total, before]: [u64; 2],
        template: &str,
        are_alike: bool,
    ) -> Self {
        notices.keep();
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        bar.set_style(style.progress_chars("=> "));
        let shared = Arc::new(BarState {
            monitor: Arc::clone(monitor),
            total,
            before,
            notices: Arc::clone(notices),
            are_alike,
            done: AtomicBool::new(false),
            bar,
        });
        let watched = Arc::clone(&shared);
        Self {
            shared,
            // Where the system denies a thread, the games go on without the bar.
            thread: thread::Builder::new().spawn(move || watched.watch()).ok(),
        }
    }

    /// Replaces the message.
    pub(crate) fn set_message(&self, message: String) {
        self.shared.bar.set_message(message);
    }

    /// Stops counting and removes the bar.
    pub(crate) fn finish(self) {}
}

/// Stops counting and removes the bar.
impl Drop for GamesBar {
    fn drop(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
            self.shared.bar.finish_and_clear();
        }
        self.shared.notices.release();
    }
}

impl BarState {
    fn watch(&self) {
        let on_terminal = io::stderr().is_terminal();
        let (start, mut rate) = (Instant::now(), RecentRate::default());
        let mut last_line = start;
        while !self.done.load(Ordering::Relaxed) {
            thread::park_timeout(DRAW);
            for line in self.notices.take() {
                self.bar.suspend(|| eprint_line(&line));
            }
            let games = self.before + self.monitor.games_played();
            rate.count(start.elapsed(), games);
            let speed = rate.per_second().filter(|_| self.are_alike);
            let left = speed.map_or(String::new(), |speed| {
                let seconds = self.total.saturating_sub(games) as f64 / speed;
                format!(", {}", time_left(seconds))
            });
            let [games_text, total] = [games, self.total].map(|games| grouped(games as f64));
            let games_text = format!("{games_text} of {total} games{left}");
            if on_terminal {
                self.bar.set_position(games);
                self.bar.set_prefix(games_text);
            } else if last_line.elapsed() >= LINE {
                last_line = Instant::now();
                let message = self.bar.message();
                let comma = if message.is_empty() { "" } else { ", " };
                eprint_line(&format!("{message}{comma}{games_text}"));
            }
        }
    }
}
