//! Commands that measure players and scores outside of a campaign.

pub(crate) mod compare;
pub(crate) mod diagnose;
mod diagnosis;
pub(crate) mod tournament;
