//! Estimates from samples of scores, with their uncertainty.
//!
//! Every function is pure and works on slices. Sums run in index order, and
//! logarithms and exponentials come from a library that returns the same bits
//! on every platform: equal samples give equal results on every machine.
//!
//! | file | contents |
//! |---|---|
//! | `bisection` | search for a bound by halving |
//! | `descriptive` | mean, standard deviation, correlation, median |
//! | `in_words` | numbers, times and intervals as text for people |
//! | `interval` | confidence intervals of a mean, a median and a share |
//! | `effect` | how two players differ: by a ratio or a difference of their means |
//! | `elo` | Elo, the results of pairs of games, and the sequential test of two Elo differences |
//! | `objective` | what a campaign asks for, and the effect in terms of it |
//! | `one_look` | the effect after a fixed number of games, with an interval for one look |
//! | `significance` | Student's paired test of two means, and the correction for the number of tests |
//! | `moments` | running mean and variance |
//! | `two_means` | two means with their errors, measured or stored |
//! | `confidence_sequence` | effect that may be looked at after any number of games |
//! | `scores` | statistics of a batch of games |
//! | `sequential_effect` | sequential test of no difference against a difference of a given size |

pub(crate) mod bisection;
pub mod confidence_sequence;
mod descriptive;
mod effect;
pub mod elo;
pub mod in_words;
mod interval;
mod moments;
mod objective;
mod one_look;
pub mod scores;
pub mod sequential_effect;
mod significance;
mod two_means;

pub use descriptive::{correlation, mean, median, standard_deviation};
pub use effect::{Better, Effect, Estimate, TestResult};
pub use interval::{
    Interval, mean_interval, mean_interval_at, mean_interval_in_unit, median_interval, most_others,
    share_interval, student_interval,
};
pub use moments::Moments;
pub use objective::Objective;
pub use scores::{Evaluation, ScoreReport, Share, TILES, cost_per_move, other_side, scores};
pub use significance::{correct_by_holm, paired_p_value};
pub use two_means::TwoMeans;

/// Whether a value is what a file that says nothing means.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
