//! Progress of a batch of games on standard error: a bar on a terminal, otherwise lines.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tune2048_engine::evaluate::Monitor;

use super::shared::{DRAW, LINE};
use crate::cli::terminal::{Notices, eprint_line, grouped};
use crate::view::progress::RecentRate;
use crate::view::words::time_left;

/// A bar with games and time left, in 80 columns.
const BAR: &str = "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}";
/// A bar with games and time left, and a second line for a message.
pub(crate) const BAR_WITH_MESSAGE: &str =
    "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}\n{wide_msg}";

/// Shows the number of games that a monitor has counted, from a thread of its own.
pub(crate) struct GamesBar {
    bar: ProgressBar,
    /// Written above the bar.
    notices: Arc<Notices>,
    is_done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Shows a bar for a batch of games.
pub(crate) fn games_bar(monitor: &Arc<Monitor>, notices: &Arc<Notices>, games: u64) -> GamesBar {
    GamesBar::new(monitor, notices, [games, 0], BAR, true)
}

impl GamesBar {
    /// Shows a bar by a template for games of which `before` are recorded. An estimate of the time
    /// left needs games that are alike.
    pub(crate) fn new(
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
        let is_done = Arc::<AtomicBool>::default();
        let (monitor, watched) = (Arc::clone(monitor), bar.clone());
        let (waiting, is_over) = (Arc::clone(notices), Arc::clone(&is_done));
        let watch = move || {
            let on_terminal = io::stderr().is_terminal();
            let (start, mut rate) = (Instant::now(), RecentRate::default());
            let mut last_line = start;
            while !is_over.load(Ordering::Relaxed) {
                thread::park_timeout(DRAW);
                for line in waiting.take() {
                    watched.suspend(|| eprint_line(&line));
                }
                let games = before + monitor.games_played();
                rate.count(start.elapsed(), games);
                let speed = rate.per_second().filter(|_| are_alike);
                let text = games_text(games, total, speed);
                if on_terminal {
                    watched.set_position(games);
                    watched.set_prefix(text);
                } else if last_line.elapsed() >= LINE {
                    last_line = Instant::now();
                    let message = watched.message();
                    let comma = if message.is_empty() { "" } else { ", " };
                    eprint_line(&format!("{message}{comma}{text}"));
                }
            }
        };
        // Where the system denies a thread, the games go on without the bar.
        let thread = thread::Builder::new().spawn(watch).ok();
        Self { bar, notices: Arc::clone(notices), is_done, thread }
    }

    /// Replaces the message.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }
}

/// Stops counting and removes the bar.
impl Drop for GamesBar {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
            self.bar.finish_and_clear();
        }
        self.notices.release();
    }
}

/// Returns the games so far of all, and the time left at a speed in games per second.
fn games_text(games: u64, total: u64, speed: Option<f64>) -> String {
    let left = speed.map_or(String::new(), |speed| {
        format!(", {}", time_left(total.saturating_sub(games) as f64 / speed))
    });
    let [games, total] = [games, total].map(|games| grouped(games as f64));
    format!("{games} of {total} games{left}")
}
