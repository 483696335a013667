//! Statistics of a batch of games played with one set of weights.
//!
//! [`Evaluation`] is the plain statistics of the games, one row of a journal.
//! [`ScoreReport`] adds confidence intervals to an evaluation, for people and
//! for JSON. Every figure that both show is computed once, in [`Evaluation::of`].

mod evaluation;
mod report;

pub use evaluation::{Evaluation, TILES, cost_per_move, scores};
pub use report::{ScoreReport, Share};

use tune2048_engine::game::Score;

/// Returns what the other side of a game gets, whose result is a share from 0 to 1.
///
/// # Panics
/// If the difference is not finite, which no share is.
pub fn other_side(share: Score) -> Score {
    Score::new(1.0 - share.get()).expect("a share is finite")
}
