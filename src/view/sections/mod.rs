//! The sections of a report about a campaign.

pub(crate) mod ablation;
mod convergence;
pub(crate) mod opening;
pub(crate) mod race;
pub(crate) mod slices;
pub(crate) mod verdict;
pub(crate) mod weights;
