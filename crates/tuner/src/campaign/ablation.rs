//! An ablation as `explain` prints it in JSON, and as a campaign's folder keeps it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Progress;
use crate::studies::ablation::{Ablation, differing};
use tune2048_files::shell::quoted;
use tune2048_files::{FileError, atomic};

/// The name of the file in a campaign's folder; no part of the record.
pub const ABLATION: &str = "ablation.json";

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
    /// Keeps the ablation in a campaign's folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, folder: &Path) -> Result<(), FileError> {
        atomic::replace_json(&folder.join(ABLATION), self)
    }

    /// Whether it leads from the starting weights of a campaign to those that it recommends at present.
    fn is_of(&self, progress: &Progress) -> bool {
        let Some(best) = &progress.best else { return false };
        let (start, goal) = (progress.start_weights(), &best.weights);
        let places = differing(&start, goal);
        let is_step = |&place: &usize| {
            let name = &*goal.subject.parameters()[place].name;
            let ends = [start.values[place], goal.values[place]].map(f64::to_bits);
            let mut steps = self.found.steps.iter();
            steps.any(|step| step.name == name && [step.from, step.to].map(f64::to_bits) == ends)
        };
        self.player == goal.subject.to_string()
            && self.found.steps.len() == places.len()
            && places.iter().all(is_step)
    }
}

impl CampaignAblation {
    /// Returns what there is of a campaign; `None` if it recommends nothing else than its start.
    pub fn of(progress: &Progress, folder: &Path) -> Option<Self> {
        let best = progress.best.as_ref()?;
        if differing(&progress.start_weights(), &best.weights).is_empty() {
            return None;
        }
        // A file that is damaged or of earlier weights is made again.
        let text = fs::read_to_string(folder.join(ABLATION)).unwrap_or_default();
        let kept = serde_json::from_str(&text).ok();
        let kept = kept.filter(|kept: &AblationRecord| kept.is_of(progress));
        let command = || Self::Command(format!("tune2048 explain {} --ablation", quoted(folder)));
        Some(kept.map_or_else(command, Self::Played))
    }
}
