//! The objective of a campaign, and the fitness that optimizers minimise.
//!
//! What is minimised has a minus, so that larger values are better throughout.
//!
//! Where settings of the search are tuned, a move may cost up to a limit. Of a candidate that
//! costs `c` times the limit, `1/c` of the objective counts: no search gains as much by more
//! boards, so that it never pays to be above the limit, and the fitness has no jump there.

use crate::space::{CampaignSpec, Objective};
use crate::statistics::{Better, cost_per_move, mean, median, scores, standard_deviation};
use crate::subject::Needs;
use tune2048_engine::game::{GameResult, Score};
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

/// What a campaign tunes, and at which cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The statistic that is tuned.
    pub objective: Objective,
    /// Whether it is maximised or minimised.
    pub better: Better,
    /// The cost of a move, in boards, up to which a candidate counts in full.
    pub cost_per_move: Option<f64>,
}

impl CampaignSpec {
    /// The score of a game of a program that fails twice.
    pub fn failure_score(&self) -> Option<Score> {
        self.subject().command()?.failure_score
    }

    /// The measure that the campaign tunes, and the limit of its cost.
    pub fn goal(&self) -> Goal {
        let Self { objective, better, cost_per_move, .. } = *self;
        Goal { objective, better, cost_per_move }
    }
}

impl Goal {
    /// What each game must report.
    pub(crate) fn needs(&self) -> Needs {
        let tile = matches!(self.objective, Objective::TileShare(_));
        Needs { tile, cost: self.cost_per_move.is_some() }
    }

    /// How many times its limit a move costs; 1 without a limit or below it.
    fn excess(&self, cost: f64) -> f64 {
        self.cost_per_move.map_or(1.0, |limit| (cost / limit).max(1.0))
    }

    /// The variance of a charged value, from that of the objective of a candidate with this value
    /// and cost.
    pub(crate) fn charged_variance(&self, variance: f64, value: f64, cost: f64) -> f64 {
        match self.objective {
            Objective::MeanLogScore => variance,
            _ if value < 0.0 => variance * self.excess(cost).powi(2),
            _ => variance / self.excess(cost).powi(2),
        }
    }

    /// What counts of a value of the objective at some times the limit of the cost.
    fn charged(&self, value: f64, excess: f64) -> f64 {
        match self.objective {
            Objective::MeanLogScore if excess > 1.0 => value - libm::log(excess),
            _ if value < 0.0 => value * excess,
            _ => value / excess,
        }
    }
}

/// Measures a batch of games.
///
/// # Panics
/// If there are none.
pub fn measure(goal: Goal, results: &[GameResult]) -> Measured {
    let excess = goal.excess(cost_per_move(results));
    let measured = measure_at_any_cost(&goal, results);
    Measured { value: goal.charged(measured.value, excess), ..measured }
}

fn measure_at_any_cost(goal: &Goal, results: &[GameResult]) -> Measured {
    assert!(!results.is_empty(), "an objective needs a game");
    let Some(values) = values_at_any_cost(goal, results) else {
        let scores = scores(results);
        return Measured::of(goal.better.sign() * median(&scores), &scores);
    };
    if let Objective::TileShare(_) = goal.objective {
        // Laplace's rule gives a share of 0 or 1 a spread above 0.
        let likely = (values.iter().sum::<f64>().abs() + 1.0) / (values.len() as f64 + 2.0);
        return Measured { value: mean(&values), spread: (likely * (1.0 - likely)).sqrt() };
    }
    Measured::of(mean(&values), &values)
}

/// The values of the games whose mean is the objective; `None` if it is no mean.
fn values_at_any_cost(goal: &Goal, results: &[GameResult]) -> Option<Vec<f64>> {
    let value = |game: &GameResult| match goal.objective {
        // A game can end without a point.
        Objective::MeanLogScore => {
            let score = game.score.get();
            libm::log1p(score.abs()).copysign(score)
        }
        Objective::TileShare(tile) => f64::from(u8::from(game.largest_tile >= tile)),
        Objective::MeanScore | Objective::MedianScore => game.score.get(),
    };
    let values = results.iter().map(|game| goal.better.sign() * value(game));
    (goal.objective != Objective::MedianScore).then(|| values.collect())
}

