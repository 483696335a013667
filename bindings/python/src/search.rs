//! An optimizer that is asked and told.

use std::path::Path;

use pyo3::prelude::*;
use tune2048_engine::Score;
use tune2048_engine::game::GameResult;
use tune2048_programs::weights_object;
use tune2048_tuner::campaign::{AskTell, Told};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Objective;

use crate::failure::{Failure, Result};
use crate::number;

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

    /// The number and the weights of the next candidate; None while open ones end the generation.
    fn ask_one(&mut self) -> Result<Option<(u64, String)>> {
        Ok(self.0.ask_one()?.map(|(number, weights)| (number, weights_object(&weights))))
    }

    /// The candidates that were asked for one at a time and are not told.
    fn open(&self) -> Result<Vec<(u64, String)>> {
        let open = self.0.open()?.into_iter();
        Ok(open.map(|(number, weights)| (number, weights_object(&weights))).collect())
    }

    /// Learns what each candidate of the generation scored: its games, with an error their mean
    /// alone, or nothing.
    fn tell(&mut self, scores: Vec<Scores>) -> Result<()> {
        let candidates = self.0.ask()?.len();
        if scores.len() != candidates {
            let expected = format!("{candidates}, one for each candidate of ask()");
            return Err(Failure::unlike("tell", format!("{} scores", scores.len()), &expected));
        }
        let played = scores.into_iter().enumerate();
        let played = played.map(|(place, scores)| told(place as u64, scores));
        Ok(self.0.tell(&played.collect::<Result<Vec<_>>>()?)?)
    }

    /// Takes what one open candidate scored; returns whether it completes the generation.
    fn tell_one(&mut self, number: i128, scores: Scores) -> Result<bool> {
        let number = number::natural("number", number)?;
        Ok(self.0.tell_one(number, told(number, scores)?)?)
    }

    /// The recommended weights as JSON.
    fn best(&self) -> String {
        weights_object(&self.0.best())
    }
}

/// The scores of a candidate, if it has some, and the standard error of a mean.
type Scores = (Option<Vec<f64>>, Option<f64>);

/// The games of a candidate with these scores.
fn told(number: u64, (scores, error): Scores) -> Result<Told> {
    let Some(scores) = scores else { return Ok(None) };
    let name = format!("tell: candidate {number}");
    let unlike = |found: f64| {
        Failure::unlike(&name, found, "numbers of a size up to 1e100, and errors of at least 0")
    };
    if scores.is_empty() {
        return Err(Failure::unlike(&name, "no score", "one or more"));
    }
    if let Some(error) = error.filter(|error| !(error.is_finite() && *error >= 0.0)) {
        return Err(unlike(error));
    }
    let game = |score: f64| {
        let score = Score::new(score).ok_or_else(|| unlike(score))?;
        Ok(GameResult { score, ..GameResult::default() })
    };
    let games = scores.into_iter().map(game).collect::<Result<_>>()?;
    Ok(Some((games, error.filter(|error| *error > 0.0))))
}
