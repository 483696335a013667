//! The findings that `explain` shows as text or JSON.

use serde::Serialize;
use tune2048_tuner::studies::explain::Explanation;

/// One of the two players.
#[derive(Debug, Serialize)]
pub(super) struct ExplainedPlayer {
    pub(super) weights: String,
    pub(super) player: String,
}

/// Findings about two players.
pub(super) struct ExplanationReport<'a> {
    pub(super) sides: [ExplainedPlayer; 2],
    pub(super) seed: u64,
    /// Number of boards from the games of each player.
    pub(super) boards: [usize; 2],
    pub(super) found: &'a Explanation,
    /// Names of each player's terms.
    pub(super) terms: [&'a [String]; 2],
}
