//! What is read of campaigns and learning runs: those in a folder in one line each, and all of one.
//!
//! | file | what it does |
//! |---|---|
//! | `folder` | finds the campaigns and learning runs in a folder |
//! | `entry` | a row of a list of them, whatever their state |
//! | `record` | the record of either, read once for whatever shows it, and all of a learning run |
//! | `view` | a campaign with everything that is shown of it |

mod entry;
mod folder;
mod record;
mod view;

pub use entry::Entry;
pub use folder::{FoundRun, Root, version_of};
pub(crate) use record::RunRecord;
pub use record::{LearningRecord, parse_learning, read_settings};
pub(crate) use view::CampaignView;
