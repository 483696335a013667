//! Errors in the file of a network.

use std::fmt::Display;
use std::io;

use super::shape::TupleError;

/// The reason why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read it: {0} - give a network that `tune2048 learn` wrote")]
    Read(#[from] io::Error),
    /// The file is not in the safetensors format.
    #[error("it is no safetensors file: {0} - give a network that `tune2048 learn` wrote")]
    NotSafetensors(String),
    /// The tuples or the stages are impossible.
    #[error(transparent)]
    Tuples(#[from] TupleError),
    /// A part of the file is not as it was written: what was found, expected, and is to be done.
    #[error("{0}")]
    Unlike(String),
    /// A weight is infinite or not a number.
    #[error("its weight number {0} is not finite - learn again with a lower learning rate")]
    NotFinite(usize),
}

impl NetworkError {
    pub(super) fn unlike(found: impl Display, expected: impl Display, advice: &str) -> Self {
        Self::Unlike(format!("{found}, expected {expected} - {advice}"))
    }
}
