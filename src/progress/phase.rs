//! What a campaign is playing.

use super::time_left::PlayedWeights;

/// What is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing yet.
    Start,
    /// The games that a plan is made from.
    Pilot,
    /// Generations of candidates.
    Search,
    /// Finalists on new games.
    Race {
        /// How many of them there are.
        finalists: usize,
    },
    /// The winner and the starting weights on new games.
    Validation,
}

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Pilot => "pilot",
            Self::Search => "search",
            Self::Race { .. } => "final race",
            Self::Validation => "validation",
        }
    }

    pub(super) fn players(self) -> PlayedWeights {
        match self {
            Self::Start | Self::Pilot => PlayedWeights::Start,
            Self::Search => PlayedWeights::Candidates,
            Self::Race { .. } => PlayedWeights::Finalists,
            Self::Validation => PlayedWeights::Both,
        }
    }
}
