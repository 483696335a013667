//! One page.

use std::sync::Arc;

use crate::view::campaigns::Version;

/// A page that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) version: Version,
    /// State of the run in one or two words.
    pub(super) state: &'static str,
    pub(super) html: Arc<str>,
    /// The run, or the entries of all runs, as JSON.
    pub(super) json: Arc<str>,
    /// The page that plays its weights, if a campaign has weights that can.
    pub(super) play: Option<Arc<str>>,
}
