//! The campaigns in a folder, each in one line whatever its state.

mod folder;
mod learning;
mod summary;

pub use folder::{FoundCampaign, Root, Version};
pub use learning::LearningSummary;
pub use summary::{CampaignState, Summary};
