//! Substitute for the live view in a program built without the feature `live`.

use std::io;

use super::shared::SharedProgress;

/// A view that never exists.
pub(super) enum View {}

impl View {
    /// Returns the error that the live view returns without a terminal.
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn show(&mut self, _: &SharedProgress) -> io::Result<bool> {
        match *self {}
    }
}
