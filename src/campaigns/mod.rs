//! The campaigns in a folder, each in one line whatever its state.

mod folder;
mod summary;

pub use folder::{FoundCampaign, Root, Version};
pub use summary::{CampaignState, Summary};
