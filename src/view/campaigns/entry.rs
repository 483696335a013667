//! A campaign or a learning run as a row of a list, for the terminal, pages and JSON.

use std::time::SystemTime;

use serde::Serialize;
use tune2048_files::regular;
use tune2048_tuner::record::{BEST, CheckpointError, RunState};
use tune2048_tuner::statistics::IntervalAtLevel;
use tune2048_tuner::weights::{Evidence, Verdict, WeightsFile};

use crate::view::progress::Pace;
use crate::view::words::so_far;

use super::folder::{FoundRun, Root, RunKind};
use super::learning::LearningRecord;
use super::view::CampaignView;

/// A row, with the keys of `list --json`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entry {
    /// The name below the folder that is listed.
    pub campaign: String,
    /// The path of the folder.
    pub folder: String,
    /// What runs there.
    pub kind: RunKind,
    /// The state.
    pub state: RunState,
    /// The share of the run that is done, 0 to 1, if it is known.
    pub share: Option<f64>,
    /// The games so far, if they can be read.
    pub games: Option<u64>,
    /// Whether these are pairs of games of a match.
    #[serde(skip)]
    pub are_pairs: bool,
    /// What plays, if it can be read.
    #[serde(flatten)]
    pub setup: Option<Setup>,
    /// The mean score of a network, once it is tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_score: Option<f64>,
    /// The verdict on the tuned weights.
    pub verdict: Option<Verdict>,
    /// The ratio of the mean scores of tuned and starting weights.
    pub ratio: Option<f64>,
    /// The interval of the ratio with its level.
    pub ratio_interval: Option<IntervalAtLevel>,
    /// The difference of the mean scores, where a campaign has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The interval of the difference with its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<IntervalAtLevel>,
    /// The time of the last change of a file, in seconds since 1970.
    pub unix_seconds: Option<u64>,
    /// The time of the last change of a file.
    #[serde(skip)]
    pub last_change: Option<SystemTime>,
    /// What is wrong with the files.
    pub problem: Option<String>,
    /// The effect with its interval or what the network scores, in words.
    #[serde(skip)]
    pub outcome: Option<String>,
    /// How far the run is, in words; empty if its files cannot be read.
    #[serde(skip)]
    pub progress: String,
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

impl Entry {
    /// Reads the files of a run below a root.
    pub fn read(root: &Root, run: &FoundRun) -> Self {
        if let Some(obstacle) = root.obstacle(run) {
            return Self { state: RunState::NotShown, ..Self::unreadable(run, obstacle) };
        }
        let read = match run.kind {
            RunKind::Campaign => Self::of_campaign(run).map_err(Into::into),
            RunKind::Learning => Self::of_learning(run),
        };
        read.unwrap_or_else(|error| Self::unreadable(run, error.to_string()))
    }

    fn empty(run: &FoundRun) -> Self {
        let last_change = run.last_change();
        let since = last_change.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        Self {
            campaign: run.name.clone(),
            folder: run.path.display().to_string(),
            kind: run.kind,
            unix_seconds: since.map(|since| since.as_secs()),
            last_change,
            ..Self::default()
        }
    }

    fn unreadable(run: &FoundRun, problem: String) -> Self {
        Self { state: RunState::Damaged, problem: Some(problem), ..Self::empty(run) }
    }

    fn of_campaign(run: &FoundRun) -> Result<Self, CheckpointError> {
        let view = match CampaignView::read(&run.path, false) {
            Err(error @ CheckpointError::WeightsOnly { .. }) => {
                let evidence = recorded_evidence(run);
                return Ok(Self {
                    state: RunState::WeightsOnly,
                    problem: Some(error.to_string()),
                    ..Self::with_evidence(run, evidence.as_ref())
                });
            }
            read => read?,
        };
        let (state, subject) = (&view.state, view.state.spec.subject());
        let (heuristic, player) = match subject.command() {
            None => (subject.table_name().to_owned(), subject.to_string()),
            Some(command) => ("program".to_owned(), command.command_line()),
        };
        Ok(Self {
            state: view.run_state,
            share: Pace::of(state, false).share_done(),
            games: Some(state.games),
            are_pairs: subject.has_opponent(),
            setup: Some(Setup { heuristic, player, seed: state.spec.seed }),
            progress: view.progress(),
            ..Self::with_evidence(run, state.evidence())
        })
    }

    fn with_evidence(run: &FoundRun, evidence: Option<&Evidence>) -> Self {
        let Some(evidence) = evidence else { return Self::empty(run) };
        Self {
            verdict: Some(evidence.verdict),
            ratio: evidence.ratio,
            ratio_interval: evidence.at_level(evidence.ratio_interval),
            difference: evidence.difference,
            difference_interval: evidence.at_level(evidence.difference_interval),
            outcome: evidence.estimate().map(|found| found.short_text()),
            ..Self::empty(run)
        }
    }

    fn of_learning(run: &FoundRun) -> anyhow::Result<Self> {
        let record = LearningRecord::read(&run.path)?;
        let spec = &record.spec;
        Ok(Self {
            state: record.state,
            share: Some(record.games() as f64 / spec.file.games as f64),
            games: Some(record.games()),
            mean_score: record.test().map(|test| test.mean),
            outcome: record.score(),
            setup: Some(Setup {
                heuristic: format!("network {}", spec.file.tuples),
                player: spec.file.method.kind.name().to_owned(),
                seed: spec.file.seed,
            }),
            progress: so_far(record.games(), Some(spec.file.games), "game"),
            ..Self::empty(run)
        })
    }

    /// The verdict with its effect, or what the network scores, in words; `-` before there is one.
    pub fn result(&self) -> String {
        match (self.verdict, &self.outcome) {
            (Some(verdict), Some(outcome)) => format!("{verdict} {outcome}"),
            (Some(verdict), None) => verdict.to_string(),
            (None, outcome) => outcome.clone().unwrap_or_else(|| "-".to_owned()),
        }
    }

    /// The share that is done, if it is known and something is left.
    pub fn share_left(&self) -> Option<f64> {
        self.share.filter(|_| self.state.is_left())
    }

    /// What is wrong with the files, where that is a fault.
    pub fn fault(&self) -> Option<&str> {
        self.problem.as_deref().filter(|_| self.state != RunState::WeightsOnly)
    }
}

/// Returns the evidence in the weights file of a campaign whose rows are left out.
fn recorded_evidence(run: &FoundRun) -> Option<Evidence> {
    let path = run.path.join(BEST);
    let text = regular::read_text(&path).ok()?;
    Evidence::read(&WeightsFile::parse(&path, &text).ok()?)
}
