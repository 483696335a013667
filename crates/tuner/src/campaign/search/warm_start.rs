//! Starting from the last distribution of another campaign, or from trials.
//!
//! The distribution is taken over once, when the campaign is made, and
//! recorded as that of generation 0; the other files are not needed afterwards.

use std::path::Path;

use crate::campaign::search::running::RunningSearch;
use crate::record::{CampaignError, Folder, Result};
use crate::space::CampaignSpec;
use crate::studies::diagnose::{TriedCandidate, read_tried};
use tune2048_files::text;
use tune2048_optimizer::{Distribution, Proposal, SymmetricMatrix};

/// The distribution that a search space asks to start from, in its own
/// coordinates; `None` if it asks for none.
///
/// # Errors
/// If the other campaign or the trials cannot be read, have no distribution or score, or are of other
/// weights.
pub(crate) fn learnt_elsewhere(spec: &CampaignSpec) -> Result<Option<Distribution>> {
    let Some(warm_start) = &spec.warm_start else { return Ok(None) };
    let discount = warm_start.discount;
    let (path, learnt) = if let Some(trials) = &warm_start.trials {
        let path = Path::new(trials);
        (path, spec.transfer(spec, &fitted_start(spec, path)?, discount))
    } else {
        let path = Path::new(warm_start.campaign.as_deref().unwrap_or_default());
        // The rows of the campaign may be left out.
        let other = Folder::at(path).read_log();
        let other =
            other.map_err(|error| CampaignError::BadInput(format!("warm start: {error}")))?;
        let source = other.source.ok_or_else(|| {
            CampaignError::BadInput(format!(
                "warm start: {}: no distribution is recorded to go on from - only mirrored-es and \
                 cma-es have one",
                path.display()
            ))
        })?;
        (path, spec.transfer(&other.spec, &source.distribution, discount))
    };
    learnt.map(Some).map_err(|cause| {
        CampaignError::BadInput(format!(
            "warm start: {}: {cause} - give a campaign over the same weights, or remove [warm-start]",
            path.display()
        ))
    })
}

/// The share of the trials, the best ones, that the start is fitted to, as in warm starts of CMA-ES
/// by Nomura et al. 2021; at least one more than there are coordinates, if there are as many.
const BEST: usize = 10;

/// Fits mean and covariance to the best trials of a table.
///
/// The covariance is that of a normal prior which is as wide as a search that begins and counts as one
/// trial more than there are coordinates: few trials say little about the spread. A coordinate in which
/// no trial differs keeps the spread of the prior.
///
/// # Errors
/// If the file cannot be read, or has mistakes.
fn fitted_start(spec: &CampaignSpec, path: &Path) -> Result<Distribution> {
    let fails = |problem| CampaignError::BadInput(format!("warm start: {problem}"));
    let text = text::read(path).map_err(fails)?;
    let mut tried = read_tried(path, &text, &spec.start_weights(), spec.better)?;
    check_ranges(spec, path, &tried)?;
    tried.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let points: Vec<Vec<f64>> = tried.iter().map(|tried| spec.encode(&tried.weights)).collect();
    let dimensions = spec.dimensions();
    let differs = |i: usize| points.iter().any(|point| (point[i] - points[0][i]).abs() > 0.0);
    let differs: Vec<bool> = (0..dimensions).map(differs).collect();
    let best = &points[..points.len().div_ceil(BEST).max(points.len().min(dimensions + 1))];
    let count = best.len() as f64;
    let mean_of = |i: usize| best.iter().map(|point| point[i]).sum::<f64>() / count;
    let mean: Vec<f64> = (0..dimensions).map(mean_of).collect();
    let step_size = spec.optimizer.step_size();
    let prior = dimensions as f64 + 1.0;
    let entry = |i: usize, j: usize| {
        let product = |point: &Vec<f64>| (point[i] - mean[i]) * (point[j] - mean[j]);
        let scatter = best.iter().map(product).sum::<f64>() / (step_size * step_size);
        let of_prior = if i == j { prior } else { 0.0 };
        match (differs[i] && differs[j], i == j) {
            (true, _) => (scatter + of_prior) / (count + prior),
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    };
    let covariance = SymmetricMatrix::of_lower(dimensions, entry);
    Ok(Distribution { mean, step_size, covariance })
}

/// Refuses trials with values that a range does not have: moved to its ends they would say nothing of
/// what was tried.
fn check_ranges(spec: &CampaignSpec, path: &Path, tried: &[TriedCandidate]) -> Result<()> {
    let start = spec.start_weights();
    for (index, (parameter, _)) in start.iter().enumerate() {
        let is_outside = |tried: &&TriedCandidate| spec.outside(&tried.weights).contains(&index);
        let outside: Vec<&TriedCandidate> = tried.iter().filter(is_outside).collect();
        if let Some(first) = outside.first() {
            return Err(CampaignError::BadInput(format!(
                "warm start: {}: `{}` is outside of its range in {} of {} candidates, for example \
                 {} - leave these rows out, convert them to the units of the search space, or widen the \
                 range",
                path.display(),
                parameter.name,
                outside.len(),
                tried.len(),
                first.weights.value_at(index)
            )));
        }
    }
    Ok(())
}

/// Proposes the first generation of a search space, by its warm start if it has one.
///
/// # Errors
/// If that cannot be read, or the optimizer refuses a setting.
pub fn first_generation(spec: &CampaignSpec) -> Result<Proposal> {
    let learnt = learnt_elsewhere(spec)?;
    let from = learnt.as_ref().map(|distribution| (0, distribution));
    Ok(RunningSearch::begun(spec, from)?.optimizer.propose()?)
}
