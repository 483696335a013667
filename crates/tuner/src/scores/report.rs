//! Statistics of a batch of games with confidence intervals, as files and `--json` contain them.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::evaluation::{Evaluation, TILES, scores};
use crate::statistics::{Interval, mean_interval, share_interval};
use tune2048_engine::game::GameResult;

/// Statistics of the scores of a batch of games, in points, with 95 % confidence intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReport {
    /// The number of games.
    pub games: u32,
    /// The mean score.
    pub mean: f64,
    /// Student's interval of the mean; `None` for one game.
    pub mean_ci95: Option<Interval>,
    /// The standard deviation of the scores (divisor n - 1); `None` for one game.
    pub sd: Option<f64>,
    /// The median score.
    pub median: f64,
    /// The lowest score.
    pub min: u64,
    /// The highest score.
    pub max: u64,
    /// The share of games that reached each tile or a larger one, by its face value; empty if no
    /// game has a tile, as those of a program that reports none.
    pub tiles: IndexMap<String, Share>,
}

/// A share of games with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The share, 0 to 1.
    pub share: f64,
    /// Wilson's interval of the share.
    pub ci95: Interval,
}

impl ScoreReport {
    /// Computes the report of some games.
    ///
    /// # Panics
    /// If `results` is empty.
    pub fn of(results: &[GameResult]) -> Self {
        let evaluation = Evaluation::of(results);
        let games = u64::from(evaluation.games);
        let share = |tile: usize| Share {
            share: evaluation.share(tile),
            ci95: share_interval(u64::from(evaluation.reached[tile]), games),
        };
        let has_tiles = results.iter().any(|game| game.largest_tile > 0);
        let tiles = TILES.iter().enumerate().filter(|_| has_tiles);
        Self {
            games: evaluation.games,
            mean: evaluation.mean_score,
            mean_ci95: mean_interval(&scores(results)),
            sd: evaluation.sd_score,
            median: evaluation.median_score,
            min: evaluation.min_score,
            max: evaluation.max_score,
            tiles: tiles
                .map(|(index, tile)| (tile.to_string(), share(index)))
                .collect(),
        }
    }
}
