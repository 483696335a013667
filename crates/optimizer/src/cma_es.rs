//! CMA-ES: a normal distribution that learns where, how far and in which directions to look.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>, in plain loops and with powers
//! from `libm`, so that replay is exact on every processor. What helps against noise is a setting each; with all of
//! them off the update is that of the `cmaes` crate, as the tests check.

use std::sync::Mutex;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::evolution::Evolution;
use super::rates::Rates;
use super::replay::{check_history, check_replay};
use super::{
    Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Proposal, step_weights, uniform,
};

/// Settings of a search with [`CmaEs`].
#[derive(Debug, Clone, PartialEq)]
pub struct CmaEsSettings {
    /// Candidates per generation, at least 2; `None` for [`CmaEs::default_population`]. More of them make the search
    /// slower and more robust against noise and local optima.
    pub population: Option<usize>,
    /// The standard deviation of the first generation in every coordinate, in units of the cube's edge.
    pub step_size: f64,
    /// What helps against noise.
    pub extras: NoiseHandling,
}

/// Departures from the tutorial, each off by default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoiseHandling {
    /// How many times slower than usual the step size changes, at least 1.
    pub damping: f64,
    /// Lets the learning rates follow the signal-to-noise ratio: Nomura, Akimoto & Ono 2023,
    /// <https://arxiv.org/abs/2304.03473>.
    pub adapt_learning_rates: bool,
    /// Weighs candidates by the mean over the ranks that they might have had, judged by
    /// [`EvaluatedGeneration::errors`].
    pub expected_weights: bool,
}

impl Default for NoiseHandling {
    fn default() -> Self {
        Self {
            damping: 1.0,
            adapt_learning_rates: false,
            expected_weights: false,
        }
    }
}

impl Default for CmaEsSettings {
    /// With a step size of 0.2, two standard deviations around the cube's centre reach nearly to its faces.
    fn default() -> Self {
        Self {
            population: None,
            step_size: 0.2,
            extras: NoiseHandling::default(),
        }
    }
}

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// There are no stop rules that depend on fitness, as noise and ties would trigger them. What remains are the
/// numerical ones: see [`OptimizerError::Ended`].
#[derive(Debug)]
pub struct CmaEs {
    population: usize,
    extras: NoiseHandling,
    rates: Rates,
    start: Search,
    /// How far the last call came: replay goes on from there if the history begins alike.
    memo: Mutex<Option<(Vec<EvaluatedGeneration>, Search)>>,
}

/// A search between two generations.
#[derive(Debug, Clone)]
struct Search {
    evolution: Evolution,
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

    /// Starts from any distribution, such as the last one of a recorded search; its step size counts, not that of the
    /// settings.
    ///
    /// The history of the new search begins empty. Of the old one only the evolution paths are lost: the memory of the
    /// last few steps, which builds up again in about `n / 4` generations. Use another seed than the old search had,
    /// lest the same deviations be drawn again.
    ///
    /// # Errors
    ///
    /// If a setting is out of range or the distribution is not one: numbers that are not finite, a step size that is
    /// not positive, a covariance that is not positive definite.
    pub fn from_distribution(
        settings: &CmaEsSettings,
        distribution: &Distribution,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        // Finds out whether there is a Cholesky factor.
        let dimensions = AffineMap::of(distribution)?.dimensions();
        let population = (settings.population).unwrap_or(Self::default_population(dimensions));
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        let damping = settings.extras.damping;
        let slower = damping >= 1.0 && damping.is_finite();
        OptimizerError::require(slower, "the damping", damping, "a number of at least 1")?;
        Ok(Self {
            population,
            extras: settings.extras,
            rates: Rates::new(dimensions, population).damped(damping),
            start: Search {
                evolution: Evolution::new(
                    distribution.clone(),
                    settings.extras.adapt_learning_rates,
                ),
                generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            },
            memo: Mutex::default(),
        })
    }

    /// Returns `4 + floor(3 ln n)`, the smallest population that the tutorial recommends (its table 1).
    #[must_use]
    pub fn default_population(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions.max(1) as f64)).floor() as usize
    }

    /// Draws the steps of the next generation.
    fn steps(&self, search: &mut Search) -> Vec<Vec<f64>> {
        let dimensions = search.evolution.distribution.mean.len();
        (0..self.population)
            .map(|_| {
                let z = uniform::normals(&mut search.generator, dimensions);
                search.evolution.step(&z)
            })
            .collect()
    }

    /// Takes a search through one generation of its record.
    fn learn(
        &self,
        search: &mut Search,
        generation: usize,
        recorded: &EvaluatedGeneration,
    ) -> Result<(), OptimizerError> {
        let steps = self.steps(search);
        let points = search.evolution.points(&steps);
        check_replay(generation, &recorded.points, &points)?;
        let weights = &self.rates.weights;
        let step_weights = if self.extras.expected_weights {
            let EvaluatedGeneration {
                fitness, errors, ..
            } = recorded;
            step_weights::expected(weights, fitness, errors, &mut search.generator)
        } else {
            step_weights::by_rank(weights, &recorded.fitness)
        };
        let updated = search.evolution.update(&self.rates, &steps, &step_weights);
        updated.map_err(|reason| OptimizerError::Ended {
            generations: generation + 1,
            reason,
        })
    }

    /// Replays a history, or what is new of it.
    fn replay(&self, history: &[EvaluatedGeneration]) -> Result<Search, OptimizerError> {
        let mut memo = self.memo.lock().expect("replay does not panic");
        let known = (memo.take()).filter(|(known, _)| history.starts_with(known));
        let (mut known, mut search) = known.unwrap_or_else(|| (Vec::new(), self.start.clone()));
        for (generation, recorded) in history.iter().enumerate().skip(known.len()) {
            self.learn(&mut search, generation, recorded)?;
            known.push(recorded.clone());
        }
        *memo = Some((known, search.clone()));
        Ok(search)
    }
}

impl Optimizer for CmaEs {
    fn population(&self) -> usize {
        self.population
    }

    fn propose(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
        let dimensions = self.start.evolution.distribution.mean.len();
        check_history(history, self.population, dimensions)?;
        let mut search = self.replay(history)?;
        let steps = self.steps(&mut search);
        Ok(Proposal {
            points: search.evolution.points(&steps),
            distribution: Some(search.evolution.distribution),
        })
    }
}
