//! CMA-ES: a normal distribution that learns where, how far and in which directions to look.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>, in plain loops and with powers
//! from `libm`, so that replay is exact on every processor. With a damping of 1 the update is that of the `cmaes` crate.

mod eigen;
mod evolution;
mod rates;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::margin::Margin;
use crate::boundary::clamp;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::{DEFAULT_STEP_SIZE, Method};
use crate::search::{Coordinates, Generator, Learned, Search, Strategy};
use crate::uniform;
use evolution::Evolution;
use rates::Rates;

/// Settings of CMA-ES. With a damping of 1 it is the one of Hansen's tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaEs")]
pub struct CmaEsSettings {
    /// The number of candidates of a generation. Default 8 per coordinate, at most 48, half of that below 600 games.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The initial standard deviation of the candidates, as a share of every range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
    /// The factor by which the step size changes more slowly than in Hansen's tutorial.
    #[schemars(range(min = 1.0, max = 1e9))]
    pub damping: f64,
}

impl Default for CmaEsSettings {
    /// Returns the settings with the best results in the project's comparisons of optimizers.
    fn default() -> Self {
        Self { population: None, step_size: DEFAULT_STEP_SIZE, damping: 4.0 }
    }
}

impl CmaEsSettings {
    /// Returns `4 + floor(3 ln n)` for `n` dimensions, the tutorial's smallest recommended population (48).
    pub fn tutorial_population(dimensions: usize) -> u32 {
        4 + (3.0 * libm::log(dimensions.max(1) as f64)).floor() as u32
    }
}

impl Method for CmaEsSettings {
    /// Returns eight candidates per coordinate by default, at most 48: in measurements with six coordinates, many
    /// candidates with few games each beat few with many games.
    fn population(&self, dimensions: usize) -> u32 {
        self.population.unwrap_or_else(|| (8 * dimensions as u32).min(48))
    }

    fn settle(&mut self, dimensions: usize) {
        self.population = Some(self.population(dimensions));
    }

    fn step_size(&self) -> f64 {
        self.step_size
    }

    fn restart(&self, distribution: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        // Fails unless the covariance is positive definite.
        let dimensions = distribution.cholesky()?.len();
        let population = self.population(dimensions) as usize;
        let adaptation = Adaptation {
            rates: Rates::new(dimensions, population).damped(self.damping),
            evolution: Evolution::new(distribution.clone()),
            margin: Margin::new(vec![Vec::new(); dimensions], population),
            is_mean_inside: false,
            generation: 0,
        };
        Ok(Search::new(adaptation, seed, population, dimensions))
    }
}

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// No stop rule depends on fitness, because noise and ties would trigger it. The numerical stop rules remain: see
/// [`OptimizerError::Ended`].
struct Adaptation {
    rates: Rates,
    evolution: Evolution,
    margin: Margin,
    /// Whether the mean is kept in the cube.
    is_mean_inside: bool,
    /// The number of generations learned.
    generation: usize,
}

impl Adaptation {
    /// Draws the steps of the next generation: (38), (39).
    fn steps(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        let dimensions = self.evolution.distribution.mean.len();
        (0..self.rates.weights.len())
            .map(|_| self.evolution.eigen.color(&uniform::normals(generator, dimensions)))
            .collect()
    }

    /// Returns the points of the steps as they are drawn.
    fn drawn(&self, steps: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let drawn: Vec<_> = steps.iter().map(|step| self.margin.stretched(step)).collect();
        self.evolution.points(&drawn)
    }

    /// Returns the points with more than one value in each coordinate.
    fn parted(&self, mut points: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        self.margin.part(self.generation, &self.evolution.distribution.mean, &mut points);
        points
    }
}

impl Strategy for Adaptation {
    fn points(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        self.parted(self.drawn(&self.steps(generator)))
    }

    fn distribution(&self) -> Option<Distribution> {
        Some(self.margin.drawn_from(&self.evolution.distribution))
    }

    fn know(&mut self, coordinates: Coordinates) {
        self.margin.thresholds = coordinates.thresholds;
        self.margin.correct(&mut self.evolution.distribution);
        self.is_mean_inside = coordinates.is_mean_inside;
    }

    /// Each candidate moves the mean by as much as one of a whole generation, whatever the size of the part.
    fn after_part(&self, part: &EvaluatedGeneration) -> Option<Distribution> {
        let mut distribution = self.margin.drawn_from(&self.evolution.distribution);
        let size = part.points.len();
        if size > 1 {
            let weights = Rates::new(distribution.mean.len(), size).weights_of(&part.fitness);
            let share = size as f64 / self.rates.weights.len() as f64;
            for (point, weight) in part.points.iter().zip(weights).filter(|(_, w)| *w > 0.0) {
                for (place, coordinate) in point.iter().enumerate() {
                    let step = coordinate - self.evolution.distribution.mean[place];
                    distribution.mean[place] += share * weight * step;
                }
            }
        }
        Some(distribution)
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration, generator: &mut Generator) -> Learned {
        let mut steps = self.steps(generator);
        let drawn = self.drawn(&steps);
        let proposed = self.parted(drawn.clone());
        for ((step, drawn), evaluated) in steps.iter_mut().zip(&drawn).zip(&evaluated.points) {
            if drawn != evaluated {
                *step = self.margin.unstretched(&self.evolution.step_to(evaluated));
            }
        }
        self.generation += 1;
        if evaluated.fitness.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq()) {
            // Points without a ranking teach nothing, and their order is chance.
            return Learned { proposed, end: None };
        }
        let weights = self.rates.weights_of(&evaluated.fitness);
        let updated = self.evolution.update(&self.rates, &steps, &weights);
        if self.is_mean_inside {
            let mean = &mut self.evolution.distribution.mean;
            *mean = clamp(mean);
        }
        self.margin.correct(&mut self.evolution.distribution);
        Learned { proposed, end: updated.err() }
    }
}
