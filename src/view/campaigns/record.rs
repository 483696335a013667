//! The record of a run, read once for whatever shows it.

use std::path::Path;

use serde_json::Value;
use tune2048_tuner::record::{CampaignError, RunState};

use super::folder::{FoundRun, Root, RunKind};
use super::learning::LearningRecord;
use super::view::CampaignView;

/// The record of a campaign or of a learning run.
pub(crate) enum RunRecord {
    Campaign(Box<CampaignView>),
    Learning(Box<LearningRecord>),
}

/// The state of a run that is not read, and why.
pub(crate) type Unread = (RunState, String);

impl RunRecord {
    /// Reads the folder of a run, of a campaign with its candidates if `with_history`. No lock is
    /// taken, so that the run may go on meanwhile.
    ///
    /// # Errors
    /// If the folder has no run, or if a file is damaged.
    pub(crate) fn read(folder: &Path, with_history: bool) -> anyhow::Result<Self> {
        Ok(match RunKind::of(folder) {
            Some(RunKind::Learning) => Self::Learning(Box::new(LearningRecord::read(folder)?)),
            _ => Self::Campaign(Box::new(CampaignView::read(folder, with_history)?)),
        })
    }

    /// Returns the state in one word.
    pub(crate) fn state(&self) -> RunState {
        match self {
            Self::Campaign(view) => view.run_state,
            Self::Learning(record) => record.state,
        }
    }

    /// Returns what `status --json` prints.
    pub(crate) fn status_json(&self) -> Value {
        match self {
            Self::Campaign(view) => view.status_json(),
            Self::Learning(record) => record.status_json(),
        }
    }
}

impl Root {
    /// Reads a run below the root, as [`RunRecord::read`] does.
    pub(crate) fn read(&self, run: &FoundRun, with_history: bool) -> Result<RunRecord, Unread> {
        if let Some(obstacle) = self.obstacle(run) {
            return Err((RunState::NotShown, obstacle));
        }
        RunRecord::read(&run.path, with_history).map_err(|error| {
            let state = match error.downcast_ref() {
                Some(CampaignError::WeightsOnly(_)) => RunState::WeightsOnly,
                _ => RunState::Damaged,
            };
            (state, error.to_string())
        })
    }
}
