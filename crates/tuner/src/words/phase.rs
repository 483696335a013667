//! The part of a campaign that is being played.

/// Part of a campaign that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game has been played yet.
    Start,
    /// Games that the plan is made from.
    Pilot,
    /// Generations of candidates.
    Search,
    /// Finalists play new games; the worse half drops out after each round.
    Race {
        /// Number of finalists.
        finalists: usize,
    },
    /// The winner plays new games, and unless their scores are stored the starting weights, too.
    Validation,
}

impl Phase {
    /// Returns the name of the phase.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Pilot => "pilot",
            Self::Search => "search",
            Self::Race { .. } => "final race",
            Self::Validation => "validation",
        }
    }
}
