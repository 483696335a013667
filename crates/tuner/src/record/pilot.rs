//! The pilot: games that are played before a search, and their findings.

use serde::{Deserialize, Serialize};

use super::Ranking;
use crate::space::CampaignSpec;
use crate::statistics::{
    Effect, Interval, Objective, correlation, cost_per_move, mean, mean_interval, scores,
    standard_deviation,
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
    /// Its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_ci95: Option<Interval>,
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
    /// The standard error of the logarithm of the games that a difference takes, by the jackknife over
    /// `GROUPS` groups of seeds; `None` if weights next to the start played as it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_error_of_games: Option<f64>,
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
    /// Coordinates that changed no game between the ends of their range.
    pub dead: Vec<String>,
    /// The seeds on which each coordinate played at both ends of its range; 0 in the oldest records.
    #[serde(default)]
    pub games_at_an_end: u64,
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

    /// The findings from the games of the starting weights with their neighbours, and of the candidates.
    pub(crate) fn of_games(
        spec: &CampaignSpec,
        near: &[Vec<GameResult>],
        candidates: &[Vec<GameResult>],
    ) -> Self {
        let start = &near[0];
        let played = || std::iter::once(start).chain(candidates);
        let of_objective = |games: &Vec<GameResult>| spec.objective.values(games);
        let all: Vec<Vec<f64>> = played().map(of_objective).collect();
        // Starting weights that meet themselves say nothing of the luck of a match.
        let varied = &all[usize::from(spec.is_match())..];
        let near: Vec<Vec<f64>> = near.iter().map(of_objective).collect();
        // A ratio to a mean of 0 or below is none, and what a logarithm varies by is a share already.
        let is_log = spec.objective == Objective::MeanLogScore;
        // Nor is one to means that are about 0.
        let has_ratio =
            mean(&all[0]) > 0.0 && (relative_variance(&all) > 0.0 || variance(varied) <= 0.0);
        let is_difference = spec.effect == Effect::Difference || !is_log && !has_ratio;
        let (deviation, log_error) = (variance(varied).sqrt(), |is_difference| {
            log_error_of_games(varied, &near, is_difference || is_log)
        });
        let relative = if is_log { deviation } else { relative_variance(&all).sqrt() };
        // The median of a normal sample varies so much more than its mean (Kenney and Keeping 1962).
        let times = match spec.objective {
            Objective::MedianScore => std::f64::consts::FRAC_PI_2.sqrt(),
            _ => 1.0,
        };
        let of_start = scores(start);
        let halves = candidates
            .iter()
            .filter_map(|results| Some((spec.halves(results)?, results.len() as f64)));
        let moves: Vec<f64> = played().flatten().map(|game| f64::from(game.moves)).collect();
        Self {
            mean_score: mean(&of_start),
            mean_ci95: mean_interval(&of_start),
            coefficient_of_variation: times * relative,
            standard_deviation: is_difference.then_some(times * deviation),
            correlation: mean_correlation(&all[1..]),
            correlation_of_neighbours: mean_correlation(&near),
            log_error_of_games: log_error(is_difference),
            signal_to_noise: Ranking::of_halves(&halves.collect::<Vec<_>>()).signal_to_noise(),
            moves_per_game: mean(&moves),
            cost_per_move: spec.cost_per_move.map(|_| cost_per_move(start)),
            length_exponent: length_exponent(played().flatten()),
            ..Self::default()
        }
    }
}

/// The groups of seeds of which one after the other is left out.
pub(super) const GROUPS: usize = 16;

/// The variance of a game, pooled over candidates.
fn variance(all: &[Vec<f64>]) -> f64 {
    mean_or_0(all.iter().filter_map(|scores| Some(standard_deviation(scores)?.powi(2))))
}

/// The variance of a game over the square of the mean, both pooled over candidates with a mean above
/// 0. Of few skewed games, each alone has a ratio that is too small: what its mean happens to be high
/// by, its deviation is too.
fn relative_variance(all: &[Vec<f64>]) -> f64 {
    let above = all.iter().filter(|scores| mean(scores) > 0.0);
    let sums = above.filter_map(|scores| {
        let variance = standard_deviation(scores)?.powi(2);
        Some((variance, mean(scores).powi(2) - variance / scores.len() as f64))
    });
    let (variances, squares) = sums.fold((0.0, 0.0), |(variances, squares), (variance, square)| {
        (variances + variance, squares + square)
    });
    if squares > 0.0 { variances / squares } else { 0.0 }
}

/// The standard error of the logarithm of the games that a difference takes; `None` where these do
/// not follow from the games.
fn log_error_of_games(all: &[Vec<f64>], near: &[Vec<f64>], is_difference: bool) -> Option<f64> {
    let without = |group: usize| {
        let left = |played: &[Vec<f64>]| -> Vec<Vec<f64>> {
            let left = |(game, score): (usize, &f64)| (game % GROUPS != group).then_some(*score);
            played
                .iter()
                .map(|scores| scores.iter().enumerate().filter_map(left).collect())
                .collect()
        };
        let (all, near) = (left(all), left(near));
        let spread = if is_difference { variance(&all) } else { relative_variance(&all) };
        libm::log(spread * (1.0 - mean_correlation(&near)))
    };
    let logs: Vec<f64> = (0..GROUPS).map(without).collect();
    let error = standard_deviation(&logs)? * (GROUPS as f64 - 1.0) / (GROUPS as f64).sqrt();
    error.is_finite().then_some(error)
}

/// The mean correlation of the scores over all pairs of candidates.
fn mean_correlation(all: &[Vec<f64>]) -> f64 {
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
