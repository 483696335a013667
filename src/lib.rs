//! What people see of `tune2048`: reports with charts, the live view, the live page.

#![warn(clippy::print_stdout)]

pub mod chart;
pub mod landscape;
pub mod live;
pub mod report;
pub mod serve;
pub mod watch;
