//! Making a campaign, and opening it to go on.

use std::path::{Path, PathBuf};

use crate::campaign::search::warm_start;
use crate::campaign::{Campaign, CampaignError, Journals, RankedSearch, Result};
use crate::record::{
    CheckpointError, DISTRIBUTIONS, Folder, MANIFEST, Manifest, SEARCH_SPACE, TRIALS,
};
use crate::space::limits::Limits;
use crate::space::{CampaignSpec, Difference};
use tune2048_files::FileError;

/// What to do about a search space that is not the recorded one.
const RUN_ANOTHER: &str = "undo it, or run it as a new campaign with another name or --out; by \
     [warm-start] cma-es goes on from what this one has learned";

/// What to do about the search space in the folder, which only the program writes.
const UNDO: &str = "undo it: campaign.json has the recorded text; a larger budget is given by an option \
     of `tune2048 resume` or by another file";

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
        let mut campaign = Self::load(spec, folder)?;
        if let Some(learnt) = learnt {
            campaign.restart_from(0, learnt)?;
        }
        campaign.journals.folder.start(text)?;
        Ok(campaign)
    }

    /// Opens a campaign to go on with it. `given`, if any, is a search space in place of the
    /// recorded one: its path for messages, and its text.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are damaged, its own search
    /// space was edited, or a given one differs from it in more than a larger budget.
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
        campaign.take_up(&path, &limits.applied_to(text))?;
        campaign.check_warm_start()?;
        Ok(campaign)
    }

    /// Goes on with a text that says the same as the recorded one, but for a larger budget.
    fn take_up(&mut self, path: &Path, text: &str) -> Result<()> {
        let folder = &self.journals.folder;
        let advice = if folder.is_unplayed() {
            "no game of it is recorded: `tune2048 run` begins again with this file in its place"
        } else {
            RUN_ANOTHER
        };
        let spec = self.same_but(path, text, advice, |found| found.is_accepted)?;
        let manifest = folder.manifest()?;
        if manifest.spec != text {
            // Comments may differ.
            let is_larger = !self.spec.differences(&spec).is_empty();
            folder.replace_search_space(manifest, text, is_larger)?;
            self.spec = spec;
        }
        Ok(())
    }

    /// The path and the text of the file in the folder. It may have lost lines: what it says is
    /// never taken as a wish.
    fn own_search_space(&self) -> Result<(PathBuf, String)> {
        let folder = &self.journals.folder;
        let (path, text) = (folder.file(SEARCH_SPACE), folder.read(SEARCH_SPACE)?);
        self.same_but(&path, &text, UNDO, |_| false)?;
        Ok((path, text))
    }

    /// Reads a search space that says what is recorded, but for accepted differences.
    fn same_but(
        &self,
        path: &Path,
        text: &str,
        advice: &'static str,
        is_accepted: impl Fn(&Difference) -> bool,
    ) -> Result<CampaignSpec> {
        let spec = CampaignSpec::parse_recorded(self.journals.folder.defaults(), path, text)?;
        let found = self.spec.differences(&spec).into_iter().filter(|found| !is_accepted(found));
        let differences: Vec<String> = found.map(|difference| difference.to_string()).collect();
        if differences.is_empty() {
            return Ok(spec);
        }
        Err(CampaignError::Changed { path: path.to_owned(), differences, advice })
    }

    /// Opens a campaign with its recorded search space.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, or its files are damaged.
    fn open(path: &Path) -> Result<Self> {
        let folder = Folder::open(path)?;
        let manifest = folder.manifest()?;
        let campaign = Self::load(recorded_spec(&folder, &manifest)?, folder)?;
        // From here on the lock keeps others from changing the record; a
        // larger budget in between would not be in the search space.
        let folder = &campaign.journals.folder;
        if folder.manifest()? != manifest {
            return Err(FileError::Locked { path: folder.file(TRIALS) }.into());
        }
        folder.finish_search_space(&manifest)?;
        Ok(campaign)
    }

    /// Opens the files in a folder and restores the search from them.
    fn load(spec: CampaignSpec, folder: Folder) -> Result<Self> {
        let journals = Journals::open(folder, &spec)?;
        journals.folder.remove_temporary_files()?;
        let search = match journals.distributions.rows().iter().rfind(|row| row.restarted) {
            Some(row) => RankedSearch::restarted(&spec, row.generation, &row.distribution)?,
            None => RankedSearch::new(&spec)?,
        };
        let search = search.tolerating(journals.tolerance());
        Ok(Self { spec, journals, search })
    }

    /// Checks that the distribution which a warm start has taken over is recorded.
    fn check_warm_start(&self) -> Result<()> {
        let first = self.journals.distributions.rows().first();
        if self.spec.warm_start.is_none() || first.is_some_and(|row| row.restarted) {
            return Ok(());
        }
        let problem = "found no distribution that the search was started from";
        Err(self.journals.folder.damaged(DISTRIBUTIONS, 0, problem).into())
    }
}

/// The search space in the manifest of a campaign.
///
/// # Errors
/// If it is not the one that the campaign was made with, but for a larger budget.
pub(super) fn recorded_spec(folder: &Folder, manifest: &Manifest) -> Result<CampaignSpec> {
    let spec = CampaignSpec::parse(&folder.file(SEARCH_SPACE), &manifest.spec)?;
    if manifest.fingerprint.as_ref().is_some_and(|made| *made != spec.fingerprint()) {
        let problem = "found another search space than the campaign was made with";
        return Err(CheckpointError::damaged(&folder.file(MANIFEST), 1, problem).into());
    }
    Ok(spec)
}
