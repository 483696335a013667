//! Going on with a campaign: what may have changed since, and what may not.

use std::path::Path;

use super::search::Search;
use super::spec_history::SpecHistory;
use super::{Campaign, CampaignError};
use crate::checkpoint::folder::SEARCH_SPACE;
use crate::checkpoint::{CheckpointError, DistributionRow, Folder};
use crate::spec::CampaignSpec;

impl Campaign {
    /// Opens a campaign to go on with it. `given`, if any, is a search space
    /// in place of the one in the folder: its path for messages, and its text.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are damaged,
    /// or the search space is not the recorded one, a larger budget apart: see [`Self::change_in`].
    pub fn resume(folder: &Path, given: Option<(&Path, &str)>) -> Result<Self, CampaignError> {
        let mut campaign = Self::open(folder)?;
        let (path, text) = match given {
            Some((path, text)) => (path.to_owned(), text.to_owned()),
            None => {
                let folder = &campaign.folder;
                (folder.file(SEARCH_SPACE), folder.read(SEARCH_SPACE)?)
            }
        };
        let space = CampaignSpec::parse(&path, &text)?;
        let differences = campaign.stages.latest().differences(&space);
        let refused: Vec<String> = differences
            .iter()
            .filter(|difference| !difference.is_larger_budget)
            .map(ToString::to_string)
            .collect();
        if !refused.is_empty() {
            return Err(CampaignError::Changed {
                path,
                differences: refused,
                advice: "go on with it from the next generation on with --change, undo it, or run it \
                         as a new campaign with another name or --out",
            });
        }
        campaign.check_warm_start()?;
        if campaign.folder.record()?.spec != text {
            campaign.change(&path, &text)?;
        }
        Ok(campaign)
    }

    /// Opens a campaign with the search space that is on record.
    pub(super) fn open(path: &Path) -> Result<Self, CampaignError> {
        let folder = Folder::open(path)?;
        let stages = SpecHistory::read(&folder, &folder.record()?)?;
        let campaign = Self::load(stages, folder)?;
        // Nobody but the holder of the record may change it from here on.
        let record = campaign.folder.record()?;
        let known = SpecHistory::read(&campaign.folder, &record)?;
        if known.changes != campaign.stages.changes {
            let path = path.to_owned();
            return Err(CheckpointError::Locked { path }.into());
        }
        campaign.finish_change(&record.spec)?;
        Ok(campaign)
    }

    /// Brings to its end a change that was recorded when the process died.
    fn finish_change(&self, recorded: &str) -> Result<(), CampaignError> {
        let Some(last) = self.stages.changes.last() else {
            return Ok(());
        };
        let path = self.folder.file(SEARCH_SPACE);
        let known = CampaignSpec::parse(&path, recorded)?;
        if self.stages.latest().differences(&known).is_empty() {
            return Ok(());
        }
        let changes = self.stages.changes.len();
        // Unless somebody has written another one since.
        if self.folder.read(SEARCH_SPACE)? == recorded {
            self.folder.set_search_space(&last.after, changes)?;
        }
        Ok(self.folder.record_search_space(&last.after, changes)?)
    }

    /// Starts the optimizer anew from the last recorded distribution, where
    /// the processor at hand cannot replay the record bit for bit.
    ///
    /// A generation of which candidates are recorded stays as it is, and the
    /// next one is drawn from the same distribution; rounds of one that has no
    /// candidate on record are dropped.
    ///
    /// # Errors
    /// If no distribution is recorded, or the restart cannot be recorded.
    pub fn restart_from_distribution(&mut self) -> Result<(), CampaignError> {
        let Some(last) = self.distributions.last() else {
            return Err(CampaignError::NoDistribution {
                path: self.folder.path().to_owned(),
            });
        };
        let trials = self.trials.last();
        let generation = trials.map_or(0, |trial| trial.generation + 1);
        let place = self.stages.place(generation);
        // A change that is not replayed either takes it along, too.
        let distribution = match self.stages.last_anew(place) {
            Some(stage) if stage.first_generation > last.generation => {
                let from = self.stages.space(last.generation);
                self.carried_over(from, &last.distribution, stage)?
            }
            _ => last.distribution.clone(),
        };
        if place > self.stage {
            self.stage = place;
            self.enter_stage()?;
        }
        let row = DistributionRow {
            generation,
            restarted: true,
            distribution,
        };
        self.search = Search::restarted(&self.space, &row)?;
        self.drop_rounds_from(row.generation)?;
        self.distribution_log.append(&row)?;
        self.distributions.push(row);
        Ok(())
    }
}
