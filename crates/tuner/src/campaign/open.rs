//! A campaign in its folder: made, opened to go on, and recorded.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use super::pilot;
use super::plan::Plan;
use super::search::running::RunningSearch;
use super::search::warm_start;
use crate::record::{
    Began, CampaignError, CampaignState, Folder, GenerationSource, LogEvent, NowFile, Pilot,
    Reading, RecordEvent, Recorder, Result, SEARCH_SPACE,
};
use crate::space::CampaignSpec;
use crate::space::limits::Limits;
use tune2048_files::atomic;

/// What to do about a search space that is not the recorded one.
const ANOTHER_CAMPAIGN: &str = "a campaign goes on with larger limits only: undo the rest, or run it as a \
     new campaign with another name or --out, by [warm-start] with what this one has learnt";

/// A campaign, open in its folder.
#[derive(Debug)]
pub struct Campaign {
    /// What follows from everything that is recorded.
    pub(crate) state: CampaignState,
    pub(super) recorder: Recorder,
    /// The optimizer, which has learned all complete generations.
    pub(super) search: RunningSearch,
    pub(super) now: Arc<NowFile>,
}

impl Campaign {
    /// Makes a new campaign in a folder. `path` names the search space in
    /// messages, `text` is its content.
    ///
    /// # Errors
    /// If the text has mistakes, the folder contains a campaign or its weights, or it
    /// cannot be written.
    pub fn create(folder: &Path, path: &Path, text: &str) -> Result<Self> {
        let spec = CampaignSpec::parse_new(path, text)?;
        // The other campaign is read first, so that a failure leaves no folder behind.
        warm_start::learnt_elsewhere(&spec)?;
        let here = || std::env::current_dir().unwrap_or_default().display().to_string();
        let began = Began {
            program: spec.subject().program_files().map(|files| files.begun_in(here())),
            ..Began::of(&spec, text.to_owned())
        };
        let folder = Folder::at(folder);
        let held = folder.create(began)?;
        Self::open(&folder, held)
    }

    /// Opens a campaign to go on with it. `given`, if any, is a search space in place of the
    /// recorded one: its path for messages, and its text. `limits` are in place of its own.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are not as they were written, its
    /// own search space was edited, or a given one differs from it in more than larger limits.
    pub fn resume(folder: &Path, given: Option<(&Path, &str)>, limits: &Limits) -> Result<Self> {
        let folder = Folder::at(folder);
        Self::open(&folder, folder.hold()?)?.going_on_with(given, limits)
    }

    /// Opens a campaign. The optimizer learns the recorded generations again.
    fn open(folder: &Folder, held: File) -> Result<Self> {
        let mut reading = Reading::open(folder, true)?;
        let mut search = RunningSearch::begun(&reading.state.spec, None)?;
        while let Some(change) = reading.step()? {
            search.follow(folder, &reading.state, change, reading.lines)?;
        }
        let (state, recorder) = Recorder::after(held, reading)?;
        let now = Arc::new(NowFile::open(folder.path(), state.games));
        let mut campaign = Self { state, recorder, search, now };
        let CampaignState { spec, trials, restarts, .. } = &campaign.state;
        if (*trials, *restarts) == (0, 0)
            && let Some(learnt) = warm_start::learnt_elsewhere(spec)?
        {
            campaign.record(LogEvent::Restart(GenerationSource::new(0, &learnt)))?;
        }
        Ok(campaign)
    }

    /// Takes up larger limits, if the search space has them.
    fn going_on_with(mut self, given: Option<(&Path, &str)>, limits: &Limits) -> Result<Self> {
        let own = self.recorder.folder.file(SEARCH_SPACE);
        let recorded = self.state.texts.last().expect("a campaign begins with one").clone();
        let (path, text) = given.map_or((own.as_path(), recorded.as_str()), |given| given);
        let text = limits.applied_to(text.to_owned());
        let spec = CampaignSpec::parse_recorded(self.state.began.defaults, path, &text)?;
        let differences = self.state.spec.differences(&spec);
        let others = differences.iter().filter(|difference| !difference.is_accepted);
        let others: Vec<_> = others.collect();
        if !others.is_empty() {
            let advice = if self.state.is_unplayed() {
                "no game of it is recorded: `tune2048 run` begins again with this file in its place"
            } else {
                ANOTHER_CAMPAIGN
            };
            // Limits beside the recorded file are options.
            let path = given.map_or(self.folder(), |(path, _)| path);
            return Err(CampaignError::other_space(path, others, advice));
        }
        // As many validation games as there might have been at most are asked for.
        let plays_all = self.state.spec.validation.stops && !spec.validation.stops;
        if !differences.is_empty() || plays_all {
            self.record(LogEvent::BudgetGrown { settings: text })?;
        }
        // A process that was killed in between leaves an earlier text.
        let text = self.state.texts.last().expect("a campaign begins with one");
        let found = std::fs::read_to_string(&own).ok();
        let is_old = |found: &String| found != text && self.state.texts.contains(found);
        if found.as_ref().is_none_or(is_old) {
            atomic::replace(&own, text)?;
        }
        Ok(self)
    }

    /// What follows from everything that is recorded.
    pub fn state(&self) -> &CampaignState {
        &self.state
    }

    /// The folder that contains all files.
    pub fn folder(&self) -> &Path {
        self.recorder.folder.path()
    }

    /// What is volatile of the campaign while it is under way.
    pub fn now(&self) -> &Arc<NowFile> {
        &self.now
    }

    /// The games of the pilot that are still to be played.
    pub fn pilot_games_left(&self) -> u64 {
        let is_due = self.state.pilot.is_none() && self.state.trials == 0;
        if is_due { pilot::games_due(&self.state.spec) } else { 0 }
    }

    /// The games of the pilot, played or still to be played.
    pub fn pilot_games(&self) -> u64 {
        let played = self.state.pilot.as_ref();
        played.map_or_else(|| self.pilot_games_left(), |pilot| pilot.games)
    }

    /// Records that the campaign has no pilot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn skip_pilot(&mut self) -> Result<()> {
        self.record(LogEvent::Pilot(Pilot::NONE))
    }

    /// The plan that follows from the pilot; `None` before the pilot and without one.
    pub fn plan(&self) -> Option<Plan> {
        Plan::of(&self.state.spec, self.state.pilot.as_ref()?)
    }

    /// Records what happened; the state and the search follow what was written.
    pub(super) fn record(&mut self, event: impl Into<RecordEvent>) -> Result<()> {
        let written = self.recorder.append(event.into())?;
        let change = self.state.apply(written).map_err(|problem| {
            CampaignError::Failed(format!(
                "what was recorded does not follow on the record: {problem}"
            ))
        })?;
        let Recorder { folder, log, .. } = &self.recorder;
        self.search.follow(folder, &self.state, change, log.place.lines)
    }
}
