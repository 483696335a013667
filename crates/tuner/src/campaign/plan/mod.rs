//! Before the search: the pilot, what it finds, and the plan that follows.

pub(super) mod campaign_plan;
pub mod pilot;
