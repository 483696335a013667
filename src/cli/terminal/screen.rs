//! The terminal that a view borrows and always gives back.
//!
//! It is given back at the end, on an error, in a panic and before the process exits.

use std::io::{self, BufWriter, IsTerminal, Stderr};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use tune2048_files::shown::is_hidden;

/// Whether a view has the terminal.
static IS_LENT: AtomicBool = AtomicBool::new(false);

/// Held while something is written, so that no frame is drawn after the end.
static WRITING: Mutex<()> = Mutex::new(());

/// The terminal of standard error on its alternate screen, in raw mode.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stderr>>>,
}

impl Screen {
    /// Whether there is a terminal to draw on.
    ///
    /// Standard error must be a terminal that is not dumb, with this process in its foreground.
    pub fn is_possible() -> bool {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        io::stderr().is_terminal() && (cfg!(windows) || !is_dumb) && is_in_foreground()
    }

    /// Borrows the terminal.
    ///
    /// # Errors
    /// If its mode cannot be set; it is left as it was.
    pub fn enter() -> io::Result<Self> {
        give_back_in_a_panic();
        let writing = WRITING.lock();
        enable_raw_mode()?;
        IS_LENT.store(true, Ordering::SeqCst);
        let entered = execute!(io::stderr(), EnterAlternateScreen, Hide);
        drop(writing);
        let backend = CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stderr()));
        let terminal = entered.and_then(|()| Terminal::new(backend));
        Ok(Self { terminal: terminal.inspect_err(|_| give_back())? })
    }

    /// Draws a frame of the terminal's present size, with a sign in place of each character that
    /// the terminal would act on.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _writing = WRITING.lock();
        if IS_LENT.load(Ordering::SeqCst) {
            self.terminal.draw(|frame| {
                picture(frame);
                for cell in &mut frame.buffer_mut().content {
                    if cell.symbol().contains(is_hidden) {
                        cell.set_char(char::REPLACEMENT_CHARACTER);
                    }
                }
            })?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back before the process exits; does nothing if no view has it.
pub fn give_back() {
    let _writing = WRITING.lock();
    restore();
}

fn restore() {
    if IS_LENT.swap(false, Ordering::SeqCst) {
        // A terminal that is gone cannot be restored.
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal before a panic's message is printed.
fn give_back_in_a_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A panic within a frame holds the lock, so that it is not taken here.
            restore();
            usual(info);
        }));
    });
}

/// Whether this process is in the foreground of its terminal.
///
/// A process in the background is stopped as soon as it changes the terminal's mode.
#[cfg(unix)]
pub fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(io::stderr()).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Whether this process is in the foreground of its terminal.
#[cfg(not(unix))]
pub fn is_in_foreground() -> bool {
    true
}
