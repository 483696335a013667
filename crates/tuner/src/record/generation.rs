//! The results of a generation.

use super::{CampaignState, Trial, games_dealt};
use crate::statistics::{Interval, mean, mean_interval, standard_deviation};
use tune2048_optimizer::boundary;

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
    /// Reliability of the ranking, 0 to 1; none of a generation that is not complete.
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
    /// The ends of the interval of the mean, NaN without one.
    pub fn ends(&self) -> [f64; 2] {
        self.interval.map_or([f64::NAN; 2], Into::into)
    }
}

impl CampaignState {
    /// The results of the generation after the complete ones, of which these candidates are recorded.
    pub(super) fn next_generation(
        &self,
        trials: &[Trial],
        reliability: Option<f64>,
    ) -> GenerationData {
        let source = self.source.as_ref().filter(|source| source.generation == self.generations);
        let distribution = source.map(|source| &source.distribution);
        let (centre, spread) = match distribution {
            Some(found) => (found.mean.clone(), found.standard_deviations()),
            None => {
                let points: Vec<Vec<f64>> =
                    trials.iter().map(|trial| boundary::clamp(&trial.point)).collect();
                let column = |place| points.iter().map(|point| point[place]).collect::<Vec<_>>();
                let columns = (0..self.spec.dimensions()).map(column);
                let spread = |column: &[f64]| standard_deviation(column).unwrap_or(0.0);
                columns.map(|column| (mean(&column), spread(&column))).unzip()
            }
        };
        let means: Vec<f64> = trials.iter().map(|trial| trial.evaluation.mean_score).collect();
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        let games_before = self.complete.last().map_or(0, |last| last.games_so_far);
        GenerationData {
            number: self.generations,
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

    /// The results of all generations, the last of which may be incomplete.
    pub fn all_generations(&self) -> Vec<GenerationData> {
        let open =
            (!self.open_trials.is_empty()).then(|| self.next_generation(&self.open_trials, None));
        self.complete.iter().cloned().chain(open).collect()
    }
}
