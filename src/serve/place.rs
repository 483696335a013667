//! Where runs are.

use crate::view::campaigns::Root;

/// A folder of runs.
#[derive(Debug)]
pub(super) struct Place {
    /// How the addresses of its runs begin.
    pub(super) prefix: &'static str,
    pub(super) root: Root,
}
