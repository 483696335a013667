//! The folder of a campaign, and the state of a run in one word.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{
    BEST, Began, CampaignError, CampaignState, GAMES, LOG, LogEvent, NOW, Reading, Recorder,
    Result, SEARCH_SPACE, TRIALS, to_line, without_log,
};
use crate::space::CampaignSpec;
use tune2048_files::journal::{LogReader, LogWriter, Shape};
use tune2048_files::{FileError, atomic, lock, regular};

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A folder with any content; nothing is checked.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Whether the folder has the record of a campaign, or a part of one.
    pub fn is_campaign(&self) -> bool {
        [LOG, TRIALS].iter().any(|name| self.file(name).is_file())
    }

    /// Whether there is a campaign that has recorded games, or whose record cannot be read.
    pub fn has_begun(&self) -> bool {
        self.is_campaign() && self.check_new().is_err()
    }

    /// The state of a campaign that was read from the folder, in one word.
    pub fn run_state(&self, state: &CampaignState) -> RunState {
        RunState::of(state.finished, lock::is_in_use(&self.file(LOG)))
    }

    /// Reads the state of the campaign, with all candidates if `keeps_all`. No lock is taken.
    ///
    /// # Errors
    /// If there is no campaign, or a file is not as it was written.
    pub fn read(&self, keeps_all: bool) -> Result<CampaignState> {
        let mut reading = Reading::open(self, true)?;
        reading.state.keeps_all = keeps_all;
        Ok(reading.finished()?.state)
    }

    /// Reads the state of a campaign whose rows may be left out: what follows from its log alone.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_log(&self) -> Result<CampaignState> {
        Ok(Reading::open(self, false)?.finished()?.state)
    }

    /// Whether the rows of candidates and of games are left out.
    pub(super) fn lacks_rows(&self) -> bool {
        let is_gone = |name: &&str| !self.file(name).exists();
        self.file(BEST).is_file() && [TRIALS, GAMES].iter().all(is_gone)
    }

    /// Appends a line to the record of a campaign that no process plays.
    ///
    /// # Errors
    /// As [`Self::read`], if another process plays the campaign, and if the line cannot be written.
    pub(crate) fn append(&self, event: LogEvent) -> Result<()> {
        let held = self.hold()?;
        let (_, mut recorder) = Recorder::after(held, Reading::open(self, true)?.finished()?)?;
        recorder.append(event.into()).map(drop)
    }

    /// Makes the folder of a new campaign, which replaces one that has recorded no game, and records
    /// how it began.
    ///
    /// # Errors
    /// If there is a campaign already, or the folder cannot be written.
    pub(crate) fn create(&self, began: Began) -> Result<File> {
        self.check_new()?;
        atomic::make_folder(&self.path)?;
        let held = lock::hold(&self.file(LOG))?;
        // Another process may have begun here in between.
        self.check_new()?;
        // A log without rows goes on, rows without a log do not.
        [TRIALS, GAMES, NOW].iter().try_for_each(|name| atomic::remove(&self.file(name)))?;
        self.begin(held, began).inspect_err(|_| {
            // An empty log would be a damaged campaign.
            let _ = atomic::remove(&self.file(LOG));
            let _ = std::fs::remove_dir(&self.path);
        })
    }

    /// Records how a campaign begins, in a log that it empties.
    fn begin(&self, file: File, began: Began) -> Result<File> {
        let path = self.file(LOG);
        let mut log = LogWriter::after(file, LogReader::open(&path, Shape::Json, None)?)?;
        atomic::replace(&self.file(SEARCH_SPACE), &began.settings)?;
        let (head, tail) = to_line(&LogEvent::Began(began), [0, 0]);
        log.append(&head, &tail)?;
        log.sync()?;
        atomic::sync_folder_of(&path).map_err(FileError::io(&self.path, "sync"))?;
        Ok(log.into_file())
    }

    /// Refuses a folder with the record of another campaign, or with its weights.
    fn check_new(&self) -> Result<()> {
        // Weights and games of others would be replaced.
        if !self.is_campaign() && ![BEST, GAMES].iter().any(|name| self.file(name).is_file()) {
            return Ok(());
        }
        match self.read(false) {
            Err(CampaignError::NotBegun(_)) => Ok(()),
            Ok(state) if state.is_unplayed() => Ok(()),
            Err(error @ CampaignError::WeightsOnly(_)) => Err(error),
            _ => Err(CampaignError::Exists(self.path.clone())),
        }
    }

    /// Locks the campaign: no other process can go on with it before this is dropped.
    ///
    /// # Errors
    /// If there is no campaign, or another process plays it.
    pub(crate) fn hold(&self) -> Result<File> {
        // Opening makes a file that is missing.
        if !self.file(LOG).exists() {
            return Err(without_log(self));
        }
        Ok(lock::hold(&self.file(LOG))?)
    }

    /// Checks the files that follow from the record, a log of so many lines, where they are there.
    pub(super) fn check_derived(&self, state: &CampaignState, log_lines: u64) -> Result<()> {
        let best = self.file(BEST);
        if best.exists() {
            let text = regular::read_text(&best)?;
            // What an editor or a checkout makes of line ends changes no weights.
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            if !state.best_texts.contains(&text) {
                let recorded = state.best_texts.front().map_or("", String::as_str);
                let is_same = |(one, other): &(&str, &str)| one == other;
                let same = text.lines().zip(recorded.lines()).take_while(is_same).count();
                let problem = format!(
                    "the recommended weights are not those that the campaign has recorded up to {LOG} line \
                     {log_lines} - keep weights of your own in another file and remove this one: \
                     `tune2048 resume` writes it again"
                );
                let error = FileError::damaged(&best, same + 1, problem);
                return Err(CampaignError::BadInput(error.to_string()));
            }
        }
        let path = self.file(SEARCH_SPACE);
        if !path.exists() {
            return Ok(());
        }
        let text = regular::read_text(&path)?;
        if state.texts.contains(&text) {
            return Ok(());
        }
        if text.trim().is_empty() {
            let problem = "found no settings - remove the file: `tune2048 resume` writes it again as it is recorded";
            return Err(CampaignError::BadInput(FileError::damaged(&path, 1, problem).to_string()));
        }
        // Comments may be others.
        let spec = CampaignSpec::parse_recorded(state.began.defaults, &path, &text)?;
        let differences = state.spec.differences(&spec);
        let advice =
            "undo that, or remove the file: `tune2048 resume` writes it again as it is recorded";
        match differences.is_empty() {
            true => Ok(()),
            false => Err(CampaignError::other_space(&path, differences, advice)),
        }
    }
}