/// The objective of the first, third, fifth… game and of the other games; `None` for one game.
pub fn halves(goal: Goal, results: &[GameResult]) -> Option<[f64; 2]> {
    let half = |from: usize| -> Vec<GameResult> {
        results.iter().skip(from).step_by(2).copied().collect()
    };
    (results.len() >= 2).then(|| [0, 1].map(|from| measure(goal, &half(from)).value))
}

impl Measured {
    fn of(value: f64, sample: &[f64]) -> Self {
        let spread = standard_deviation(sample).filter(|&spread| spread > 0.0);
        Self { value, spread: spread.unwrap_or(TYPICAL_VARIATION * value.abs()) }
    }

    /// The cost of an [overshoot](crate::space::CampaignSpec::overshoot); 0 without one.
    pub fn penalty(&self, overshoot: f64) -> f64 {
        boundary::penalty(overshoot, self.spread)
    }

    /// The fitness of the measured point, which optimizers minimise. Nothing
    /// else negates the objective.
    pub fn fitness(&self, overshoot: f64) -> f64 {
        -self.value + self.penalty(overshoot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<GameResult> {
        [(1000, 128), (3000, 256), (8000, 1024)]
            .map(|(score, largest_tile): (u64, u32)| GameResult {
                score: score.into(),
                largest_tile,
                ..GameResult::default()
            })
            .into()
    }

    fn goal(objective: Objective, better: Better) -> Goal {
        Goal { objective, better, cost_per_move: None }
    }

    #[test]
    fn each_objective_measures_what_it_says() {
        let close = |objective, expected: f64| {
            let found = measure(goal(objective, Better::Higher), &games()).value;
            assert!((found - expected).abs() < 1e-9, "{objective:?}: {found}");
        };
        close(Objective::MeanScore, 4000.0);
        close(Objective::MedianScore, 3000.0);
        close(Objective::MeanLogScore, (1001_f64 * 3001.0 * 8001.0).cbrt().ln());
        close(Objective::TileShare(256), 2.0 / 3.0);
        close(Objective::TileShare(2048), 0.0);
        let goal = goal(Objective::MeanScore, Better::Lower);
        let [few, many] = [&games()[..1], &games()].map(|games| measure(goal, games));
        assert!((many.value + 4000.0).abs() < 1e-9);
        assert!(few.fitness(0.0) < many.fitness(0.0), "the lower cost is the fitter");
    }

    #[test]
    fn more_than_the_limit_of_the_cost_is_charged_by_its_excess() {
        // 100 moves of 40 boards and one node: 90 boards a move.
        let (score, largest_tile) = (1000.into(), 128);
        let game = GameResult { score, largest_tile, moves: 100, nodes: 4000, inner_nodes: 100 };
        let results = [game; 3];
        assert!((cost_per_move(&results) - 90.0).abs() < 1e-12);
        let value = |objective: Objective, limit: f64| {
            let goal = Goal { cost_per_move: Some(limit), ..goal(objective, Better::Higher) };
            measure(goal, &results).value
        };
        assert!((value(Objective::MeanScore, 90.0) - 1000.0).abs() < 1e-9);
        assert!((value(Objective::MeanScore, 45.0) - 500.0).abs() < 1e-9);
        assert!((value(Objective::TileShare(128), 30.0) - 1.0 / 3.0).abs() < 1e-9);
        let logs = value(Objective::MeanLogScore, 45.0);
        assert!((logs - (1001_f64 / 2.0).ln()).abs() < 1e-9);
    }

    #[test]
    fn leaving_the_cube_costs_even_where_games_are_alike() {
        let alike = vec![games()[0]; 4];
        for objective in [Objective::MeanScore, Objective::TileShare(2048)] {
            let measured = measure(goal(objective, Better::Higher), &alike);
            let inside = measured.fitness(0.0);
            assert!((inside + measured.value).abs() < 1e-12);
            assert!(measured.fitness(0.25) > inside);
            assert!(measured.fitness(0.5) > measured.fitness(0.25));
        }
    }
}
