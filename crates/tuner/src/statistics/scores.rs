//! Statistics of a batch of games played with one set of weights.
//!
//! [`Evaluation`] is the plain statistics of the games, one row of a journal.
//! [`ScoreReport`] adds confidence intervals to an evaluation, for people and
//! for JSON. Every figure that both show is computed once, in [`Evaluation::of`].

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::statistics::interval::{are_shares, student_quantile};
use crate::statistics::{
    Interval, Moments, mean, mean_interval, mean_interval_in_unit, median, share_interval,
    standard_deviation,
};
use tune2048_engine::game::{GameResult, Score};

/// Face values of the tiles whose shares are reported: games that made the tile or a larger one.
pub const TILES: [u32; 9] = [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

/// Statistics of the games played with one set of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The number of games, at least 1.
    pub games: u32,
    /// The mean score in points.
    pub mean_score: f64,
    /// The standard deviation of the scores in points (divisor n - 1); `None` for one game.
    pub sd_score: Option<f64>,
    /// The median score in points.
    pub median_score: f64,
    /// The lowest score in points.
    pub min_score: Score,
    /// The highest score in points.
    pub max_score: Score,
    /// The number of games that reached each of [`TILES`].
    pub reached: [u32; TILES.len()],
    /// The number of moves in all games together.
    pub moves: u64,
    /// The number of search nodes in all games together.
    pub nodes: u64,
    /// The number of chance nodes above the leaves in all games together.
    pub inner_nodes: u64,
}

impl Evaluation {
    /// Computes the statistics of some games.
    ///
    /// # Panics
    /// If `results` is empty.
    pub fn of(results: &[GameResult]) -> Self {
        assert!(!results.is_empty(), "an evaluation needs at least one game");
        let scores = scores(results);
        let all = results.iter();
        Self {
            games: results.len() as u32,
            mean_score: mean(&scores),
            sd_score: standard_deviation(&scores),
            median_score: median(&scores),
            min_score: all.clone().map(|game| game.score).min().unwrap_or_default(),
            max_score: all.clone().map(|game| game.score).max().unwrap_or_default(),
            reached: TILES
                .map(|tile| all.clone().filter(|game| game.largest_tile >= tile).count() as u32),
            moves: all.clone().map(|game| u64::from(game.moves)).sum(),
            nodes: all.clone().map(|game| game.nodes).sum(),
            inner_nodes: all.map(|game| game.inner_nodes).sum(),
        }
    }

    /// Returns the mean cost of a move in boards; 0 without a move.
    pub fn cost_per_move(&self) -> f64 {
        let (nodes, inner_nodes) = (self.nodes, self.inner_nodes);
        let games = GameResult { nodes, inner_nodes, ..GameResult::default() };
        games.cost() / self.moves.max(1) as f64
    }

    /// Returns the share of games, 0 to 1, that reached `TILES[tile]`.
    pub fn share(&self, tile: usize) -> f64 {
        f64::from(self.reached[tile]) / f64::from(self.games)
    }
}

/// Returns the mean cost of a move of some games, in boards; 0 without a move.
pub fn cost_per_move(results: &[GameResult]) -> f64 {
    let moves: u64 = results.iter().map(|game| u64::from(game.moves)).sum();
    let cost: f64 = results.iter().map(GameResult::cost).sum();
    if moves == 0 { 0.0 } else { cost / moves as f64 }
}

/// Returns the scores of some games, in points and in order.
pub fn scores(results: &[GameResult]) -> Vec<f64> {
    results.iter().map(|game| game.score.get()).collect()
}

/// Returns what the other side of a game gets, whose result is a share from 0 to 1.
///
/// # Panics
/// If the difference is not finite, which no share is.
pub fn other_side(share: Score) -> Score {
    Score::new(1.0 - share.get()).expect("a share is finite")
}

/// Statistics of the scores of a batch of games, in points, with 95 % confidence intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReport {
    /// The number of games.
    pub games: u64,
    /// The mean score.
    pub mean: f64,
    /// The interval of the mean, at 95 %; `None` for one game.
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
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
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
        Self { share: found as f64 / games as f64, ci95: share_interval(found, games, 0.95) }
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

    /// Returns the interval of the mean at another confidence, from what is known of the scores; `None`
    /// for one game. That of shares is computed anew, others have Student's quantiles.
    pub fn mean_interval_at(&self, confidence: f64) -> Option<Interval> {
        let (usual, sd) = (self.mean_ci95?, self.sd?);
        if let (Some(min), Some(max)) = (self.min, self.max)
            && are_shares([min, max].map(Score::get))
        {
            return Some(mean_interval_in_unit(self.mean, sd * sd, self.games, confidence));
        }
        let quantile = |confidence| student_quantile(self.games as usize, confidence);
        let wider = quantile(confidence) / quantile(0.95);
        let low = self.mean - wider * (self.mean - usual.low);
        let least = self.min.map_or(f64::NEG_INFINITY, |min| min.get().min(0.0));
        let low = if least < 0.0 { low } else { low.max(0.0) };
        Some(Interval { low, high: self.mean + wider * (usual.high - self.mean) })
    }

    /// Whether all scores are 0 or 1, so that the mean says all.
    pub fn is_rate(&self) -> bool {
        let within = |score: Option<Score>| score.is_some_and(|s| [0.0, 1.0].contains(&s.get()));
        let games = self.games as f64;
        let of_games = self.sd.map_or(0.0, |sd| sd * sd * (games - 1.0) / games);
        let is_full = (of_games - self.mean * (1.0 - self.mean)).abs() < 1e-9;
        within(self.min) && within(self.max) && is_full
    }

    /// Returns the share of games that reached a tile of which another report has a row.
    pub fn tile(&self, tile: &str) -> Share {
        self.tiles.get(tile).copied().unwrap_or_else(|| Share::of(0, self.games))
    }

    /// Computes the report of scores that are known by their sums: their moments, and the number
    /// of games that reached each of [`TILES`] or a larger tile.
    pub fn of_sums(moments: &Moments, reached: impl Fn(u32) -> u64) -> Self {
        let games = moments.count;
        Self {
            games,
            mean: moments.mean,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_written_sample() {
        let game = |score: u64, largest_tile| {
            let score = score.into();
            GameResult { score, largest_tile, moves: 100, nodes: 1000, inner_nodes: 10 }
        };
        let results = [game(1000, 128), game(4000, 256), game(10_000, 2048)];
        let evaluation = Evaluation::of(&results);
        assert_eq!(evaluation.games, 3);
        assert!((evaluation.mean_score - 5000.0).abs() < 1e-9);
        assert!((evaluation.median_score - 4000.0).abs() < 1e-9);
        assert!((evaluation.sd_score.unwrap() - 21e6_f64.sqrt()).abs() < 1e-6);
        assert_eq!((evaluation.min_score, evaluation.max_score), (1000.into(), 10_000.into()));
        assert_eq!(evaluation.reached, [2, 1, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!((evaluation.moves, evaluation.nodes), (300, 3000));
        assert_eq!(Evaluation::of(&results[..1]).sd_score, None);
    }
}
