//! The objective of a campaign, and the fitness that optimizers minimise.

use crate::scores::scores;
use crate::spec::Objective;
use crate::statistics::{mean, median, standard_deviation};
use tune2048_engine::game::GameResult;
use tune2048_optimizer::boundary;

/// The objective of a batch of games; larger values are better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The value of the objective.
    pub value: f64,
    /// The standard deviation of the contribution of a single game.
    pub spread: f64,
}

/// The typical coefficient of variation of a game's score; replaces the spread
/// of a batch that is too small or too uniform to have one.
const TYPICAL_VARIATION: f64 = 0.5;

/// Measures a batch of games.
///
/// # Panics
/// If there are none.
pub fn measure(objective: &Objective, results: &[GameResult]) -> Measured {
    assert!(!results.is_empty(), "an objective needs a game");
    let scores = scores(results);
    match *objective {
        Objective::MeanScore => Measured::of(mean(&scores), &scores),
        Objective::MedianScore => Measured::of(median(&scores), &scores),
        Objective::MeanLogScore => {
            let logs = log_scores(results);
            Measured::of(mean(&logs), &logs)
        }
        Objective::TileShare(tile) => {
            let reached = results
                .iter()
                .filter(|game| game.largest_tile >= tile)
                .count();
            // Laplace's rule gives a share of 0 or 1 a spread above 0.
            let likely = (reached as f64 + 1.0) / (results.len() as f64 + 2.0);
            Measured {
                value: reached as f64 / results.len() as f64,
                spread: (likely * (1.0 - likely)).sqrt(),
            }
        }
    }
}

/// The values of the games whose mean is the objective; `None` if the objective is no mean.
pub(super) fn game_values(objective: &Objective, results: &[GameResult]) -> Option<Vec<f64>> {
    match *objective {
        Objective::MeanScore => Some(scores(results)),
        Objective::MeanLogScore => Some(log_scores(results)),
        Objective::MedianScore => None,
        Objective::TileShare(tile) => {
            let reached = results.iter().map(|game| game.largest_tile >= tile);
            Some(
                reached
                    .map(|reached| f64::from(u8::from(reached)))
                    .collect(),
            )
        }
    }
}

/// The logarithms of 1 + score; a game can end without a point.
fn log_scores(results: &[GameResult]) -> Vec<f64> {
    let scores = scores(results).into_iter();
    scores.map(libm::log1p).collect()
}

/// The objective of the first, third, fifth… game and of the other games; `None` for one game.
pub fn halves(objective: &Objective, results: &[GameResult]) -> Option<[f64; 2]> {
    let half = |from: usize| -> Vec<GameResult> {
        results.iter().skip(from).step_by(2).copied().collect()
    };
    (results.len() >= 2).then(|| [0, 1].map(|from| measure(objective, &half(from)).value))
}

impl Measured {
    fn of(value: f64, sample: &[f64]) -> Self {
        let spread = standard_deviation(sample).filter(|&spread| spread > 0.0);
        Self {
            value,
            spread: spread.unwrap_or(TYPICAL_VARIATION * value.abs()),
        }
    }

    /// The fitness of the measured point, which optimizers minimise. Nothing
    /// else negates the objective.
    pub fn fitness(&self, point: &[f64]) -> f64 {
        -self.value + boundary::penalty(boundary::overshoot(point), self.spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<GameResult> {
        [(1000, 128), (3000, 256), (8000, 1024)]
            .map(|(score, largest_tile)| GameResult {
                score,
                largest_tile,
                ..GameResult::default()
            })
            .into()
    }

    #[test]
    fn each_objective_measures_what_it_says() {
        let close = |objective, expected: f64| {
            let found = measure(&objective, &games()).value;
            assert!((found - expected).abs() < 1e-9, "{objective:?}: {found}");
        };
        close(Objective::MeanScore, 4000.0);
        close(Objective::MedianScore, 3000.0);
        close(
            Objective::MeanLogScore,
            (1001_f64 * 3001.0 * 8001.0).cbrt().ln(),
        );
        close(Objective::TileShare(256), 2.0 / 3.0);
        close(Objective::TileShare(2048), 0.0);
    }

    #[test]
    fn leaving_the_cube_costs_even_where_games_are_alike() {
        let alike = vec![games()[0]; 4];
        for objective in [Objective::MeanScore, Objective::TileShare(2048)] {
            let measured = measure(&objective, &alike);
            let inside = measured.fitness(&[0.0, 1.0]);
            assert!((inside + measured.value).abs() < 1e-12);
            assert!(measured.fitness(&[-0.5, 1.0]) > inside);
            assert!(measured.fitness(&[-0.5, 1.5]) > measured.fitness(&[-0.5, 1.0]));
        }
    }
}
