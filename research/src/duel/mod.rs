//! Duels of optimizers: each runs many campaigns at equal numbers of games, and the recommended weights are measured
//! on common games that no campaign has seen.
//!
//! An entrant is judged by the mean over its campaigns. The spread of the campaigns contains every source of
//! randomness: the seed of the optimizer, the games of the search, and most of the noise of the measurement.

mod campaign_text;
mod command;
mod error;
mod mean_difference;
mod results;
mod run;
mod spec;
mod tables;

#[cfg(test)]
mod tests;

pub(crate) use command::DuelCommand;
pub(crate) use error::DuelError;
