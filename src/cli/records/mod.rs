//! Commands that read what campaigns recorded.

pub(crate) mod export;
pub(crate) mod list;
pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod status;
