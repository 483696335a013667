//! Progress of a batch of games on standard error: a line in place on a terminal, otherwise lines.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::words::clock;

use super::thread::{Background, DRAW, LINE};
use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::{NOTICES, write_line};
use crate::view::progress::RecentRate;
use crate::view::words::{so_far, time_left};

/// The columns of a terminal that does not tell them.
const USUAL: u16 = 80;

/// Shows the number of games that a monitor has counted, until it is dropped.
pub(crate) struct GamesBar {
    /// What stands before the games.
    message: Arc<Mutex<String>>,
    _shown: Background,
}

/// Shows a bar for a batch of games.
pub(crate) fn games_bar(monitor: &Arc<Monitor>, games: u64, unit: &'static str) -> GamesBar {
    GamesBar::new(monitor, [games, 0], unit, Some("about"))
}

impl GamesBar {
    /// Shows a bar for games, or pairs, of which `before` are recorded, with the time left as `about` or `at most` so
    /// long, or without where games are not alike.
    pub(crate) fn new(
        monitor: &Arc<Monitor>,
        [total, before]: [u64; 2],
        unit: &'static str,
        limit: Option<&'static str>,
    ) -> Self {
        let message = Arc::<Mutex<String>>::default();
        let (monitor, shown) = (Arc::clone(monitor), Arc::clone(&message));
        let (start, mut rate) = (Instant::now(), RecentRate::default());
        let (mut last_line, mut bar) = (start, Bar::default());
        let show = move || {
            thread::park_timeout(DRAW);
            for line in NOTICES.take() {
                bar.clear();
                write_line(&line);
            }
            let games = before + monitor.games_played();
            if games == before && total <= before {
                // Nothing is left to play.
                return;
            }
            rate.count(start.elapsed(), games);
            let message = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let left = rate
                .per_second()
                .zip(limit)
                .map(|(speed, limit)| time_left(limit, total.saturating_sub(games) as f64 / speed));
            let message = (!message.is_empty()).then_some(message);
            let words = [message, Some(so_far(games, Some(total), unit)), left];
            let line = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
            if Screen::is_possible() {
                let share = 100.0 * games as f64 / total.max(1) as f64;
                bar.draw(&format!("{} {share:3.0} %  {line}", clock(start.elapsed())));
            } else if last_line.elapsed() >= LINE {
                last_line = Instant::now();
                write_line(&line);
            }
        };
        Self { message, _shown: Background::start(show) }
    }

    /// Replaces the message.
    pub(crate) fn set_message(&self, message: String) {
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = message;
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

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}
