//! Where a search stands in the ranges of its weights.

use tune2048_optimizer::Distribution;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::{mean, standard_deviation};

/// Position of a search in the range of one coordinate, in units of the range.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightPosition {
    /// Name of the weight, or of the coordinate of an ordered matrix.
    pub name: String,
    /// Start of the search, 0 to 1.
    pub start: f64,
    /// Mean of the candidates, 0 to 1.
    pub mean: f64,
    /// Standard deviation of the candidates.
    pub spread: f64,
    /// Value of the weight at the mean; `None` if the coordinate is not a weight.
    pub value: Option<f64>,
    /// The value in a word, where it is no number.
    pub word: Option<String>,
}

/// Returns the distribution that a generation was drawn from, if it is recorded.
pub(crate) fn drawn_from(progress: &Progress, generation: u32) -> Option<&Distribution> {
    let rows = &progress.distributions;
    let row = rows[..rows.partition_point(|row| row.generation <= generation)].last()?;
    (row.generation == generation).then_some(&row.distribution)
}

/// Returns a position per coordinate, from the distribution that a generation was drawn from or,
/// without one, from its points.
pub(super) fn positions(
    spec: &CampaignSpec,
    points: &[&[f64]],
    distribution: Option<&Distribution>,
) -> Vec<WeightPosition> {
    let (center, spreads): (Vec<f64>, Vec<f64>) = match distribution {
        Some(found) => (found.mean.clone(), found.standard_deviations()),
        None => (0..spec.dimensions())
            .map(|place| {
                let column: Vec<f64> = points.iter().map(|point| point[place]).collect();
                (mean(&column), standard_deviation(&column).unwrap_or(0.0))
            })
            .unzip(),
    };
    let weights = spec.decode(&center);
    let start = spec.start_point();
    let position = |(place, name): (usize, String)| {
        let index = weights.subject.index_of(&name);
        WeightPosition {
            name,
            start: start[place],
            mean: center[place].clamp(0.0, 1.0),
            spread: spreads[place],
            value: index.map(|index| weights.values[index]),
            word: index.and_then(|index| weights.word(index)),
        }
    };
    spec.coordinate_names().into_iter().enumerate().map(position).collect()
}
