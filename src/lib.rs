//! The user interfaces of `tune2048`: a command line, reports with charts, live pages.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the command line, and its live views on a terminal |
//! | [`serve`] | reports in a browser that follow their campaigns |
//! | [`view`] | reports, charts and progress, without a terminal |
//!
//! Games, campaigns and statistics are in the crates `tune2048-engine` and `tune2048-tuner`.

#![warn(clippy::print_stdout, reason = "println! panics on a closed pipe")]

pub mod cli;
pub mod serve;
pub mod view;
