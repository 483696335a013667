//! Starting from the trials of any tuner.

use std::path::Path;

use crate::campaign::CampaignError;
use crate::space::CampaignSpec;
use crate::studies::diagnose::read_tried;
use tune2048_files::text;
use tune2048_optimizer::{Distribution, SymmetricMatrix};

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
pub(super) fn fitted_start(
    spec: &CampaignSpec,
    path: &Path,
) -> Result<Distribution, CampaignError> {
    let text = text::read(path).map_err(CampaignError::Trials)?;
    let mut tried = read_tried(path, &text, &spec.start_weights(), spec.better)?;
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
