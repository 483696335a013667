//! CMA-ES: a normal distribution that learns where, how far and in which directions to look.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>, in plain loops and with powers
//! from `libm`, so that replay is exact on every processor. With a damping of 1 the update is that of the `cmaes` crate.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::evolution::Evolution;
use super::rates::Rates;
use super::replay::{Learned, Search};
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Replay, uniform};

/// Settings of a search with [`CmaEs`].
#[derive(Debug, Clone, PartialEq)]
pub struct CmaEsSettings {
    /// Candidates per generation, at least 2; `None` for [`CmaEs::default_population`]. More candidates make the search
    /// slower and more robust against noise and local optima.
    pub population: Option<usize>,
    /// The standard deviation of the first generation in every coordinate, in edges of the cube.
    pub step_size: f64,
    /// The factor by which the step size changes more slowly than in the tutorial, at least 1. It helps where noise is
    /// large and generations are few.
    pub damping: f64,
}

impl Default for CmaEsSettings {
    /// Returns the tutorial's population and damping. With the step size of 0.2, two standard deviations around the
    /// cube's centre reach nearly to its faces.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.2,
            damping: 1.0,
        }
    }
}

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// No stop rule depends on fitness, because noise and ties would trigger it. The numerical stop rules remain: see
/// [`OptimizerError::Ended`].
#[derive(Debug, Clone)]
pub struct CmaEs {
    start: Adaptation,
}

/// A search under way.
#[derive(Debug, Clone)]
struct Adaptation {
    population: usize,
    rates: Rates,
    evolution: Evolution,
    /// The generator at the beginning of the next generation.
    generator: Xoshiro256PlusPlus,
}

impl CmaEs {
    /// Starts around the point `start` of the cube.
    ///
    /// # Errors
    ///
    /// If a setting is out of range or the start is not in the cube.
    pub fn new(
        settings: &CmaEsSettings,
        start: Vec<f64>,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        check_inside(&start)?;
        let distribution = Distribution::isotropic(start, settings.step_size);
        Self::from_distribution(settings, &distribution, seed)
    }

    /// Starts from any distribution, such as the last one of a recorded search. The distribution's step size replaces
    /// that of the settings.
    ///
    /// The history of the new search begins empty. Only the evolution paths of the old search are lost: the memory of
    /// the last few steps, which builds up again in about `n / 4` generations. Use another seed than that of the old
    /// search, so that it does not draw the same deviations again.
    ///
    /// # Errors
    ///
    /// If a setting is out of range or the distribution is none: numbers that are not finite, a step size that is not
    /// positive, a covariance that is not positive definite.
    pub fn from_distribution(
        settings: &CmaEsSettings,
        distribution: &Distribution,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        // Fails if the covariance has no Cholesky factor.
        let dimensions = AffineMap::of(distribution)?.dimensions();
        let population = (settings.population).unwrap_or(Self::default_population(dimensions));
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        let damping = settings.damping;
        let valid = damping >= 1.0 && damping.is_finite();
        OptimizerError::require(valid, "the damping", damping, "a number of at least 1")?;
        Ok(Self {
            start: Adaptation {
                population,
                rates: Rates::new(dimensions, population).damped(damping),
                evolution: Evolution::new(distribution.clone()),
                generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            },
        })
    }

    /// Returns `4 + floor(3 ln n)` for `n` dimensions, the tutorial's smallest recommended population (48).
    #[must_use]
    pub fn default_population(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions.max(1) as f64)).floor() as usize
    }
}

impl Adaptation {
    /// Draws the steps of the next generation: (38), (39).
    fn steps(&self, generator: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        let dimensions = self.evolution.distribution.mean.len();
        (0..self.population)
            .map(|_| {
                self.evolution
                    .step(&uniform::normals(generator, dimensions))
            })
            .collect()
    }
}

impl Optimizer for CmaEs {
    fn population(&self) -> usize {
        self.start.population
    }

    fn start(&self) -> Replay {
        let dimensions = self.start.evolution.distribution.mean.len();
        Replay::new(self.start.clone(), self.start.population, dimensions)
    }
}

impl Search for Adaptation {
    fn points(&self) -> Vec<Vec<f64>> {
        let steps = self.steps(&mut self.generator.clone());
        self.evolution.points(&steps)
    }

    fn distribution(&self) -> Option<Distribution> {
        Some(self.evolution.distribution.clone())
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        let mut generator = self.generator.clone();
        let mut steps = self.steps(&mut generator);
        self.generator = generator;
        let proposed = self.evolution.points(&steps);
        for ((step, proposed), evaluated) in steps.iter_mut().zip(&proposed).zip(&evaluated.points)
        {
            if proposed != evaluated {
                *step = self.evolution.step_to(evaluated);
            }
        }
        let weights = self.rates.weights_of(&evaluated.fitness);
        let updated = self.evolution.update(&self.rates, &steps, &weights);
        Learned {
            proposed,
            end: updated.err(),
        }
    }
}
