//! Progress of a batch of games on standard error: a bar on a terminal, otherwise lines.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tune2048_engine::evaluate::Monitor;

use crate::cli::terminal::{Notices, eprint_line, grouped};
use crate::view::words::time_left;

/// Time between two drawings of the bar.
const DRAW: Duration = Duration::from_millis(100);
/// Time between two lines where there is no terminal.
const LINE: Duration = Duration::from_secs(10);
/// Period whose games the time left is estimated from.
const WINDOW: Duration = Duration::from_secs(15);

const MESSAGE_LOCK: &str = "nothing panics while it holds the message";

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
    message: Mutex<String>,
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
            message: Mutex::default(),
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
        *self.shared.message.lock().expect(MESSAGE_LOCK) = message;
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
        let mut recent = VecDeque::from([(Instant::now(), 0)]);
        let mut last_line = Instant::now();
        while !self.done.load(Ordering::Relaxed) {
            thread::park_timeout(DRAW);
            for line in self.notices.take() {
                self.bar.suspend(|| eprint_line(&line));
            }
            let games = self.monitor.games_played();
            let now = Instant::now();
            recent.push_back((now, games));
            while recent.len() > 2 && now - recent[1].0 > WINDOW {
                recent.pop_front();
            }
            let games_text = self.games_text(games, recent[0]);
            let message = self.message.lock().expect(MESSAGE_LOCK).clone();
            if on_terminal {
                self.bar.set_position(self.before + games);
                self.bar.set_prefix(games_text);
                self.bar.set_message(message);
            } else if last_line.elapsed() >= LINE {
                last_line = now;
                let comma = if message.is_empty() { "" } else { ", " };
                eprint_line(&format!("{message}{comma}{games_text}"));
            }
        }
    }

    fn games_text(&self, games: u64, (since, games_then): (Instant, u64)) -> String {
        let rate = (games - games_then) as f64 / since.elapsed().as_secs_f64().max(1e-9);
        let played = grouped((self.before + games) as f64);
        let mut text = format!("{played} of {} games", grouped(self.total as f64));
        if self.are_alike && rate > 0.0 {
            let left = self.total.saturating_sub(self.before + games) as f64 / rate;
            text += &format!(", {}", time_left(left));
        }
        text
    }
}
