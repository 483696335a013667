//! The record of a run, read once for whatever shows it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tune2048_files::lock::is_in_use;
use tune2048_files::regular;
use tune2048_files::toml_errors::{Mistake, Mistakes, read_file};
use tune2048_learning::run::{
    CURVE, CurvePoint, LearningError, Manifest, SETTINGS, curve, manifest,
};
use tune2048_learning::settings::LearningSpec;
use tune2048_tuner::record::{CampaignError, RunState};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::{counted, grouped};

use super::folder::{FoundRun, Root, RunKind};
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

/// All that the report of a learning run is made from.
#[derive(Debug)]
pub struct LearningRecord {
    /// The folder, as the user gave it.
    pub folder: PathBuf,
    /// The settings.
    pub spec: LearningSpec,
    /// The state of the run.
    pub manifest: Manifest,
    /// The points of its curve.
    pub curve: Vec<CurvePoint>,
    /// The state of the run in one word.
    pub state: RunState,
}

impl LearningRecord {
    /// Reads the folder of a run; no lock is taken.
    ///
    /// # Errors
    /// If it has none, or a file is damaged.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let manifest = manifest(folder)?;
        let spec = read_settings(folder, &manifest)?;
        let curve = curve(folder, &manifest)?;
        let state = RunState::of(manifest.finished, is_in_use(&folder.join(CURVE)));
        Ok(Self { folder: folder.to_owned(), spec, manifest, curve, state })
    }

    /// The games up to the last point of the curve.
    pub fn games(&self) -> u64 {
        self.curve.last().map_or(0, |point| point.games)
    }

    /// The scores of the network, once it is tested.
    pub fn test(&self) -> Option<ScoreReport> {
        (!self.manifest.test.is_empty()).then(|| ScoreReport::of(&self.manifest.test))
    }

    /// The mean score of the network, or of the last games, in words.
    pub fn score(&self) -> Option<String> {
        if let Some(test) = self.test() {
            return Some(format!("network, mean score {}", grouped(test.mean)));
        }
        self.curve.last().map(|last| format!("network, last games {}", grouped(last.mean_score)))
    }

    /// Returns the name, the state and what was found, in a line.
    pub(crate) fn line(&self) -> String {
        let (name, state) = (&self.manifest.name, self.state.name());
        let score = self.score().map_or(String::new(), |score| format!(", {score}"));
        format!("{name}: {state}, learned from {}{score}", counted(self.games(), "game"))
    }

    /// Returns what `status --json` prints of a learning run.
    pub fn status_json(&self) -> Value {
        let last = self.curve.last();
        json!({
            "name": self.manifest.name,
            "state": self.state,
            "finished": self.manifest.finished,
            "deterministic": self.manifest.deterministic,
            "games": self.games(),
            "last_mean_score": last.map(|point| point.mean_score),
            "test": self.test(),
            "elapsed_seconds": last.map_or(0.0, |point| point.time_seconds),
        })
    }
}

/// Reads the settings in the folder of a run.
///
/// # Errors
/// If they are not there or not as they must be.
pub fn read_settings(folder: &Path, manifest: &Manifest) -> anyhow::Result<LearningSpec> {
    let path = folder.join(SETTINGS);
    let text = regular::read_text(&path).map_err(LearningError::from)?;
    let spec = parse_learning(&path, &text, &manifest.name)?;
    manifest.check_settings(folder, &spec)?;
    Ok(spec)
}

/// Checks the text of a file of settings; `name` is that of the run if it names none.
///
/// # Errors
/// All its mistakes.
pub fn parse_learning(path: &Path, text: &str, name: &str) -> Result<LearningSpec, Mistakes> {
    read_file(path, text, |document| match LearningSpec::new(document.read()?, name) {
        Ok(spec) => Some(spec),
        Err(faults) => {
            for (key, mistake) in faults {
                document.report(Mistake { span: document.span(&key), ..mistake });
            }
            None
        }
    })
}
