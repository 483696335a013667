//! Going on with a campaign: what may have changed since, and what may not.

use std::path::Path;

use super::search::Search;
use super::{Campaign, CampaignError};
use crate::checkpoint::folder::SEARCH_SPACE;
use crate::checkpoint::{DistributionRow, Folder};
use crate::search_space::SearchSpace;

impl Campaign {
    /// Opens a campaign to go on with it. `given`, if any, is a search space
    /// in place of the one in the folder: its path for messages, and its text.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are damaged,
    /// or the search space is not the recorded one, a larger budget apart.
    pub fn resume(folder: &Path, given: Option<(&Path, &str)>) -> Result<Self, CampaignError> {
        let folder = Folder::open(folder)?;
        let record = folder.record()?;
        let (path, text) = match given {
            Some((path, text)) => (path.to_owned(), text.to_owned()),
            None => (folder.file(SEARCH_SPACE), folder.read(SEARCH_SPACE)?),
        };
        let space = SearchSpace::parse(&path, &text)?;
        let recorded = SearchSpace::parse(&path, &record.search_space)?;
        let differences = recorded.differences(&space);
        let refused: Vec<String> = differences
            .iter()
            .filter(|difference| !difference.is_larger_budget)
            .map(ToString::to_string)
            .collect();
        if !refused.is_empty() {
            return Err(CampaignError::Changed {
                path,
                differences: refused,
            });
        }
        let campaign = Self::load(space, folder)?;
        campaign.check_warm_start()?;
        if record.search_space != text {
            campaign.folder.set_search_space(&text)?;
        }
        Ok(campaign)
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
        let row = DistributionRow {
            generation: trials.map_or(0, |trial| trial.generation + 1),
            restarted: true,
            distribution: last.distribution.clone(),
        };
        self.search = Search::restarted(&self.space, &row)?;
        self.drop_rounds_from(row.generation)?;
        self.distribution_log.append(&row)?;
        self.distributions.push(row);
        Ok(())
    }
}
