//! The results of a generation, and where it stands in the ranges of the weights.

use super::coordinates::{Coordinate, coordinates};
use tune2048_optimizer::{Distribution, boundary};
use tune2048_tuner::record::{CampaignState, Trial, games_dealt};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::{Interval, mean, mean_interval, standard_deviation};

/// Results of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationData {
    /// Number of the generation, from 0.
    pub number: u32,
    /// Number of its candidates.
    pub candidates: usize,
    /// Mean of the candidates' mean scores.
    pub mean: f64,
    /// 95 % interval of that mean.
    ///
    /// Student's interval over the candidates includes the luck of their games and the
    /// differences between them, but not the luck of the seeds, which they share.
    pub interval: Option<Interval>,
    /// Games per candidate.
    pub games_each: u32,
    /// Games of the search up to the end of the generation.
    pub games_so_far: u64,
    /// Reliability of the ranking, 0 to 1.
    pub reliability: Option<f64>,
    /// Mean of the distribution that the generation was drawn from or, without one, of the
    /// candidates' points, clamped to the unit cube.
    pub centre: Vec<f64>,
    /// Standard deviation of the same.
    pub spread: Vec<f64>,
    /// Step size of the distribution that the generation was drawn from, if it is recorded.
    pub step_size: Option<f64>,
}

impl GenerationData {
    /// Summarises the candidates of a generation that was drawn from `distribution`, if that is
    /// known, after `games_before` games of search.
    pub(crate) fn of(
        trials: &[Trial],
        distribution: Option<&Distribution>,
        reliability: Option<f64>,
        games_before: u64,
    ) -> Self {
        let means: Vec<f64> = trials.iter().map(|trial| trial.evaluation.mean_score).collect();
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        let (centre, spread) = match distribution {
            Some(found) => (found.mean.clone(), found.standard_deviations()),
            None => {
                let points: Vec<Vec<f64>> =
                    trials.iter().map(|trial| boundary::clamp(&trial.point)).collect();
                let column = |place| points.iter().map(|point| point[place]).collect::<Vec<_>>();
                let columns = (0..points[0].len()).map(column);
                let spread = |column: &[f64]| standard_deviation(column).unwrap_or(0.0);
                columns.map(|column| (mean(&column), spread(&column))).unzip()
            }
        };
        Self {
            number: trials[0].generation,
            candidates: trials.len(),
            mean: mean(&means),
            interval: mean_interval(&means),
            games_each: games_dealt(trials),
            games_so_far: games_before + games.sum::<u64>(),
            reliability,
            centre,
            spread,
            step_size: distribution.map(|found| found.step_size),
        }
    }

    /// The ends of the interval of the mean, NaN without one.
    pub(crate) fn ends(&self) -> [f64; 2] {
        self.interval.map_or([f64::NAN; 2], Into::into)
    }
}

/// Returns the results of all generations of a state with its history, the last of which may be
/// incomplete.
pub(crate) fn generations(state: &CampaignState) -> Vec<GenerationData> {
    let (sources, mut games_before) = (state.sources(), 0);
    let of_generation = |trials: &[Trial]| {
        let number = trials[0].generation;
        // An optimizer that restarts draws a generation again.
        let until = sources.partition_point(|source| source.generation <= number);
        let source = sources[..until].last().filter(|source| source.generation == number);
        let distribution = source.map(|source| &source.distribution);
        let reliability = state.reliability_at(number);
        let data = GenerationData::of(trials, distribution, reliability, games_before);
        games_before = data.games_so_far;
        data
    };
    let by_generation = state.all_trials().chunk_by(|a, b| a.generation == b.generation);
    by_generation.map(of_generation).collect()
}

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
    /// Value of the weight at the mean, in words.
    pub text: String,
}

/// Returns a position per coordinate of a search with this centre and spread.
pub(super) fn positions(
    spec: &CampaignSpec,
    centre: &[f64],
    spread: &[f64],
) -> Vec<WeightPosition> {
    let position = |coordinate: Coordinate<'_>| WeightPosition {
        start: coordinate.start,
        mean: centre[coordinate.at].clamp(0.0, 1.0),
        spread: spread[coordinate.at],
        text: coordinate.text(centre[coordinate.at]),
        name: coordinate.name,
    };
    coordinates(spec).into_iter().map(position).collect()
}
