//! What people see of `tune2048`: reports with charts, the live view, the live page.

#![warn(clippy::print_stdout)]

pub mod chart;
pub mod landscape;
pub mod progress;
pub mod report;

#[cfg(feature = "live")]
pub mod live;
#[cfg(feature = "live")]
pub mod watch;

#[cfg(feature = "serve")]
pub mod serve;
