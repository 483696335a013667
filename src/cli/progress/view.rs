//! The live view while this process is in the foreground of its terminal.

use std::io;
use std::time::Instant;

use ratatui::crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};

use super::thread::{DRAW, LINES, SharedProgress};
use crate::cli::live;
use crate::cli::terminal::interrupt::stop_or_exit;
use crate::cli::terminal::screen::{self, Screen};

/// The live view with its terminal.
#[derive(Default)]
pub(super) struct View {
    screen: Option<Screen>,
}

impl View {
    /// Draws a frame and handles keys until the next one is due.
    ///
    /// Returns `false` at once if this process is in the background of its terminal.
    ///
    /// # Errors
    /// If the terminal fails.
    pub(super) fn show(&mut self, shared: &SharedProgress) -> io::Result<bool> {
        let screen = match &mut self.screen {
            Some(screen) => screen,
            None if !screen::is_in_foreground() => return Ok(false),
            None => {
                LINES.keep();
                self.screen.insert(Screen::enter()?)
            }
        };
        // A clone, since the games must not wait while the frame is drawn.
        let state = shared.state().clone();
        screen.draw(|frame| live::draw(frame, &state))?;
        let drawn = Instant::now();
        while let Some(left) = DRAW.checked_sub(drawn.elapsed()) {
            if event::poll(left)?
                && let TerminalEvent::Key(key) = event::read()?
            {
                self.press(key, shared);
            }
        }
        Ok(true)
    }

    fn press(&mut self, key: KeyEvent, shared: &SharedProgress) {
        if key.is_release() {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => stop_or_exit(&shared.monitor),
            KeyCode::Char('q') => stop_or_exit(&shared.monitor),
            _ => {}
        }
    }
}
