//! Plain statistics of a batch of games.

use crate::statistics;
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
            mean_score: statistics::mean(&scores),
            sd_score: statistics::standard_deviation(&scores),
            median_score: statistics::median(&scores),
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
