//! Commands that measure players and scores outside of a campaign.

pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod diagnosis_json;
pub(crate) mod diagnosis_text;
pub(crate) mod tournament;
