//! Where runs are, and the page of one.

use std::sync::Arc;

use crate::view::campaigns::Root;

/// A folder of runs.
#[derive(Debug)]
pub(super) struct Place {
    /// How the addresses of its runs begin.
    pub(super) prefix: &'static str,
    pub(super) root: Root,
}

/// A page that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// A hash that changes with any of its files.
    pub(super) version: String,
    /// State of the run in one or two words.
    pub(super) state: &'static str,
    pub(super) html: Arc<str>,
    /// The run, or the entries of all runs, as JSON.
    pub(super) json: Arc<str>,
    /// The page that plays its weights, if a campaign has weights that can.
    pub(super) play: Option<Arc<str>>,
}
