//! Why games cannot be played by workers.

/// Why a server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkersError {
    /// The address or the token is not what it must be.
    #[error("{0}")]
    BadInput(String),
    /// The server is not there, or refuses what a run or a worker needs.
    #[error("{0}")]
    Server(String),
}

impl WorkersError {
    /// Whether the cause is what the user has given.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::BadInput(_))
    }
}
