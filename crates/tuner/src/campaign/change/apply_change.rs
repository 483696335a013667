//! Making a campaign go on with another search space.
//!
//! A change is recorded before it takes effect, so that a killed campaign
//! meets it at the same generation.

use std::path::Path;

use crate::campaign::change::spec_change::{Change, ChangeContext};
use crate::campaign::journals::is_restarted_wider;
use crate::campaign::{Campaign, Result};
use crate::record::{SEARCH_SPACE, changes};
use crate::space::limits::Limits;
use crate::space::{CampaignSpec, Consequence};

impl Campaign {
    /// Changes the search space of a campaign that no process runs, from the
    /// next generation on of which no game was played.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are
    /// damaged, or the change is impossible; then nothing has changed.
    pub fn change_in(folder: &Path, path: &Path, text: &str) -> Result<Change> {
        Self::open(folder)?.change(path, text)
    }

    /// Changes the search space of a campaign to the present text of the file
    /// in its folder, with these limits.
    ///
    /// # Errors
    /// As [`Self::change_in`].
    pub fn change_in_folder(folder: &Path, limits: &Limits) -> Result<Change> {
        let mut campaign = Self::open(folder)?;
        let path = campaign.journals.folder.file(SEARCH_SPACE);
        let text = campaign.journals.folder.read(SEARCH_SPACE)?;
        campaign.change(&path, &limits.applied_to(text))
    }

    /// Changes the search space; `path` names it in messages.
    ///
    /// # Errors
    /// If the change is impossible or cannot be recorded.
    pub(crate) fn change(&mut self, path: &Path, text: &str) -> Result<Change> {
        let spec = CampaignSpec::parse_recorded(self.journals.folder.defaults(), path, text)?;
        let change = self.context().consider(path, &spec)?;
        let changes = self.active.history.changes.len();
        let folder = &self.journals.folder;
        if change.differences.is_empty() {
            // Comments may differ.
            folder.set_search_space(text, changes)?;
            return Ok(change);
        }
        let generation = change.generation;
        let before = folder.manifest()?.spec;
        // The distribution of the generation may have been drawn or carried
        // over already: it is derived again with the new search space.
        let was_carried_over = self.active.history.restarts_at(generation);
        let was_noise = is_restarted_wider(self.journals.distributions.rows(), generation);
        if was_carried_over || was_noise || change.consequence() > Consequence::GoesOn {
            self.journals.distributions.keep_while(|row| row.generation < generation)?;
        }
        let texts = [before.as_str(), text];
        let row = changes::append(folder, generation, &change.settings(), texts)?;
        self.active.history.add(row, spec);
        folder.set_search_space(text, changes + 1)?;
        self.restore()?;
        Ok(change)
    }

    fn context(&self) -> ChangeContext<'_> {
        let history = &self.active.history;
        let rows = self.journals.distributions.rows();
        let trials = self.journals.trials.rows();
        let open = self.first_open_generation();
        ChangeContext {
            history,
            games: self.games(),
            next_generation: open + u32::from(self.journals.has_begun(open)),
            elapsed_seconds: self.journals.elapsed().as_secs_f64(),
            guess: history.guess(rows, trials),
        }
    }

    /// Completes a change that was recorded when the process was killed.
    /// `recorded` is the search space in the manifest.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn finish_change(&self, recorded: &str) -> Result<()> {
        let history = &self.active.history;
        let Some(last) = history.changes.last() else { return Ok(()) };
        let folder = &self.journals.folder;
        let known = CampaignSpec::parse(&folder.file(SEARCH_SPACE), recorded)?;
        if history.latest().differences(&known).is_empty() {
            return Ok(());
        }
        let changes = history.changes.len();
        // A file that was edited since stays as it is.
        if folder.read(SEARCH_SPACE)? == recorded {
            folder.set_search_space(&last.after, changes)?;
        }
        Ok(folder.record_search_space(&last.after, changes)?)
    }
}
