//! No live view: this program was built without the feature `live`.

use std::io;

use super::campaign_watch::Watch;

/// A view that never exists.
#[derive(Debug)]
pub(super) enum View {}

impl View {
    /// Refuses, as where there is no terminal.
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn show(&mut self, _: &Watch) -> io::Result<bool> {
        match *self {}
    }
}
