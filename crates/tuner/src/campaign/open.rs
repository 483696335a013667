//! Making a campaign, and opening it to go on.

use std::path::{Path, PathBuf};

use crate::campaign::search::warm_start;
use crate::campaign::{
    ActiveSpec, Campaign, CampaignError, Journals, RankedSearch, Result, SpecHistory,
};
use crate::record::{DISTRIBUTIONS, Folder, SEARCH_SPACE, TRIALS};
use crate::space::limits::Limits;
use crate::space::{CampaignSpec, Difference};
use tune2048_files::FileError;

/// What to do about a search space that is not the recorded one.
const GO_ON_WITH_CHANGE: &str = "go on with it from the next generation on with --change, undo it, or \
     run it as a new campaign with another name or --out";

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
        let learnt = warm_start::learnt_elsewhere(&spec)?;
        // A campaign would replace the weights.
        Folder::at(folder).check_rows()?;
        let folder = Folder::create(folder)?.of_campaign(spec.fingerprint(), spec.defaults);
        // The lock is taken before the manifest is written: of two processes
        // that make one campaign, the second finds it locked or made.
        let mut campaign = Self::load(SpecHistory::new(spec), folder)?;
        if let Some(learnt) = learnt {
            campaign.restart_from(&campaign.active.spec.clone(), 0, learnt)?;
        }
        campaign.journals.folder.start(text)?;
        Ok(campaign)
    }

    /// Opens a campaign to go on with it. `given`, if any, is a search space in place of the
    /// recorded one: its path for messages, and its text.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are damaged, its own search
    /// space was edited, or a given one differs from it in more than a larger budget: see
    /// [`Self::change_in`].
    pub fn resume(folder: &Path, given: Option<(&Path, &str)>) -> Result<Self> {
        Self::resume_with(folder, given, &Limits::default())
    }

    /// [`Self::resume`] with other limits in place of those of the search space.
    ///
    /// # Errors
    /// As [`Self::resume`].
    pub fn resume_with(
        folder: &Path,
        given: Option<(&Path, &str)>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut campaign = Self::open(folder)?;
        let (path, text) = match given {
            Some((path, text)) => (path.to_owned(), text.to_owned()),
            None => campaign.own_search_space()?,
        };
        let text = limits.applied_to(text);
        let advice = if campaign.journals.folder.is_unplayed() {
            "no game of it is recorded: `tune2048 run` begins again with this file in its place"
        } else {
            GO_ON_WITH_CHANGE
        };
        campaign.refuse(&path, &text, advice, |found| !found.needs_no_change)?;
        campaign.check_warm_start()?;
        if campaign.journals.folder.manifest()?.spec != text {
            campaign.change(&path, &text)?;
        }
        Ok(campaign)
    }

    /// The path and the text of the file in the folder. It may have lost lines: what it says is
    /// taken as a wish only where somebody says so.
    fn own_search_space(&self) -> Result<(PathBuf, String)> {
        let folder = &self.journals.folder;
        let (path, text) = (folder.file(SEARCH_SPACE), folder.read(SEARCH_SPACE)?);
        let advice = "go on with it with --change, or undo it: campaign.json has the recorded text";
        self.refuse(&path, &text, advice, |_| true)?;
        Ok((path, text))
    }

    fn refuse(
        &self,
        path: &Path,
        text: &str,
        advice: &'static str,
        is_refused: impl Fn(&Difference) -> bool,
    ) -> Result<()> {
        let spec = CampaignSpec::parse_recorded(self.journals.folder.defaults(), path, text)?;
        let found = self.active.history.latest().differences(&spec).into_iter().filter(is_refused);
        let differences: Vec<String> = found.map(|difference| difference.to_string()).collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(CampaignError::Changed { path: path.to_owned(), differences, advice })
    }

    /// Opens a campaign with its recorded search space.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, or its files are damaged.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let folder = Folder::open(path)?;
        let history = SpecHistory::read(&folder, &folder.manifest()?)?;
        let campaign = Self::load(history, folder)?;
        // From here on the lock keeps others from changing the record; a
        // change in between would not be in the history.
        let folder = &campaign.journals.folder;
        let manifest = folder.manifest()?;
        let known = SpecHistory::read(folder, &manifest)?;
        if known.changes != campaign.active.history.changes {
            return Err(FileError::Locked { path: folder.file(TRIALS) }.into());
        }
        campaign.finish_change(&manifest.spec)?;
        Ok(campaign)
    }

    /// Opens the files in a folder and restores the search from them.
    fn load(history: SpecHistory, folder: Folder) -> Result<Self> {
        let journals = Journals::open(folder, &history)?;
        journals.folder.remove_temporary_files()?;
        let mut campaign = Self {
            search: RankedSearch::new(history.first())?,
            active: ActiveSpec::at(history, 0),
            journals,
        };
        campaign.restore()?;
        Ok(campaign)
    }

    /// Brings stage and optimizer to where the record ends.
    ///
    /// # Errors
    /// If the optimizer cannot be restored, or a file cannot be opened.
    pub(super) fn restore(&mut self) -> Result<()> {
        let history = &self.active.history;
        let trials = self.journals.trials.rows();
        let restart = self.journals.distributions.rows().iter().rfind(|row| row.restarted);
        let begun = restart.map(|row| row.generation);
        let complete = history.complete_generations(trials.last());
        let next = complete.max(begun.unwrap_or(0));
        let stage = if history.first().optimizer.has_distribution() {
            history.recorded_place(next, begun)
        } else {
            history.place(next)
        };
        let search = match (restart, history.last_restart(stage)) {
            (Some(row), _) => {
                let spec = history.spec(row.generation);
                RankedSearch::restarted(spec, row.generation, &row.distribution)?
            }
            (None, Some(stage)) => {
                let found = history.front_runner(trials, stage.first_generation);
                RankedSearch::of_stage(stage, found)?
            }
            (None, None) => RankedSearch::new(history.first())?,
        };
        self.begin(search);
        self.enter_stage(stage);
        Ok(())
    }

    /// Checks that the distribution which a warm start has taken over is recorded.
    fn check_warm_start(&self) -> Result<()> {
        let first = self.journals.distributions.rows().first();
        let warm_start = &self.active.spec.warm_start;
        if warm_start.is_none() || first.is_some_and(|row| row.restarted) {
            return Ok(());
        }
        let problem = "found no distribution that the search was started from";
        Err(self.journals.folder.damaged(DISTRIBUTIONS, 0, problem).into())
    }
}
