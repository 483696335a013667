//! Lines for the user that come up at any time, held back while something is drawn.

use std::sync::{Mutex, MutexGuard};

use super::output::write_line;
use tune2048_files::shown::visible;

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
