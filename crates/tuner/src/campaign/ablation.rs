//! The ablation that a campaign's folder keeps.

use std::path::Path;

use crate::record::{CampaignError, CampaignState, Folder, LogEvent};
use crate::studies::ablation::{Ablation, Step, differing};

/// The note beside every ablation: how far its intervals and the order of its steps hold.
pub const ABLATION_NOTE: &str = "\
The intervals of all steps hold together with 95 %, each over the start alone.
A step counts with those before it: another order divides the gain otherwise.";

impl Ablation {
    /// Keeps the ablation in a campaign's record.
    ///
    /// # Errors
    /// If another process plays the campaign, or it cannot be written.
    pub fn keep(&self, folder: &Path) -> Result<(), CampaignError> {
        let found = serde_json::to_value(self).expect("plain data has a JSON form");
        Folder::at(folder).append(LogEvent::Ablation { found })
    }

    /// The one that a campaign keeps, if it leads from its starting weights to those that it recommends at present.
    pub fn of(state: &CampaignState) -> Option<Self> {
        let kept: Self = serde_json::from_value(state.ablation.clone()?).ok()?;
        let (start, goal) = (state.start_weights(), state.recommended()?);
        let is_step = |step: &Step| {
            let place = goal.subject.index_of(&step.name);
            place.is_some_and(|at| [&step.from, &step.to] == [&start.value(at), &goal.value(at)])
        };
        let is_of = kept.player == goal.subject.to_string()
            && kept.steps.len() == differing(&start, goal).len()
            && kept.steps.iter().all(is_step);
        is_of.then_some(kept)
    }
}
