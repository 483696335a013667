//! CMA-ES: a normal distribution that learns where, how far and in which directions to look.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>, in plain loops and with powers
//! from `libm`, so that replay is exact on every processor. With a damping of 1 the update is that of the `cmaes` crate.

mod eigen;
mod evolution;
mod margin;
mod rates;

use std::collections::VecDeque;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::boundary::check_inside;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::{CarriedOver, DEFAULT_STEP_SIZE, Method};
use crate::search::{Learned, Search, Strategy};
use crate::uniform;
use evolution::Evolution;
use margin::Margin;
use rates::Rates;

/// Settings of CMA-ES. With a damping of 1 it is the one of Hansen's tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "CmaEs")]
pub struct CmaEsSettings {
    /// The number of candidates of a generation. Default 8 per coordinate, at most 48.
    #[schemars(range(min = 2, max = 10_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The initial standard deviation of the candidates, as a share of every range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub step_size: f64,
    /// The factor by which the step size changes more slowly than in Hansen's tutorial.
    #[schemars(range(min = 1.0, max = 1e9))]
    pub damping: f64,
    /// The number of generations that play ahead: with 1 the next generation is drawn before this one is over, from
    /// what those before it have taught. Default 0.
    #[schemars(range(max = 10))]
    #[serde(skip_serializing_if = "is_zero")]
    pub lag: u32,
}

fn is_zero(lag: &u32) -> bool {
    *lag == 0
}

impl Default for CmaEsSettings {
    /// Returns the settings with the best results in the project's comparisons of optimizers.
    fn default() -> Self {
        Self { population: None, step_size: DEFAULT_STEP_SIZE, damping: 4.0, lag: 0 }
    }
}

impl CmaEsSettings {
    /// Returns `4 + floor(3 ln n)` for `n` dimensions, the tutorial's smallest recommended population (48).
    #[must_use]
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

    fn carried_over(&self) -> CarriedOver {
        CarriedOver::Distribution
    }

    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        check_inside(&point)?;
        self.restart(&Distribution::isotropic(point, self.step_size), seed)
    }

    fn restart(&self, distribution: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        // Fails unless the covariance is positive definite.
        let dimensions = distribution.cholesky()?.len();
        let population = self.population(dimensions) as usize;
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        let damping = self.damping;
        let valid = damping >= 1.0 && damping.is_finite();
        OptimizerError::require(valid, "the damping", damping, "a number of at least 1")?;
        OptimizerError::require(self.lag <= 10, "the lag", self.lag, "0 to 10")?;
        let adaptation = Adaptation {
            population,
            rates: Rates::new(dimensions, population).damped(damping),
            now: State {
                evolution: Evolution::new(distribution.clone()),
                margin: Margin::none(dimensions),
            },
            past: VecDeque::new(),
            lag: self.lag as usize,
            generation: 0,
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        Ok(Search::new(adaptation, population, dimensions))
    }
}

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// No stop rule depends on fitness, because noise and ties would trigger it. The numerical stop rules remain: see
/// [`OptimizerError::Ended`].
#[derive(Debug)]
struct Adaptation {
    population: usize,
    rates: Rates,
    /// What everything learned has led to.
    now: State,
    /// What there was before the last generations, as many as the lag, oldest first.
    past: VecDeque<State>,
    lag: usize,
    /// The number of generations learned.
    generation: usize,
    /// The generator at the beginning of the next generation.
    generator: Xoshiro256PlusPlus,
}

/// What a generation is drawn from.
#[derive(Clone, Debug)]
struct State {
    evolution: Evolution,
    margin: Margin,
}

impl State {
    /// Draws the steps of a generation: (38), (39).
    fn steps(&self, population: usize, generator: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        let dimensions = self.evolution.distribution.mean.len();
        let step = |_| self.evolution.step(&uniform::normals(generator, dimensions));
        (0..population).map(step).collect()
    }

    /// Returns the points of the steps as they are drawn.
    fn drawn(&self, steps: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let drawn: Vec<_> = steps.iter().map(|step| self.margin.stretched(step)).collect();
        self.evolution.points(&drawn)
    }

    /// Returns the points of a generation with more than one value in each coordinate.
    fn parted(&self, generation: usize, mut points: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        self.margin.part(generation, &self.evolution.distribution.mean, &mut points);
        points
    }
}

impl Adaptation {
    /// Returns what a generation is drawn from, by its distance from the next one, up to the lag.
    fn source(&self, ahead: usize) -> &State {
        let place = (self.past.len() + ahead).saturating_sub(self.lag);
        self.past.get(place).unwrap_or(&self.now)
    }

    fn points_after(&self, ahead: usize) -> Vec<Vec<f64>> {
        let mut generator = self.generator.clone();
        for before in 0..ahead {
            self.source(before).steps(self.population, &mut generator);
        }
        let source = self.source(ahead);
        let steps = source.steps(self.population, &mut generator);
        source.parted(self.generation + ahead, source.drawn(&steps))
    }
}

impl Strategy for Adaptation {
    fn points(&self) -> Vec<Vec<f64>> {
        self.points_after(0)
    }

    fn points_ahead(&self, ahead: usize) -> Option<Vec<Vec<f64>>> {
        (ahead <= self.lag).then(|| self.points_after(ahead))
    }

    fn distribution(&self) -> Option<Distribution> {
        Some(self.now.margin.drawn_from(&self.now.evolution.distribution))
    }

    fn set_thresholds(&mut self, thresholds: &[Vec<f64>]) {
        let distribution = &mut self.now.evolution.distribution;
        self.now.margin = Margin::new(thresholds, self.population, distribution);
    }

    /// Each candidate moves the mean by as much as one of a whole generation, whatever the size of the part.
    fn after_part(&self, part: &EvaluatedGeneration) -> Option<Distribution> {
        let mut distribution = self.distribution()?;
        let size = part.points.len();
        if size > 1 {
            let weights = Rates::new(distribution.mean.len(), size).weights_of(&part.fitness);
            let share = size as f64 / self.population as f64;
            let drawn_around = &self.source(0).evolution.distribution.mean;
            for (point, weight) in part.points.iter().zip(weights).filter(|(_, w)| *w > 0.0) {
                for (place, coordinate) in point.iter().enumerate() {
                    distribution.mean[place] += share * weight * (coordinate - drawn_around[place]);
                }
            }
        }
        Some(distribution)
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        let source = self.source(0).clone();
        let mut steps = source.steps(self.population, &mut self.generator);
        let drawn = source.drawn(&steps);
        let proposed = source.parted(self.generation, drawn.clone());
        for ((step, drawn), evaluated) in steps.iter_mut().zip(&drawn).zip(&evaluated.points) {
            if drawn != evaluated {
                *step = source.margin.unstretched(&source.evolution.step_to(evaluated));
            }
        }
        self.generation += 1;
        self.past.push_back(self.now.clone());
        self.past.drain(..self.past.len().saturating_sub(self.lag));
        if evaluated.fitness.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq()) {
            // Points without a ranking teach nothing, and their order is chance.
            return Learned { proposed, end: None };
        }
        let weights = self.rates.weights_of(&evaluated.fitness);
        let sigma = source.evolution.distribution.step_size;
        let State { evolution, margin } = &mut self.now;
        let updated = evolution.update(&self.rates, sigma, &steps, &weights);
        margin.correct(&mut evolution.distribution);
        Learned { proposed, end: updated.err() }
    }
}
