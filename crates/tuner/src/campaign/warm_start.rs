//! Starting from what another campaign has learnt.
//!
//! Its last distribution is taken once, when the campaign is made, and kept as
//! the distribution of generation 0: the other folder may vanish afterwards.

use std::path::Path;

use super::record::check_coordinates;
use super::search::Search;
use super::spec_history::SpecHistory;
use super::{Campaign, CampaignError};
use crate::checkpoint::folder::DISTRIBUTIONS;
use crate::checkpoint::{CheckpointError, DistributionRow, Distributions, Folder};
use crate::spec::CampaignSpec;
use tune2048_optimizer::{Distribution, Proposal};

/// What the search space asks to start from, in its own coordinates.
///
/// # Errors
/// If there is none.
pub(super) fn learnt_elsewhere(
    space: &CampaignSpec,
) -> Result<Option<Distribution>, CampaignError> {
    let Some(warm_start) = &space.warm_start else {
        return Ok(None);
    };
    let path = Path::new(warm_start.campaign.as_deref().unwrap_or_default());
    let fails = |error: CampaignError| CampaignError::WarmStart(Box::new(error));
    let (stages, last) = last_distribution(path).map_err(fails)?;
    let learnt_in = stages.space(last.generation);
    let learnt = space.transfer(learnt_in, &last.distribution, warm_start.discount);
    learnt.map(Some).map_err(|cause| CampaignError::Unlike {
        path: path.to_owned(),
        cause,
    })
}

/// The last distribution on record in a campaign's folder, whose other rows may be left
/// out, and the search spaces of that campaign.
fn last_distribution(path: &Path) -> Result<(SpecHistory, DistributionRow), CampaignError> {
    let folder = Folder::open_record(path)?;
    let stages = SpecHistory::read(&folder, &folder.record()?)?;
    let file = folder.file(DISTRIBUTIONS);
    let mut rows = match file.exists() {
        true => Distributions::read(&file, &stages.first().coordinate_names())?,
        false => Vec::new(),
    };
    check_coordinates(&folder, &[], &rows, &stages)?;
    let path = path.to_owned();
    let last = rows.pop().ok_or(CampaignError::NoDistribution { path })?;
    Ok((stages, last))
}

/// The first generation of a search space, by what another campaign has learnt
/// if it asks for that.
///
/// # Errors
/// If that campaign cannot be read, or a setting is one that no optimizer can
/// work with.
pub fn first_generation(space: &CampaignSpec) -> Result<Proposal, CampaignError> {
    let search = match learnt_elsewhere(space)? {
        Some(learnt) => Search::restarted(space, &row(learnt))?,
        None => Search::new(space)?,
    };
    Ok(search.propose(&[], 0)?)
}

/// The record of what generation 0 is drawn from.
fn row(distribution: Distribution) -> DistributionRow {
    DistributionRow {
        generation: 0,
        restarted: true,
        distribution,
    }
}

impl Campaign {
    /// Makes a distribution, if any, the one that generation 0 is drawn from.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub(super) fn start_from(&mut self, learnt: Option<Distribution>) -> Result<(), CampaignError> {
        let Some(distribution) = learnt else {
            return Ok(());
        };
        let row = row(distribution);
        self.search = Search::restarted(&self.space, &row)?;
        // A start that was killed may have left it.
        if self.distributions.last() != Some(&row) {
            self.distribution_log.append(&row)?;
            self.distributions.push(row);
        }
        Ok(())
    }

    /// Checks that what the search started from is still there.
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn check_warm_start(&self) -> Result<(), CampaignError> {
        let first = self.distributions.first();
        if self.space.warm_start.is_none() || first.is_some_and(|row| row.restarted) {
            return Ok(());
        }
        let problem = "found no distribution that the search was started from";
        let path = self.folder.file(DISTRIBUTIONS);
        Err(CheckpointError::damaged(&path, 2, problem).into())
    }
}
