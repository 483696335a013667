//! Statistics of a batch of games with confidence intervals, as files and `--json` contain them.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::statistics::scores::evaluation::{Evaluation, TILES, scores};
use crate::statistics::{Interval, Moments, mean_interval, share_interval};
use tune2048_engine::game::{GameResult, Score};

/// Statistics of the scores of a batch of games, in points, with 95 % confidence intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReport {
    /// The number of games.
    pub games: u64,
    /// The mean score.
    pub mean: f64,
    /// Student's interval of the mean; `None` for one game.
    pub mean_ci95: Option<Interval>,
    /// The standard deviation of the scores (divisor n - 1); `None` for one game.
    pub sd: Option<f64>,
    /// The median score; `None` of scores that are known by their sums only.
    pub median: Option<f64>,
    /// The lowest score; `None` of scores that are known by their sums only.
    pub min: Option<Score>,
    /// The highest score; `None` of scores that are known by their sums only.
    pub max: Option<Score>,
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

impl Share {
    fn of(found: u64, games: u64) -> Self {
        Self { share: found as f64 / games as f64, ci95: share_interval(found, games) }
    }
}

/// A tile that only programs report; it has a row where a game has made it.
const BEYOND: u32 = 131_072;

impl ScoreReport {
    /// Computes the report of some games.
    ///
    /// # Panics
    /// If `results` is empty.
    pub fn of(results: &[GameResult]) -> Self {
        let evaluation = Evaluation::of(results);
        let games = u64::from(evaluation.games);
        let mut tiles = shares(games, |tile| u64::from(evaluation.reached[tile]));
        let beyond = results.iter().filter(|game| game.largest_tile >= BEYOND).count() as u64;
        if beyond > 0 {
            tiles.insert(BEYOND.to_string(), Share::of(beyond, games));
        }
        if results.iter().all(|game| game.largest_tile == 0) {
            tiles.clear();
        }
        Self {
            games,
            mean: evaluation.mean_score,
            mean_ci95: mean_interval(&scores(results)),
            sd: evaluation.sd_score,
            median: Some(evaluation.median_score),
            min: Some(evaluation.min_score),
            max: Some(evaluation.max_score),
            tiles,
        }
    }

    /// Returns the share of games that reached a tile of which another report has a row.
    pub fn tile(&self, tile: &str) -> Share {
        self.tiles.get(tile).copied().unwrap_or_else(|| Share::of(0, self.games))
    }

    /// Computes the report of scores that are known by their sums: their moments, and the number
    /// of games that reached each of [`TILES`] or a larger tile.
    pub fn of_sums(moments: &Moments, reached: impl Fn(u32) -> u64) -> Self {
        let games = moments.count();
        Self {
            games,
            mean: moments.mean(),
            mean_ci95: moments.mean_interval(),
            sd: moments.variance().map(f64::sqrt),
            median: None,
            min: None,
            max: None,
            tiles: shares(games, |index| reached(TILES[index])),
        }
    }
}

/// Returns the share of games for each of [`TILES`], whose numbers of games `reached` returns by index.
fn shares(games: u64, reached: impl Fn(usize) -> u64) -> IndexMap<String, Share> {
    let share = |index: usize| (TILES[index].to_string(), Share::of(reached(index), games));
    (0..TILES.len()).map(share).collect()
}
