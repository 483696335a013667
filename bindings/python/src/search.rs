//! An optimizer that is asked and told.

use std::path::Path;

use pyo3::prelude::*;
use tune2048_engine::Score;
use tune2048_engine::game::GameResult;
use tune2048_optimizer::{EvaluatedGeneration, Search, boundary};
use tune2048_programs::weights_object;
use tune2048_tuner::campaign::{Measured, measure};
use tune2048_tuner::space::{CampaignSpec, Objective};

use crate::failure::Failure;

/// A search under way over the weights of a search space.
#[pyclass(name = "Search", module = "tune2048._native")]
#[derive(Debug)]
pub(crate) struct PySearch {
    spec: CampaignSpec,
    search: Search,
    /// The point of the best candidate told, and what it measured.
    best: Option<(f64, Vec<f64>)>,
}

#[pymethods]
impl PySearch {
    /// A search over the space with this text.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let spec = CampaignSpec::parse_new(Path::new("space"), text).map_err(Failure::from)?;
        let goal = spec.goal();
        if matches!(goal.objective, Objective::TileShare(_)) || goal.cost_per_move.is_some() {
            let found = "an objective of tiles or costs";
            return Err(Failure::unlike("objective", found, "one of scores, which are told").into());
        }
        let search = spec.optimizer.start(spec.start_point(), spec.seed).map_err(Failure::from)?;
        Ok(Self { search: search.with_steps(&spec.steps()), spec, best: None })
    }

    /// The number of generations told.
    #[getter]
    fn generation(&self) -> usize {
        self.search.generations()
    }

    /// The weights of the candidates of the next generation, each as JSON.
    fn ask(&self) -> PyResult<Vec<String>> {
        let points = self.search.propose().map_err(Failure::from)?.points;
        Ok(points.iter().map(|point| self.weights_at(point)).collect())
    }

    /// Learns what each candidate of the generation scored: its games, or with an error their
    /// mean alone.
    fn tell(&mut self, scores: Vec<(Vec<f64>, Option<f64>)>) -> PyResult<()> {
        let points = self.search.propose().map_err(Failure::from)?.points;
        if scores.len() != points.len() {
            let expected = format!("{}, one for each candidate of ask()", points.len());
            let found = format!("{} scores", scores.len());
            return Err(Failure::unlike("tell", found, &expected).into());
        }
        let scores = scores.iter().enumerate();
        let measured = scores.map(|(place, (scores, error))| self.measured(place, scores, *error));
        let measured: Vec<Measured> = measured.collect::<Result<_, _>>()?;
        let fitness = measured.iter().zip(&points).map(|(found, point)| found.fitness(point));
        let evaluated = EvaluatedGeneration { fitness: fitness.collect(), points };
        self.search.learn(&evaluated).map_err(Failure::from)?;
        for (found, point) in measured.iter().zip(evaluated.points) {
            if self.best.as_ref().is_none_or(|(value, _)| found.value > *value) {
                self.best = Some((found.value, point));
            }
        }
        Ok(())
    }

    /// The recommended weights as JSON: those at the mean of the distribution, or without one the
    /// candidate with the best score; before the first generation the starting weights.
    fn best(&self) -> String {
        let distribution = self.search.distribution().ok().flatten();
        match (distribution, &self.best) {
            (_, None) => weights_object(&self.spec.start_weights()),
            (Some(found), _) if self.spec.optimizer.has_distribution() => {
                self.weights_at(&found.mean)
            }
            (_, Some((_, point))) => self.weights_at(point),
        }
    }
}

impl PySearch {
    fn weights_at(&self, point: &[f64]) -> String {
        weights_object(&self.spec.decode(&boundary::clamp(point)))
    }

    fn measured(
        &self,
        place: usize,
        scores: &[f64],
        error: Option<f64>,
    ) -> Result<Measured, Failure> {
        let unlike = |found: f64| {
            let name = format!("tell: candidate {place}");
            Failure::unlike(&name, found, "finite numbers, and errors of at least 0")
        };
        let games = scores.iter().map(|&score| {
            let score = Score::new(score).ok_or_else(|| unlike(score))?;
            Ok(GameResult { score, ..GameResult::default() })
        });
        let games: Vec<GameResult> = games.collect::<Result<_, Failure>>()?;
        if games.is_empty() {
            return Err(Failure::unlike(
                &format!("tell: candidate {place}"),
                "no score",
                "one or more",
            ));
        }
        let measured = measure(self.spec.goal(), &games);
        match error {
            Some(error) if !(error.is_finite() && error >= 0.0) => Err(unlike(error)),
            Some(error) if error > 0.0 => Ok(Measured { spread: error, ..measured }),
            _ => Ok(measured),
        }
    }
}
