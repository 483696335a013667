//! The terminal, lent to the live view and given back whatever happens: at the
//! end, on an error, in a panic, before the process ends at once.

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

/// Whether the terminal is lent; it is given back once.
static IS_LENT: AtomicBool = AtomicBool::new(false);

/// Held while something is written, so that no frame comes after the end.
static WRITING: Mutex<()> = Mutex::new(());

/// The terminal behind standard error, in full and without its usual treatment of keys.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stderr>>>,
}

impl Screen {
    /// Whether there is a terminal that a picture can be drawn on: standard
    /// error is one that is not dumb, and this process is in its foreground.
    pub fn is_possible() -> bool {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        io::stderr().is_terminal() && (cfg!(windows) || !is_dumb) && is_in_foreground()
    }

    /// Borrows the terminal.
    ///
    /// # Errors
    /// If it does not do as it is told; it is as before then.
    pub fn enter() -> io::Result<Self> {
        give_back_in_a_panic();
        let writing = WRITING.lock();
        enable_raw_mode()?;
        IS_LENT.store(true, Ordering::SeqCst);
        let entered = execute!(io::stderr(), EnterAlternateScreen, Hide);
        drop(writing);
        let backend = CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stderr()));
        match entered.and_then(|()| Terminal::new(backend)) {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws a frame of the size that the terminal has now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _writing = WRITING.lock();
        if IS_LENT.load(Ordering::SeqCst) {
            self.terminal.draw(picture)?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if it is lent: for a process that ends at once.
pub fn give_back() {
    let _writing = WRITING.lock();
    restore();
}

fn restore() {
    if IS_LENT.swap(false, Ordering::SeqCst) {
        // Nothing can be done about a terminal that is gone.
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Lets a panic's message appear on the terminal as it was.
fn give_back_in_a_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The lock is taken in a panic amid a frame.
            restore();
            usual(info);
        }));
    });
}

/// Whether the terminal listens to this process; one in the background would
/// be stopped as soon as it changes anything.
#[cfg(unix)]
pub fn is_in_foreground() -> bool {
    let foreground = rustix::termios::tcgetpgrp(io::stderr());
    foreground.is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Whether the terminal listens to this process.
#[cfg(not(unix))]
pub fn is_in_foreground() -> bool {
    true
}
