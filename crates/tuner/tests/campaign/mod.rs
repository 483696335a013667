//! Campaigns on simulated games: whole searches within milliseconds, interrupted and damaged at every place.
//!
//! The first line of each file says what it asks.

#![allow(clippy::float_cmp, reason = "files keep every bit of a number")]

mod adaptive;
mod budget;
mod damage;
mod divergence;
mod effects;
mod looks;
mod noise_stop;
mod pilot;
mod resume;
mod search_settings;
mod seeds;
mod stored_baseline;
mod trials_start;
pub(crate) mod warm_start;
mod winner;
