//! CMA-ES: a normal distribution that learns where, how far and in which directions to look.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>, in plain loops and with powers
//! from `libm`, so that replay is exact on every processor. With a damping of 1 the update is that of the `cmaes` crate.

use std::sync::Mutex;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::evolution::Evolution;
use super::rates::Rates;
use super::replay::{check_history, check_replay};
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Proposal, uniform};

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
#[derive(Debug)]
pub struct CmaEs {
    population: usize,
    rates: Rates,
    start: Search,
    /// The last history with the search that it led to: a history that begins alike is replayed from there.
    memo: Mutex<Option<(Vec<EvaluatedGeneration>, Search)>>,
}

/// The state of a search between two generations.
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
            population,
            rates: Rates::new(dimensions, population).damped(damping),
            start: Search {
                evolution: Evolution::new(distribution.clone()),
                generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            },
            memo: Mutex::default(),
        })
    }

    /// Returns `4 + floor(3 ln n)` for `n` dimensions, the tutorial's smallest recommended population (48).
    #[must_use]
    pub fn default_population(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions.max(1) as f64)).floor() as usize
    }

    /// Draws the steps of the next generation: (38), (39).
    fn steps(&self, search: &mut Search) -> Vec<Vec<f64>> {
        let dimensions = search.evolution.distribution.mean.len();
        (0..self.population)
            .map(|_| {
                let z = uniform::normals(&mut search.generator, dimensions);
                search.evolution.step(&z)
            })
            .collect()
    }

    /// Advances a search by one recorded generation, whose number is `generation`.
    fn learn(
        &self,
        search: &mut Search,
        generation: usize,
        recorded: &EvaluatedGeneration,
    ) -> Result<(), OptimizerError> {
        let steps = self.steps(search);
        let points = search.evolution.points(&steps);
        check_replay(generation, &recorded.points, &points)?;
        let weights = self.rates.weights_of(&recorded.fitness);
        let updated = search.evolution.update(&self.rates, &steps, &weights);
        updated.map_err(|reason| OptimizerError::Ended {
            generations: generation + 1,
            reason,
        })
    }

    /// Replays a history, from where the last call ended if that is possible.
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

    fn ask(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
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
