//! What the games before a search have found.

use serde::{Deserialize, Serialize};

use crate::record::ranking::Ranking;
use crate::space::CampaignSpec;
use crate::statistics::{
    Effect, Interval, correlation, cost_per_move, mean, scores, standard_deviation,
};
use tune2048_engine::game::GameResult;

/// The games before a search and their findings. Only the times differ from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pilot {
    /// The number of games; 0 without a pilot.
    pub games: u64,
    /// The findings; `None` without a pilot.
    pub findings: Option<Findings>,
}

impl Pilot {
    /// The record of a campaign without a pilot.
    pub const NONE: Self = Self { games: 0, findings: None };
}

/// The findings of a pilot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// The number of first candidates of the optimizer that played.
    pub candidates: u64,
    /// The games of each candidate and of the starting weights.
    pub games_per_candidate: u64,
    /// The mean score of the starting weights.
    pub mean_score: f64,
    /// The standard deviation of a game over the mean score, pooled over candidates; of one whose
    /// mean is above 0.
    pub coefficient_of_variation: f64,
    /// The standard deviation of a game in points, pooled over candidates, where mean scores are
    /// compared by their difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
    /// The mean correlation of the scores of two of the first candidates on the same seeds.
    pub correlation: f64,
    /// The mean correlation of the starting weights and weights a tenth as far
    /// apart, like candidates late in a search.
    pub correlation_of_neighbours: f64,
    /// The variance of the first candidates' true objective over the variance of
    /// a single game; `None` if games do not vary.
    pub signal_to_noise: Option<f64>,
    /// The mean number of moves of a game.
    pub moves_per_game: f64,
    /// The cost of a move of the starting weights in boards, where it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_per_move: Option<f64>,
    /// The exponent with which the length of a game grows with its score.
    pub length_exponent: f64,
    /// Coordinates that change no game between the ends of their range.
    pub dead: Vec<String>,
    /// The effect of a common factor of all tuned weights, where their ranges allow one.
    pub common_factor: Option<CommonFactor>,
    /// Coordinates with a bound beyond which many of the first candidates lie.
    pub at_bounds: Vec<AtBound>,
    /// The time of all games.
    pub time_seconds: f64,
    /// Games per second, all threads together.
    pub time_games_per_second: f64,
}

/// The effect of multiplying all tuned weights except exponents by a factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommonFactor {
    /// The factor, a power of 2, so that nothing is rounded.
    pub factor: f64,
    /// The weights that were multiplied.
    pub weights: Vec<String>,
    /// The number of games that changed.
    pub changed_games: u64,
    /// The number of games played for this check.
    pub games: u64,
}

/// A coordinate that starts at a bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AtBound {
    /// The name of the coordinate.
    pub name: String,
    /// The share of the first candidates beyond a bound, which are clamped to it.
    pub share: f64,
}

impl Findings {
    /// The standard deviation of a game, in points or as a share of the mean score, as mean scores
    /// are compared.
    pub fn deviation(&self) -> f64 {
        self.standard_deviation.unwrap_or(self.coefficient_of_variation)
    }

    /// The 95 % interval of the mean score of the starting weights.
    pub fn mean_interval(&self) -> Interval {
        // The coefficient of variation is pooled over many games: a normal quantile is enough.
        let games = self.games_per_candidate.max(1) as f64;
        let relative = self.coefficient_of_variation * self.mean_score.abs();
        let half = 1.96 * self.standard_deviation.unwrap_or(relative) / games.sqrt();
        Interval { low: self.mean_score - half, high: self.mean_score + half }
    }

    /// The findings from the games of the starting weights and of the candidates.
    pub(crate) fn of_games(
        spec: &CampaignSpec,
        start: &[GameResult],
        candidates: &[Vec<GameResult>],
    ) -> Self {
        let played = || std::iter::once(start).chain(candidates.iter().map(Vec::as_slice));
        let all: Vec<Vec<f64>> = played().map(scores).collect();
        let relative = all.iter().filter_map(|scores| {
            let relative = standard_deviation(scores)? / mean(scores);
            (relative.is_finite() && relative >= 0.0).then_some(relative * relative)
        });
        let squares = all.iter().filter_map(|scores| Some(standard_deviation(scores)?.powi(2)));
        let is_difference = spec.effect == Effect::Difference;
        let halves = candidates
            .iter()
            .filter_map(|results| Some((spec.halves(results)?, results.len() as f64)));
        let moves: Vec<f64> = played().flatten().map(|game| f64::from(game.moves)).collect();
        Self {
            mean_score: mean(&all[0]),
            coefficient_of_variation: mean_or_0(relative).sqrt(),
            standard_deviation: is_difference.then(|| mean_or_0(squares).sqrt()),
            correlation: mean_correlation(candidates),
            signal_to_noise: Ranking::of_halves(&halves.collect::<Vec<_>>()).signal_to_noise(),
            moves_per_game: mean(&moves),
            cost_per_move: spec.cost_per_move.map(|_| cost_per_move(start)),
            length_exponent: length_exponent(played().flatten()),
            ..Self::default()
        }
    }
}

/// The mean correlation of the scores over all pairs of candidates.
pub(crate) fn mean_correlation(played: &[Vec<GameResult>]) -> f64 {
    let all: Vec<Vec<f64>> = played.iter().map(|results| scores(results)).collect();
    let correlations = all.iter().enumerate().flat_map(|(index, scores)| {
        all[..index].iter().filter_map(move |other| correlation(scores, other))
    });
    mean_or_0(correlations)
}

fn mean_or_0(sample: impl Iterator<Item = f64>) -> f64 {
    let sample: Vec<f64> = sample.collect();
    if sample.is_empty() { 0.0 } else { mean(&sample) }
}

/// The slope of the logarithm of the moves over the logarithm of the score.
fn length_exponent<'a>(games: impl Iterator<Item = &'a GameResult>) -> f64 {
    let points = games.filter(|game| game.score.get() > 0.0 && game.moves > 0);
    let (scores, moves): (Vec<f64>, Vec<f64>) =
        points.map(|game| (libm::log(game.score.get()), libm::log(f64::from(game.moves)))).unzip();
    let spread = |sample: &[f64]| standard_deviation(sample).unwrap_or(0.0);
    let slope = |correlation: f64| correlation * spread(&moves) / spread(&scores);
    correlation(&scores, &moves).map_or(0.0, slope)
}
