//! The user interfaces of `tune2048`: reports with charts, live views on a terminal, live pages.
//!
//! | module | what it does | feature |
//! |---|---|---|
//! | [`report`] | pages of HTML and Markdown about campaigns | |
//! | [`campaigns`] | the campaigns in a folder, each in one line | |
//! | [`chart`] | charts of the reports as SVG | |
//! | [`landscape`] | regression of the mean score on the weights, for the reports | |
//! | [`progress`] | progress of a running campaign, independent of how it is shown | |
//! | [`workers_seen`] | the workers of a campaign, in a file beside its record | |
//! | `live` | a running campaign on a terminal | `live` |
//! | `watch` | a running game on a terminal | `live` |
//! | `serve` | reports in a browser that follow their campaigns | `serve` |
//!
//! Games, campaigns and statistics are in the crates `tune2048-engine` and `tune2048-tuner`.

#![warn(clippy::print_stdout)]

pub mod campaigns;
pub mod chart;
pub mod landscape;
pub mod progress;
pub mod report;
pub mod workers_seen;

#[cfg(feature = "live")]
pub mod live;
#[cfg(feature = "live")]
pub mod watch;

#[cfg(feature = "serve")]
pub mod serve;
