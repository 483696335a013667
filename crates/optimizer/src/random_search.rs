//! Random search: uniform points in the cube, which do not depend on fitness.
//!
//! Bergstra & Bengio, "Random Search for Hyper-Parameter Optimization", JMLR 13 (2012), 281-305: a baseline that shows
//! what a cleverer method gains.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::replay::{check_history, check_replay};
use super::{EvaluatedGeneration, Optimizer, OptimizerError, Proposal, uniform};

/// Uniform points from Xoshiro256++: generation `g` begins `g` jumps (of 2^128 draws each) into the seed's stream.
///
/// Generations are apart by jumps because neighbouring seeds give dependent streams: `seed_from_u64` fills the state
/// with successive SplitMix64 outputs, and two seeds can have three of these four in common.
#[derive(Debug, Clone)]
pub struct RandomSearch {
    dimensions: usize,
    population: usize,
    seed: u64,
}

impl RandomSearch {
    /// Draws `population` points of `dimensions` coordinates per generation.
    ///
    /// # Errors
    ///
    /// If either is 0.
    pub fn new(dimensions: usize, population: usize, seed: u64) -> Result<Self, OptimizerError> {
        OptimizerError::require(dimensions >= 1, "the dimension", dimensions, "at least 1")?;
        OptimizerError::require(population >= 1, "the population", population, "at least 1")?;
        Ok(Self {
            dimensions,
            population,
            seed,
        })
    }

    fn points(&self, mut generator: Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        (0..self.population)
            .map(|_| uniform::point(&mut generator, self.dimensions))
            .collect()
    }
}

impl Optimizer for RandomSearch {
    fn population(&self) -> usize {
        self.population
    }

    fn ask(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
        check_history(history, self.population, self.dimensions)?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for (generation, recorded) in history.iter().enumerate() {
            check_replay(
                generation,
                &recorded.points,
                &self.points(generator.clone()),
            )?;
            generator.jump();
        }
        Ok(Proposal {
            points: self.points(generator),
            distribution: None,
        })
    }
}
