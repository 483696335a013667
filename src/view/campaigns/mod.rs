//! What is read of campaigns: those in a folder in one line each, and all that a report needs.
//!
//! | file | what it does |
//! |---|---|
//! | `folder` | finds the campaigns in a folder |
//! | `summary`, `learning` | a campaign or a learning run in one line, whatever its state |
//! | `data` | reads everything that a report is made from |
//! | `coordinates`, `candidates` | the coordinates of a search, and its candidates, in words |

pub(crate) mod candidates;
pub(crate) mod coordinates;
pub(crate) mod data;
mod folder;
mod learning;
mod summary;

pub use folder::{FoundCampaign, Root, Version};
pub use learning::LearningSummary;
pub use summary::{CampaignState, Summary};
