//! Commands that measure players and scores outside of a campaign.

mod amount;
pub(crate) mod compare;
pub(crate) mod diagnose;
mod diagnosis;
mod sides;
pub(crate) mod tournament;
