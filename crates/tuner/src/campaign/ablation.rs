//! An ablation as `explain` prints it in JSON, and as a campaign's folder keeps it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::record::event::LogEvent;
use crate::record::{CampaignError, CampaignState, Folder};
use crate::studies::ablation::{Ablation, differing};
use tune2048_files::shell::quoted;

/// The note beside every ablation: how far its intervals and the order of its steps hold.
pub const ABLATION_NOTE: &str = "\
The intervals of all steps hold together with 95 %, each over the start alone.
A step counts with those before it: another order divides the gain otherwise.";

/// An ablation with its question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AblationRecord {
    /// The name of the goal.
    pub weights: String,
    /// The name of the start.
    pub against: String,
    /// Who plays.
    pub player: String,
    /// The seed of the games.
    pub seed: u64,
    /// The number of games of each step.
    pub games: u64,
    /// The steps.
    #[serde(flatten)]
    pub found: Ablation,
}

/// What a report shows of the way from a campaign's starting weights to its winner.
#[derive(Clone, Debug)]
pub enum CampaignAblation {
    /// The steps were played.
    Played(AblationRecord),
    /// They would have to be, by this command.
    Command(String),
}

impl AblationRecord {
    /// Keeps the ablation in a campaign's record.
    ///
    /// # Errors
    /// If another process plays the campaign, or it cannot be written.
    pub fn keep(&self, folder: &Path) -> Result<(), CampaignError> {
        let found = serde_json::to_value(self).expect("plain data has a JSON form");
        Folder::at(folder).append(&LogEvent::Ablation { found })
    }

    /// Whether it leads from the starting weights of a campaign to those that it recommends at present.
    fn is_of(&self, state: &CampaignState) -> bool {
        let Some(goal) = state.recommended() else { return false };
        let start = state.start_weights();
        let places = differing(&start, goal);
        let is_step = |&place: &usize| {
            let name = &*goal.subject.parameters()[place].name;
            let (from, to) = (start.value(place), goal.value(place));
            let mut steps = self.found.steps.iter();
            steps.any(|step| step.name == name && step.from == from && step.to == to)
        };
        self.player == goal.subject.to_string()
            && self.found.steps.len() == places.len()
            && places.iter().all(is_step)
    }
}

impl CampaignAblation {
    /// Returns what there is of a campaign; `None` if it recommends nothing else than its start.
    pub fn of(state: &CampaignState, folder: &Path) -> Option<Self> {
        if differing(&state.start_weights(), state.recommended()?).is_empty() {
            return None;
        }
        let kept = state.ablation.clone().and_then(|found| serde_json::from_value(found).ok());
        // What was found of earlier weights is played again.
        let kept = kept.filter(|kept: &AblationRecord| kept.is_of(state));
        let command = || Self::Command(format!("tune2048 explain {} --ablation", quoted(folder)));
        Some(kept.map_or_else(command, Self::Played))
    }
}
