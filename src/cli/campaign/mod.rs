//! Commands that play a campaign or prepare one, and what they say of it.

pub(crate) mod plan;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod serve_evaluations;
pub(crate) mod session;
pub(crate) mod summary;
