//! Substitute for the live view in a program built without the feature `live`.

use std::io;

use super::shared::SharedProgress;

/// A view that never exists.
#[derive(Debug)]
pub(crate) enum CampaignView {}

impl CampaignView {
    /// Returns the error that the live view returns without a terminal.
    pub(crate) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn show(&mut self, _: &SharedProgress) -> io::Result<bool> {
        match *self {}
    }
}
