//! No live view: this program was built without the feature `live`.

use std::io;

use super::shared_progress::SharedProgress;

/// A view that never exists.
#[derive(Debug)]
pub(super) enum CampaignView {}

impl CampaignView {
    /// Refuses, as where there is no terminal.
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn show(&mut self, _: &SharedProgress) -> io::Result<bool> {
        match *self {}
    }
}
