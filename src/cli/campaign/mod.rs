//! Commands that play a campaign or prepare one.

pub(crate) mod plan;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod serve_evaluations;
