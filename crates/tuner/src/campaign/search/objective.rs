//! The objective of a campaign, and the fitness that optimizers minimise.
//!
//! What is minimised has a minus, so that larger values are better throughout.
//!
//! Where settings of the search are tuned, a move may cost up to a limit. Of a candidate that
//! costs `c` times the limit, `1/c` of the objective counts: no search gains as much by more
//! boards, so that it never pays to be above the limit, and the fitness has no jump there.

use crate::record::Trial;
use crate::record::runners::TYPICAL_VARIATION;
use crate::space::CampaignSpec;
use crate::statistics::{Evaluation, Objective, cost_per_move, mean, median, standard_deviation};
use crate::subject::RequiredMetrics;
use tune2048_engine::game::{GameResult, Score};
use tune2048_optimizer::boundary;

impl CampaignSpec {
    /// The score of a game of a program that fails twice.
    pub fn failure_score(&self) -> Option<Score> {
        self.subject().command()?.failure_score
    }

    /// A candidate with its games, before it has a place in a campaign. `spread` replaces the
    /// standard deviation of a game where the games are not known, but their mean.
    ///
    /// # Panics
    /// If there are no games.
    pub fn trial(&self, point: &[f64], results: &[GameResult], spread: Option<f64>) -> Trial {
        let (objective, spread_of_games) = self.measure(results);
        let spread = spread.unwrap_or(spread_of_games);
        Trial {
            // Nothing else negates the objective.
            fitness: -objective + boundary::penalty(self.overshoot(point), spread),
            objective,
            evaluation: Evaluation::of(results),
            halves: self.halves(results),
            weights: self.decode(point).values,
            point: point.to_vec(),
            ..Trial::default()
        }
    }

    /// What each game must report.
    pub(crate) fn needs(&self) -> RequiredMetrics {
        let tile = matches!(self.objective, Objective::TileShare(_));
        RequiredMetrics { tile, cost: self.cost_per_move.is_some() }
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

    /// The objective of some games, larger values being better, and the standard deviation of what
    /// a single one contributes.
    ///
    /// # Panics
    /// If there are none.
    fn measure(&self, results: &[GameResult]) -> (f64, f64) {
        assert!(!results.is_empty(), "an objective needs a game");
        let values = results.iter().map(|game| self.better.sign() * self.objective.value(game));
        let values: Vec<f64> = values.collect();
        let is_median = self.objective == Objective::MedianScore;
        let value = if is_median { median(&values) } else { mean(&values) };
        let spread = if let Objective::TileShare(_) = self.objective {
            // Laplace's rule gives a share of 0 or 1 a spread above 0.
            let likely = (values.iter().sum::<f64>().abs() + 1.0) / (values.len() as f64 + 2.0);
            (likely * (1.0 - likely)).sqrt()
        } else {
            let spread = standard_deviation(&values).filter(|&spread| spread > 0.0);
            spread.unwrap_or(TYPICAL_VARIATION * value.abs())
        };
        (self.charged(value, self.excess(cost_per_move(results))), spread)
    }

    /// The objective of some games; larger values are better.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn objective_of(&self, results: &[GameResult]) -> f64 {
        self.measure(results).0
    }

    /// The objective of the first, third, fifth… game and of the other games; `None` for one game.
    pub(crate) fn halves(&self, results: &[GameResult]) -> Option<[f64; 2]> {
        let half = |from: usize| -> Vec<GameResult> {
            results.iter().skip(from).step_by(2).copied().collect()
        };
        (results.len() >= 2).then(|| [0, 1].map(|from| self.objective_of(&half(from))))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use super::*;
    use crate::statistics::Better;

    fn games() -> Vec<GameResult> {
        [(1000, 128), (3000, 256), (8000, 1024)]
            .map(|(score, largest_tile): (u64, u32)| GameResult {
                score: score.into(),
                largest_tile,
                ..GameResult::default()
            })
            .into()
    }

    /// A campaign of one weight that tunes an objective.
    pub(crate) fn tuning(objective: Objective) -> CampaignSpec {
        let text = "name = \"x\"\nseed = 1\n[heuristic.rows]\nempty = \"tune\"\n";
        let mut spec = CampaignSpec::parse(Path::new("x.toml"), text).unwrap();
        spec.objective = objective;
        spec
    }

    #[test]
    fn each_objective_measures_what_it_says() {
        let close = |objective, expected: f64| {
            let found = tuning(objective).objective_of(&games());
            assert!((found - expected).abs() < 1e-9, "{objective:?}: {found}");
        };
        close(Objective::MeanScore, 4000.0);
        close(Objective::MedianScore, 3000.0);
        close(Objective::MeanLogScore, (1001_f64 * 3001.0 * 8001.0).cbrt().ln());
        close(Objective::TileShare(256), 2.0 / 3.0);
        close(Objective::TileShare(2048), 0.0);
        let mut lower = tuning(Objective::MeanScore);
        lower.better = Better::Lower;
        let [few, many] = [&games()[..1], &games()].map(|games| lower.objective_of(games));
        assert!((many + 4000.0).abs() < 1e-9);
        assert!(few > many, "the lower cost is the better one");
    }

    #[test]
    fn more_than_the_limit_of_the_cost_is_charged_by_its_excess() {
        // 100 moves of 40 boards and one node: 90 boards a move.
        let (score, largest_tile) = (1000.into(), 128);
        let game = GameResult { score, largest_tile, moves: 100, nodes: 4000, inner_nodes: 100 };
        let results = [game; 3];
        assert!((cost_per_move(&results) - 90.0).abs() < 1e-12);
        let value = |objective: Objective, limit: f64| {
            let mut spec = tuning(objective);
            spec.cost_per_move = Some(limit);
            spec.objective_of(&results)
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
            let spec = tuning(objective);
            let at = |point: f64| spec.trial(&[point], &alike, None);
            let inside = at(0.5);
            assert!((inside.fitness + inside.objective).abs() < 1e-12);
            assert!(at(1.5).fitness > inside.fitness);
            assert!(at(2.0).fitness > at(1.5).fitness);
        }
    }
}
