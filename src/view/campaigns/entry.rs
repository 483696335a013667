//! A campaign or a learning run as a row of a list, for the terminal, pages and JSON.

use std::path::Path;
use std::time::SystemTime;

use serde::{Serialize, Serializer};
use tune2048_tuner::statistics::{Interval, IntervalAtLevel};
use tune2048_tuner::weights::Verdict;

use super::folder::{FoundRun, Root, RunKind};
use super::learning::{LearningRecord, LearningSummary};
use super::summary::{Setup, Summary};

/// A row, with the keys of `list --json`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entry {
    /// The name below the folder that is listed.
    pub campaign: String,
    /// The path of the folder.
    pub folder: String,
    /// What runs there.
    pub kind: RunKind,
    /// The state in one or two words.
    pub state: &'static str,
    /// Largest share of a limit of the budget that is spent, 0 to 1.
    pub share: Option<f64>,
    /// The games so far, if they can be read.
    pub games: Option<u64>,
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
    /// The ends of `ratio_interval` without its level, for readers of version 0.1.
    pub ratio_ci95: Option<Interval>,
    /// The interval of the ratio with its level.
    pub ratio_interval: Option<IntervalAtLevel>,
    /// The difference of the mean scores, where a campaign has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The interval of the difference with its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<IntervalAtLevel>,
    /// The time of the last change of a file.
    #[serde(rename = "unix_seconds", serialize_with = "in_unix_seconds")]
    pub last_change: Option<SystemTime>,
    /// What is wrong with the files.
    pub problem: Option<String>,
    /// The effect with its interval or what the network scores, in words; `-` before there is one.
    #[serde(skip)]
    pub outcome: String,
}

impl Entry {
    /// Reads the files of a run below a root.
    pub fn read(root: &Root, run: &FoundRun) -> Self {
        match run.kind {
            RunKind::Campaign => Self::of_campaign(run, Summary::read(root, run)),
            RunKind::Learning => match root.obstacle(run) {
                Some(obstacle) => {
                    Self { state: "not shown", problem: Some(obstacle), ..Self::empty(run) }
                }
                None => Self::of_learning(run),
            },
        }
    }

    fn empty(run: &FoundRun) -> Self {
        Self {
            campaign: run.name.clone(),
            folder: run.path.display().to_string(),
            kind: run.kind,
            state: "damaged",
            last_change: run.last_change(),
            outcome: "-".to_owned(),
            ..Self::default()
        }
    }

    fn of_campaign(run: &FoundRun, summary: Summary) -> Self {
        let evidence = summary.evidence.as_ref();
        Self {
            state: summary.state.word(),
            share: summary.share,
            games: summary.games_played,
            verdict: evidence.map(|evidence| evidence.verdict),
            ratio: evidence.and_then(|evidence| evidence.ratio),
            ratio_ci95: evidence.and_then(|evidence| evidence.ratio_ci95),
            ratio_interval: evidence.and_then(|found| found.at_level(found.ratio_ci95)),
            difference: evidence.and_then(|evidence| evidence.difference),
            difference_interval: evidence.and_then(|found| found.at_level(found.difference_ci95)),
            problem: summary.state.problem().map(str::to_owned),
            outcome: summary.effect,
            setup: summary.setup,
            ..Self::empty(run)
        }
    }

    fn of_learning(run: &FoundRun) -> Self {
        let read = LearningSummary::read(&run.path)
            .map_err(anyhow::Error::from)
            .and_then(|summary| Ok((summary, LearningRecord::read(&run.path)?.spec)));
        match read {
            Err(error) => Self { problem: Some(error.to_string()), ..Self::empty(run) },
            Ok((summary, spec)) => Self {
                state: if summary.is_finished { "finished" } else { "not finished" },
                share: Some(summary.games as f64 / spec.games as f64),
                games: Some(summary.games),
                mean_score: summary.test.as_ref().map(|test| test.mean),
                outcome: summary.score().unwrap_or_else(|| "-".to_owned()),
                setup: Some(Setup {
                    heuristic: format!("network {}", spec.tuples),
                    player: spec.method.name().to_owned(),
                    seed: spec.seed,
                }),
                ..Self::empty(run)
            },
        }
    }

    /// The verdict with its effect, or what the network scores, in words.
    pub fn result(&self) -> String {
        match self.verdict {
            Some(verdict) if self.outcome != "-" => format!("{verdict} {}", self.outcome),
            Some(verdict) => verdict.to_string(),
            None => self.outcome.clone(),
        }
    }

    /// The time of the last change in seconds since 1970.
    pub fn unix_seconds(&self) -> Option<u64> {
        unix_seconds(self.last_change)
    }

    /// The folder that the run's folder is in.
    pub fn parent(&self) -> &str {
        let parent = Path::new(&self.folder).parent().and_then(Path::to_str);
        parent.filter(|parent| !parent.is_empty()).unwrap_or(".")
    }

    /// What is wrong with the files, where that is a fault.
    pub fn fault(&self) -> Option<&str> {
        self.problem.as_deref().filter(|_| self.state != "weights only")
    }
}

fn unix_seconds(time: Option<SystemTime>) -> Option<u64> {
    time?.duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
}

fn in_unix_seconds<S: Serializer>(
    time: &Option<SystemTime>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    unix_seconds(*time).serialize(serializer)
}
