//! Mistakes of the user that need no more than words.

/// An error in what the user has given.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);
