//! The live view while this process is in the foreground of its terminal.

use std::io;
use std::time::Instant;

use ratatui::crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};

use super::subject::{DRAW, LiveSubject, SharedProgress};
use crate::cli::live::Scroll;
use crate::cli::terminal::interrupt::stop_or_exit;
use crate::cli::terminal::screen::{self, Screen};
use crate::cli::terminal::{TerminalStyle, suspend};

/// The live view with its terminal.
pub(super) struct View {
    style: TerminalStyle,
    scroll: Scroll,
    screen: Option<Screen>,
    drawn: Instant,
}

impl View {
    /// Makes a view.
    ///
    /// # Errors
    /// If there is no terminal to draw on.
    pub(super) fn new() -> io::Result<Self> {
        if !Screen::is_possible() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(Self {
            style: TerminalStyle::of_stderr(),
            scroll: Scroll::default(),
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
    pub(super) fn show<S: LiveSubject>(&mut self, shared: &SharedProgress<S>) -> io::Result<bool> {
        if self.screen.is_none() {
            if !screen::is_in_foreground() {
                return Ok(false);
            }
            shared.log.lines.keep();
            self.screen = Some(Screen::enter()?);
        }
        if let Some(screen) = &mut self.screen {
            // A clone, since the games must not wait while the frame is drawn.
            let state = shared.state().clone();
            screen.draw(|frame| state.draw(frame, self.scroll, self.style))?;
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

    fn press<S: LiveSubject>(&mut self, key: KeyEvent, shared: &SharedProgress<S>) {
        if key.is_release() {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => stop_or_exit(&shared.monitor),
            KeyCode::Char('z') if is_control => {
                self.screen = None;
                suspend();
            }
            KeyCode::Char('q') => stop_or_exit(&shared.monitor),
            KeyCode::Up | KeyCode::Char('k') => self.scroll.up(),
            KeyCode::Down | KeyCode::Char('j') => self.scroll.down(shared.state().rows()),
            _ => {}
        }
    }
}
