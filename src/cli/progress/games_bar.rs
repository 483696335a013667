//! Progress of a batch of games on standard error: a line in place on a terminal, otherwise lines.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::words::clock;

use super::shared::{DRAW, LINE};
use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::{Notices, eprint_line};
use crate::view::progress::RecentRate;
use crate::view::words::{so_far, time_left};

/// The columns of a terminal that does not tell them.
const USUAL: u16 = 80;

/// What is said of the time that the games which are left take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeLeft {
    About,
    /// The games may end before.
    AtMost,
    /// The games are not alike.
    Unknown,
}

/// Shows the number of games that a monitor has counted, from a thread of its own.
pub(crate) struct GamesBar {
    /// What stands before the games.
    message: Arc<Mutex<String>>,
    /// Written above the line.
    notices: Arc<Notices>,
    is_done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Shows a bar for a batch of games.
pub(crate) fn games_bar(
    monitor: &Arc<Monitor>,
    notices: &Arc<Notices>,
    games: u64,
    unit: &'static str,
) -> GamesBar {
    GamesBar::new(monitor, notices, [games, 0], unit, TimeLeft::About)
}

impl GamesBar {
    /// Shows a bar for games, or pairs, of which `before` are recorded.
    pub(crate) fn new(
        monitor: &Arc<Monitor>,
        notices: &Arc<Notices>,
        [total, before]: [u64; 2],
        unit: &'static str,
        left: TimeLeft,
    ) -> Self {
        notices.keep();
        let (message, is_done) = (Arc::<Mutex<String>>::default(), Arc::<AtomicBool>::default());
        let (monitor, shown) = (Arc::clone(monitor), Arc::clone(&message));
        let (waiting, is_over) = (Arc::clone(notices), Arc::clone(&is_done));
        let watch = move || {
            let (start, mut rate) = (Instant::now(), RecentRate::default());
            let (mut last_line, mut bar) = (start, Bar::default());
            while !is_over.load(Ordering::Relaxed) {
                thread::park_timeout(DRAW);
                for line in waiting.take() {
                    bar.clear();
                    eprint_line(&line);
                }
                let games = before + monitor.games_played();
                if games == before && total <= before {
                    // Nothing is left to play.
                    continue;
                }
                rate.count(start.elapsed(), games);
                let speed = rate.per_second();
                let text = games_text([games, total], unit, speed, left);
                let message = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let comma = if message.is_empty() { "" } else { ", " };
                let line = format!("{message}{comma}{text}");
                if Screen::is_possible() {
                    let share = 100.0 * games as f64 / total.max(1) as f64;
                    bar.draw(&format!("{} {share:3.0} %  {line}", clock(start.elapsed())));
                } else if last_line.elapsed() >= LINE {
                    last_line = Instant::now();
                    eprint_line(&line);
                }
            }
            bar.clear();
        };
        // Where the system denies a thread, the games go on without the bar.
        let thread = thread::Builder::new().spawn(watch).ok();
        Self { message, notices: Arc::clone(notices), is_done, thread }
    }

    /// Replaces the message.
    pub(crate) fn set_message(&self, message: String) {
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = message;
    }
}

/// Stops counting and removes the bar.
impl Drop for GamesBar {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        self.notices.release();
    }
}

/// The line that is drawn in place at the end of the terminal.
#[derive(Default)]
struct Bar {
    is_drawn: bool,
}

impl Bar {
    /// Replaces the line.
    fn draw(&mut self, line: &str) {
        let columns = ratatui::crossterm::terminal::size().map_or(USUAL, |(columns, _)| columns);
        let line: String = line.chars().take(usize::from(columns.saturating_sub(1))).collect();
        self.is_drawn = true;
        // A terminal that is gone shows nothing.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Returns the games so far of all, and the time left at a speed in games per second.
fn games_text([games, total]: [u64; 2], unit: &str, speed: Option<f64>, time: TimeLeft) -> String {
    let speed = speed.filter(|_| time != TimeLeft::Unknown);
    let left = speed.map_or(String::new(), |speed| {
        let seconds = total.saturating_sub(games) as f64 / speed;
        format!(", {}", time_left(seconds, time == TimeLeft::AtMost))
    });
    so_far(games, Some(total), unit) + &left
}
