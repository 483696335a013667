//! The summary of a campaign in one line, whatever its state.

use serde::Serialize;
use tune2048_files::regular;
use tune2048_tuner::campaign::{CampaignError, Progress};
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::record::file_names::BEST;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::Subject;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::grouped;

use super::folder::{FoundRun, Root};

/// A campaign in one line of the list.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The state of the folder.
    pub state: CampaignState,
    /// The generations, and their limit if there is one.
    pub generations: String,
    /// The number of candidates.
    pub candidates: String,
    /// The games of the search, and their limit if there is one.
    pub games: String,
    /// The effect of tuned over starting weights on validation games with its interval, or `-`.
    pub effect: String,
    /// The games of the search, if they can be read.
    pub games_played: Option<u64>,
    /// The largest share of a limit of the budget that is spent, 0 to 1.
    pub share: Option<f64>,
    /// The evidence for the recommended weights.
    pub evidence: Option<Evidence>,
    /// The heuristic, the player and the seed, if they can be read.
    pub setup: Option<Setup>,
}

/// What a run plays with.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Setup {
    /// The heuristic, or the program.
    pub heuristic: String,
    /// The player.
    pub player: String,
    /// The seed.
    pub seed: u64,
}

impl Setup {
    fn of(spec: &CampaignSpec) -> Self {
        let [heuristic, player] = match &**spec.subject() {
            Subject::Board(board) => {
                [spec.subject().table_name().to_owned(), board.player.to_string()]
            }
            Subject::Program(program) => ["program".to_owned(), program.command.command_line()],
        };
        Self { heuristic, player, seed: spec.seed }
    }
}

/// State of a campaign's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CampaignState {
    /// The recommended weights are found and validated.
    Finished,
    /// The campaign runs, or was interrupted.
    #[default]
    NotFinished,
    /// The folder has the recommended weights without the rows that found them; with advice.
    WeightsOnly(String),
    /// The files cannot be read; with the reason.
    Damaged(String),
    /// The files must not be read; with the reason.
    NotShown(String),
}

impl CampaignState {
    /// Returns the state in one or two words.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::NotFinished => "not finished",
            Self::WeightsOnly(_) => "weights only",
            Self::Damaged(_) => "damaged",
            Self::NotShown(_) => "not shown",
        }
    }

    /// Returns why there is no report.
    pub fn problem(&self) -> Option<&str> {
        match self {
            Self::WeightsOnly(problem) | Self::Damaged(problem) | Self::NotShown(problem) => {
                Some(problem)
            }
            _ => None,
        }
    }
}

impl Summary {
    /// Reads the files of a campaign below a root.
    pub fn read(root: &Root, campaign: &FoundRun) -> Self {
        let bad = |state| Self { state, ..Self::default() };
        if let Some(obstacle) = root.obstacle(campaign) {
            return bad(CampaignState::NotShown(obstacle));
        }
        match Progress::read(&campaign.path) {
            Ok(progress) => Self::of(&progress),
            Err(CampaignError::Checkpoint(error @ CheckpointError::WeightsOnly { .. })) => {
                let evidence = recorded_evidence(campaign);
                Self {
                    effect: effect(evidence.as_ref()),
                    evidence,
                    ..bad(CampaignState::WeightsOnly(error.to_string()))
                }
            }
            Err(error) => bad(CampaignState::Damaged(error.to_string())),
        }
    }

    fn of(progress: &Progress) -> Self {
        let of = |done: f64, limit: Option<f64>| match limit {
            Some(limit) => format!("{} of {}", grouped(done), grouped(limit)),
            None => grouped(done),
        };
        let budget = &progress.spec.budget;
        let shares = [
            budget.games.map(|limit| progress.games as f64 / limit as f64),
            budget.generations.map(|limit| f64::from(progress.generations) / f64::from(limit)),
            budget.minutes.map(|limit| progress.elapsed_seconds / 60.0 / limit),
        ];
        let share = shares.into_iter().flatten().reduce(f64::max);
        Self {
            state: if progress.finished {
                CampaignState::Finished
            } else {
                CampaignState::NotFinished
            },
            generations: of(progress.generations.into(), budget.generations.map(f64::from)),
            candidates: grouped(progress.trials.len() as f64),
            games: of(progress.games as f64, budget.games.map(|n| n as f64)),
            effect: effect(progress.evidence.as_ref()),
            games_played: Some(progress.games),
            share: share.map(|share| share.min(1.0)),
            evidence: progress.evidence.clone(),
            setup: Some(Setup::of(&progress.spec)),
        }
    }

    /// Returns the progress of the search in words.
    pub fn progress(&self) -> String {
        match self.state.problem() {
            Some(_) => self.state.word().to_owned(),
            None => format!("{} generations, {} games of search", self.generations, self.games),
        }
    }
}

/// Returns the evidence in the weights file of a campaign whose rows are left out.
fn recorded_evidence(campaign: &FoundRun) -> Option<Evidence> {
    let path = campaign.path.join(BEST);
    let text = regular::read_text(&path).ok()?;
    Evidence::read(&WeightsFile::parse(&path, &text).ok()?)
}

/// Returns the effect on validation games with its interval, in words.
fn effect(evidence: Option<&Evidence>) -> String {
    let effect = evidence.and_then(Evidence::short_effect);
    effect.unwrap_or_else(|| "-".to_owned())
}
