//! A campaign or a learning run as a row of a list, for the terminal, pages and JSON.

use std::time::SystemTime;

use serde::Serialize;
use serde_json::Value;
use tune2048_tuner::record::RunState;
use tune2048_tuner::weights::{Evidence, Verdict, WeightsFile};

use crate::view::progress::Pace;
use crate::view::words::so_far;

use super::folder::{FoundRun, Root, RunKind};
use super::record::{LearningRecord, RunRecord, Unread};
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
    pub ratio_interval: Option<Value>,
    /// The difference of the mean scores, where a campaign has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The interval of the difference with its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<Value>,
    /// The time of the last change of a file, in seconds since 1970.
    pub unix_seconds: Option<u64>,
    /// The time of the last change of a file.
    #[serde(skip)]
    pub last_change: Option<SystemTime>,
    /// What is wrong with the files.
    pub problem: Option<String>,
    /// The verdict with its effect, or what the network scores, in words.
    #[serde(skip)]
    pub result: Option<String>,
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
        Self::of(run, &root.read(run, false))
    }

    /// Returns the row of a run of which this was read.
    pub(crate) fn of(run: &FoundRun, read: &Result<RunRecord, Unread>) -> Self {
        let last_change = run.last_change();
        let since = last_change.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let mut entry = Self {
            campaign: run.name.clone(),
            folder: run.path.display().to_string(),
            kind: run.kind,
            unix_seconds: since.map(|since| since.as_secs()),
            last_change,
            ..Self::default()
        };
        match read {
            Ok(record) => {
                entry.state = record.state();
                match record {
                    RunRecord::Campaign(view) => entry.take_campaign(view),
                    RunRecord::Learning(record) => entry.take_learning(record),
                }
            }
            Err((state, problem)) => {
                (entry.state, entry.problem) = (*state, Some(problem.clone()));
                if *state == RunState::WeightsOnly {
                    let found = WeightsFile::find(&entry.folder).ok();
                    entry.take_evidence(found.as_ref().and_then(Evidence::read).as_ref());
                }
            }
        }
        entry
    }

    fn take_campaign(&mut self, view: &CampaignView) {
        let (state, subject) = (&view.state, view.state.spec.subject());
        let (heuristic, player) = match subject.command() {
            None => (subject.table_name().to_owned(), subject.to_string()),
            Some(command) => ("program".to_owned(), command.command_line()),
        };
        self.share = Pace::of(state, false).share_done();
        self.games = Some(state.games);
        self.are_pairs = subject.has_opponent();
        self.setup = Some(Setup { heuristic, player, seed: state.spec.seed });
        self.progress = view.progress();
        self.take_evidence(state.evidence());
    }

    fn take_evidence(&mut self, evidence: Option<&Evidence>) {
        let Some(evidence) = evidence else { return };
        self.verdict = Some(evidence.verdict);
        self.ratio = evidence.ratio;
        self.ratio_interval = evidence.at_level(evidence.ratio_interval);
        self.difference = evidence.difference;
        self.difference_interval = evidence.at_level(evidence.difference_interval);
        let effect = evidence.estimate().map(|found| found.short_text());
        let words = [Some(evidence.verdict.to_string()), effect].into_iter().flatten();
        self.result = Some(words.collect::<Vec<_>>().join(" "));
    }

    fn take_learning(&mut self, record: &LearningRecord) {
        let spec = &record.spec;
        self.share = Some(record.games() as f64 / spec.file.games as f64);
        self.games = Some(record.games());
        self.mean_score = record.test().map(|test| test.mean);
        self.result = record.score();
        self.setup = Some(Setup {
            heuristic: format!("network {}", spec.file.tuples),
            player: spec.file.method.kind.name().to_owned(),
            seed: spec.file.seed,
        });
        self.progress = so_far(record.games(), Some(spec.file.games), "game");
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
