//! An optimizer that is asked and told.

use std::path::Path;

use pyo3::prelude::*;
use tune2048_engine::Score;
use tune2048_engine::game::GameResult;
use tune2048_programs::weights_object;
use tune2048_tuner::campaign::AskTell;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Objective;

use crate::failure::{Failure, Result};

/// A search under way over the weights of a search space.
#[pyclass(name = "Search", module = "tune2048._native")]
pub(crate) struct PySearch(AskTell);

#[pymethods]
impl PySearch {
    /// A search over the space with this text.
    #[new]
    fn new(text: &str) -> Result<Self> {
        let spec = CampaignSpec::parse_new(Path::new("space"), text)?;
        if matches!(spec.objective, Objective::TileShare(_)) || spec.cost_per_move.is_some() {
            let found = "an objective of tiles or costs";
            return Err(Failure::unlike("objective", found, "one of scores, which are told"));
        }
        Ok(Self(AskTell::new(spec)?))
    }

    /// The number of generations told.
    #[getter]
    fn generation(&self) -> u32 {
        self.0.generations()
    }

    /// The weights of the candidates of the next generation, each as JSON.
    fn ask(&self) -> Result<Vec<String>> {
        Ok(self.0.ask()?.iter().map(weights_object).collect())
    }

    /// Learns what each candidate of the generation scored: its games, or with an error their
    /// mean alone.
    fn tell(&mut self, scores: Vec<(Vec<f64>, Option<f64>)>) -> Result<()> {
        let candidates = self.0.ask()?.len();
        if scores.len() != candidates {
            let expected = format!("{candidates}, one for each candidate of ask()");
            return Err(Failure::unlike("tell", format!("{} scores", scores.len()), &expected));
        }
        let scores = scores.iter().enumerate();
        let played = scores.map(|(place, (scores, error))| {
            Ok((games(place, scores, *error)?, error.filter(|error| *error > 0.0)))
        });
        Ok(self.0.tell(&played.collect::<Result<Vec<_>>>()?)?)
    }

    /// The recommended weights as JSON.
    fn best(&self) -> String {
        weights_object(&self.0.best())
    }
}

/// The games of a candidate with these scores, whose standard error may be given.
fn games(place: usize, scores: &[f64], error: Option<f64>) -> Result<Vec<GameResult>> {
    let name = format!("tell: candidate {place}");
    let unlike = |found: f64| {
        Failure::unlike(&name, found, "numbers of a size up to 1e100, and errors of at least 0")
    };
    if scores.is_empty() {
        return Err(Failure::unlike(&name, "no score", "one or more"));
    }
    if let Some(error) = error.filter(|error| !(error.is_finite() && *error >= 0.0)) {
        return Err(unlike(error));
    }
    let game = |&score: &f64| {
        let score = Score::new(score).ok_or_else(|| unlike(score))?;
        Ok(GameResult { score, ..GameResult::default() })
    };
    scores.iter().map(game).collect()
}
