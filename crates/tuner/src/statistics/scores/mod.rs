//! Statistics of a batch of games played with one set of weights.
//!
//! [`Evaluation`] is the plain statistics of the games, one row of a journal.
//! [`ScoreReport`] adds confidence intervals to an evaluation, for people and
//! for JSON. Every figure that both show is computed once, in [`Evaluation::of`].

mod evaluation;
mod report;

pub use evaluation::{Evaluation, TILES, cost_per_move, scores};
pub use report::{ScoreReport, Share};
