//! Reports of campaigns and learning runs: pages of HTML, and summaries in Markdown.
//!
//! | file | what it reports |
//! |---|---|
//! | `campaign` | a campaign, of the `sections` |
//! | `comparison` | several campaigns side by side |
//! | `learning` | a learning run |

mod campaign;
mod comparison;
mod learning;

use std::path::Path;

use crate::view::campaigns::{CampaignView, LearningRecord};
use crate::view::document::{Frame, Report};
use tune2048_learning::run::is_learning_folder;

pub(crate) use crate::view::document::document;
pub use crate::view::document::{SCRIPT, STYLE};
pub(crate) use campaign::report as of_campaign;
pub use comparison::comparison;
pub(crate) use learning::{report as of_learning, tested};

/// Returns the report of a campaign or a learning run, finished or not, as a page of HTML. No lock is taken, so that
/// it may run meanwhile.
///
/// # Errors
/// If the folder has no run, or if a file is damaged.
pub fn page(folder: &Path) -> anyhow::Result<String> {
    Ok(read(folder)?.page(&Frame::default()))
}

/// Returns what [`page`] says, in Markdown.
///
/// # Errors
/// If the folder has no run, or if a file is damaged.
pub fn markdown(folder: &Path) -> anyhow::Result<String> {
    Ok(read(folder)?.markdown())
}

fn read(folder: &Path) -> anyhow::Result<Report> {
    Ok(match is_learning_folder(folder) {
        true => of_learning(folder, &LearningRecord::read(folder)?),
        false => of_campaign(&CampaignView::read(folder, true)?),
    })
}
