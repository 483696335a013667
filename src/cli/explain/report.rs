//! What the text and the JSON of `explain` show.

use serde::Serialize;
use tune2048_tuner::explain::Explanation;

/// One of the two players.
#[derive(Debug, Serialize)]
pub(super) struct ExplainedPlayer {
    pub(super) weights: String,
    pub(super) player: String,
}

/// What was found, with the question.
#[derive(Debug)]
pub(super) struct ExplanationReport<'a> {
    pub(super) sides: [ExplainedPlayer; 2],
    pub(super) seed: u64,
    /// Boards from games of each.
    pub(super) boards: [usize; 2],
    pub(super) found: &'a Explanation,
    /// What the terms are called.
    pub(super) terms: [&'a [String]; 2],
}
