//! How the progress of a command appears: a view, a bar or lines.

pub(crate) mod campaign;
#[cfg_attr(not(feature = "live"), path = "no_campaign_view.rs")]
pub(crate) mod campaign_view;
pub(crate) mod games_bar;
pub(crate) mod log;
pub(crate) mod shared;