/// The state of a run in one word, for lists, pages and JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Everything is played.
    Finished,
    /// Something is still to be played, and a process plays it.
    Running,
    /// Something is still to be played, and no process plays it.
    #[default]
    Interrupted,
    /// There are recommended weights without the rows of the campaign that found them.
    #[serde(rename = "weights only")]
    WeightsOnly,
    /// A file leads elsewhere or never ends.
    #[serde(rename = "not shown")]
    NotShown,
    /// A file is not as it was written.
    Damaged,
}

impl RunState {
    /// The state of a run that can be read.
    pub fn of(is_finished: bool, is_in_use: bool) -> Self {
        match (is_finished, is_in_use) {
            (true, _) => Self::Finished,
            (false, true) => Self::Running,
            (false, false) => Self::Interrupted,
        }
    }

    /// The state in one or two words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::WeightsOnly => "weights only",
            Self::NotShown => "not shown",
            Self::Damaged => "damaged",
        }
    }

    /// Whether something is still to be played.
    pub fn is_left(self) -> bool {
        matches!(self, Self::Running | Self::Interrupted)
    }

    /// The state with the share that is done, if it is known and something is left: `running 20 %`.
    pub fn with_share(self, share: Option<f64>) -> String {
        let share = share.filter(|_| self.is_left());
        let percent = share.map(|share| format!(" {:.0} %", (100.0 * share).floor()));
        self.name().to_owned() + &percent.unwrap_or_default()
    }
}
