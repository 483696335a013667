//! Writing to standard output and standard error, whose lines are held back while something is drawn there.
//!
//! `println!` is not used, since it panics on a closed pipe.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard};

use serde::Serialize;

use super::markdown::wrapped;
use tune2048_files::shown::{json as json_text, visible};

/// The reader of standard output has closed it, which ends a command without failure.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("standard output: its reader has closed it")]
pub(crate) struct ReaderLeft;

/// Names standard output in an error; a closed pipe becomes [`ReaderLeft`].
pub(crate) fn stdout_error(error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ReaderLeft.into();
    }
    anyhow::Error::from(error).context("standard output: cannot write")
}

/// Writes a text to standard output, as a terminal may show it whatever it holds.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    write_all(io::stdout().lock(), visible(text).as_bytes())
}

/// Writes a text of this program with its styles to standard output.
pub(crate) fn print_styled(text: &str) -> anyhow::Result<()> {
    write_all(anstream::stdout().lock(), text.as_bytes())
}

fn write_all(mut stdout: impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(stdout_error)
}

/// Writes a text to standard output, wrapped at words on a terminal.
pub(crate) fn print_wrapped(text: &str) -> anyhow::Result<()> {
    terminal_width().map_or_else(|| print(text), |width| print(&wrapped(text, width, 2)))
}

/// Writes a line to standard error, or leaves it to what shows progress there.
pub(crate) fn eprint_line(line: &str) {
    NOTICES.say(line);
}

/// Writes a line to standard error, wrapped at words on a terminal, which may show it whatever it
/// holds; it is no failure if that is closed.
pub(crate) fn write_line(line: &str) {
    let width = terminal_size::terminal_size_of(io::stderr());
    let line = visible(line);
    let _ = match width {
        Some((width, _)) => write!(io::stderr(), "{}", wrapped(&line, width.0.into(), 2)),
        None => writeln!(io::stderr(), "{line}"),
    };
}

/// Writes a line of this program with its styles to standard error.
pub(crate) fn eprint_styled(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Returns the columns of the terminal on standard output; `None` if that is no terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(usize::from(width.0))
}

/// Writes a value to standard output as indented JSON.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    write_all(io::stdout().lock(), json_text(&text).as_bytes())
}

/// Writes a value to standard output as one line of JSON.
pub(crate) fn print_json_line(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(value)? + "\n";
    write_all(io::stdout().lock(), json_text(&text).as_bytes())
}

/// Writes bytes to standard output as they are, and a text to a terminal as it may show it.
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    match str::from_utf8(bytes) {
        Ok(text) if io::stdout().is_terminal() => print(text),
        _ => write_all(io::stdout().lock(), bytes),
    }
}

/// Writes lines to standard error, or holds them while a view is drawing.
#[derive(Debug)]
pub(crate) struct Notices {
    /// Lines held back; `None` while no view is drawing.
    kept: Mutex<Option<Vec<String>>>,
}

/// Lines of this process while its progress is shown.
pub(crate) static NOTICES: Notices = Notices::new();

impl Notices {
    pub(crate) const fn new() -> Self {
        Self { kept: Mutex::new(None) }
    }

    fn kept(&self) -> MutexGuard<'_, Option<Vec<String>>> {
        self.kept.lock().expect("nothing panics while it writes")
    }

    /// Takes a line.
    pub(crate) fn say(&self, line: &str) {
        match &mut *self.kept() {
            Some(lines) => lines.push(visible(line)),
            None => write_line(line),
        }
    }

    /// Keeps further lines for [`Self::take`].
    pub(crate) fn keep(&self) {
        self.kept().get_or_insert_default();
    }

    /// Takes out the lines that were kept.
    pub(crate) fn take(&self) -> Vec<String> {
        self.kept().as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Writes what was kept, and keeps no more.
    pub(crate) fn release(&self) {
        for line in self.kept().take().unwrap_or_default() {
            write_line(&line);
        }
    }
}
