//! The sections of a report about a campaign.

pub(crate) mod ablation;
mod convergence;
pub(crate) mod opening;
pub(crate) mod verdict;
pub(crate) mod weights;
