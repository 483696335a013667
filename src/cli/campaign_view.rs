//! The live view of a campaign, on the terminal while it belongs to this process.

use std::io;
use std::time::Instant;

use anstream::{AutoStream, ColorChoice};
use ratatui::crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};
use tune2048::live::screen::{self, Screen};
use tune2048::live::{self, Scroll, Suspension, TerminalStyle};

use super::shared_progress::{DRAW, SharedProgress};

/// The live view and the terminal that it has.
#[derive(Debug)]
pub(super) struct CampaignView {
    style: TerminalStyle,
    scroll: Scroll,
    suspension: Suspension,
    screen: Option<Screen>,
    drawn: Instant,
}

impl CampaignView {
    /// A view, if there is a terminal for it.
    pub(super) fn new() -> io::Result<Self> {
        if !Screen::is_possible() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        Ok(Self {
            style: TerminalStyle {
                colour,
                unicode: is_unicode(),
            },
            scroll: Scroll::default(),
            suspension: Suspension::new()?,
            screen: None,
            drawn: Instant::now(),
        })
    }

    /// Draws a picture and listens to keys until it is time for the next one;
    /// tells whether the terminal is there for it.
    pub(super) fn show(&mut self, shared: &SharedProgress) -> io::Result<bool> {
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
            shared.log.keep();
            self.suspension.hold();
            self.screen = Some(Screen::enter()?);
        }
        if let Some(screen) = &mut self.screen {
            // Drawing takes longer than the campaign should wait.
            let state = shared.state().clone();
            screen.draw(|frame| live::draw(frame, &state, self.scroll, self.style))?;
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

    fn press(&mut self, key: KeyEvent, shared: &SharedProgress) {
        if key.is_release() {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => shared.ask_to_stop(),
            KeyCode::Char('z') if is_control => {
                self.leave();
                self.suspension.stop();
            }
            KeyCode::Char('q') => shared.ask_to_stop(),
            KeyCode::Up | KeyCode::Char('k') => self.scroll.up(),
            KeyCode::Down | KeyCode::Char('j') => {
                self.scroll.down(shared.state().weights.len());
            }
            _ => {}
        }
    }

    fn leave(&mut self) {
        self.screen = None;
        self.suspension.release();
    }
}

/// Whether the locale is one of UTF-8; a terminal of Windows always is.
fn is_unicode() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = variables.iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
