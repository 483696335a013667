//! Estimates from samples of scores, with their uncertainty.
//!
//! Every function is pure and works on slices. Sums run in index order, and
//! logarithms and exponentials come from a library that returns the same bits
//! on every platform: equal samples give equal results on every machine.
//!
//! | file | contents |
//! |---|---|
//! | `descriptive` | mean, standard deviation, correlation, median |
//! | `interval` | confidence intervals of a mean, a median and a share |
//! | `mean_ratio` | ratio of two means of paired samples |
//! | `t_test` | Student's paired test and Welch's test of two means |
//! | `holm` | correction of p-values for the number of tests |
//! | `confidence_sequence` | ratio of two means that may be looked at after any number of games |

pub mod confidence_sequence;
mod descriptive;
mod holm;
mod interval;
mod mean_ratio;
mod t_test;

pub use descriptive::{correlation, mean, median, standard_deviation};
pub use holm::holm;
pub use interval::{Interval, mean_interval, mean_interval_at, median_interval, share_interval};
pub use mean_ratio::{MeanRatio, mean_ratio, mean_ratio_at};
pub use t_test::{MeanDifference, paired_p_value, welch};
