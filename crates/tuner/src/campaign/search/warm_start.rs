//! Starting from the last distribution of another campaign, or from trials.
//!
//! The distribution is taken over once, when the campaign is made, and
//! recorded as that of generation 0; the other files are not needed afterwards.

use std::path::Path;

use crate::campaign::CampaignError;
use crate::campaign::change::spec_history::SpecHistory;
use crate::campaign::journals::check_coordinates;
use crate::campaign::search::fitted_start::fitted_start;
use crate::campaign::search::ranked_search::RankedSearch;
use crate::record::file_names::DISTRIBUTIONS;
use crate::record::{Coordinates, DistributionRow, Folder};
use crate::space::CampaignSpec;
use tune2048_optimizer::{Distribution, Proposal};

/// The distribution that a search space asks to start from, in its own
/// coordinates; `None` if it asks for none.
///
/// # Errors
/// If the other campaign or the trials cannot be read, have no distribution or score, or are of other
/// weights.
pub(crate) fn learnt_elsewhere(spec: &CampaignSpec) -> Result<Option<Distribution>, CampaignError> {
    let Some(warm_start) = &spec.warm_start else { return Ok(None) };
    if let Some(trials) = &warm_start.trials {
        let path = Path::new(trials);
        let fitted = fitted_start(spec, path)?;
        let learnt = spec.transfer(spec, &fitted, warm_start.discount);
        return learnt
            .map(Some)
            .map_err(|cause| CampaignError::Unlike { path: path.to_owned(), cause });
    }
    let path = Path::new(warm_start.campaign.as_deref().unwrap_or_default());
    let fails = |error: CampaignError| CampaignError::WarmStart(Box::new(error));
    let (history, last) = last_distribution(path).map_err(fails)?;
    let learnt_in = history.spec(last.generation);
    let learnt = spec.transfer(learnt_in, &last.distribution, warm_start.discount);
    learnt.map(Some).map_err(|cause| CampaignError::Unlike { path: path.to_owned(), cause })
}

/// The last distribution in a campaign's folder, with the search spaces of the
/// campaign. Its other rows may be missing.
fn last_distribution(path: &Path) -> Result<(SpecHistory, DistributionRow), CampaignError> {
    let folder = Folder::open_manifest(path)?;
    let history = SpecHistory::read(&folder, &folder.manifest()?)?;
    let names = history.first().coordinate_names();
    let mut rows: Vec<DistributionRow> =
        folder.read_table(DISTRIBUTIONS, &Coordinates::new(&names))?;
    check_coordinates(&folder, &[], &rows, &history)?;
    let path = path.to_owned();
    let last = rows.pop().ok_or(CampaignError::NoDistribution { path })?;
    Ok((history, last))
}

/// Proposes the first generation of a search space, by its warm start if it has one.
///
/// # Errors
/// If that cannot be read, or the optimizer refuses a setting.
pub fn first_generation(spec: &CampaignSpec) -> Result<Proposal, CampaignError> {
    let search = match learnt_elsewhere(spec)? {
        Some(distribution) => RankedSearch::restarted(spec, 0, &distribution)?,
        None => RankedSearch::new(spec)?,
    };
    Ok(search.propose()?)
}
