//! The live view of a learning run while this process is in the foreground of its terminal.

use std::io;
use std::time::Instant;

use crate::cli::live;
use crate::cli::terminal::Suspension;
use crate::cli::terminal::TerminalStyle;
use crate::cli::terminal::screen::{self, Screen};
use ratatui::crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};

use super::progress::Shared;
use crate::cli::progress::campaign_view::terminal_style;
use crate::cli::progress::shared::DRAW;

/// The live view with its terminal.
#[derive(Debug)]
pub(super) struct LearningView {
    style: TerminalStyle,
    suspension: Suspension,
    screen: Option<Screen>,
    drawn: Instant,
}

impl LearningView {
    /// Makes a view.
    ///
    /// # Errors
    /// If there is no terminal to draw on.
    pub(super) fn new() -> io::Result<Self> {
        if !Screen::is_possible() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(Self {
            style: terminal_style(),
            suspension: Suspension::new()?,
            screen: None,
            drawn: Instant::now(),
        })
    }

    /// Draws a frame and handles keys until the next one is due.
    ///
    /// Returns `false` at once if this process is in the background of its terminal.
    ///
    /// # Errors
    /// If the terminal fails.
    pub(super) fn show(&mut self, shared: &Shared) -> io::Result<bool> {
        if self.screen.is_some()
            && (self.suspension.has_continued() || self.suspension.is_requested())
        {
            let has_continued = self.suspension.has_continued();
            self.leave();
            if !has_continued {
                self.suspension.stop();
            }
        }
        if self.screen.is_none() {
            if !screen::is_in_foreground() {
                return Ok(false);
            }
            shared.log.hold();
            self.suspension.hold();
            self.screen = Some(Screen::enter()?);
        }
        if let Some(screen) = &mut self.screen {
            // A clone, since the run must not wait while the frame is drawn.
            let state = shared.state().clone();
            let tested = shared.monitor.games_played();
            screen.draw(|frame| live::draw_learning(frame, &state, tested, self.style))?;
            self.drawn = Instant::now();
        }
        while let Some(left) = DRAW.checked_sub(self.drawn.elapsed()) {
            if event::poll(left)?
                && let TerminalEvent::Key(key) = event::read()?
            {
                self.press(key, shared);
            }
        }
        Ok(true)
    }

    fn press(&mut self, key: KeyEvent, shared: &Shared) {
        if key.is_release() {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => shared.request_stop(),
            KeyCode::Char('z') if is_control => {
                self.leave();
                self.suspension.stop();
            }
            KeyCode::Char('q') => shared.request_stop(),
            _ => {}
        }
    }

    fn leave(&mut self) {
        self.screen = None;
        self.suspension.release();
    }
}
