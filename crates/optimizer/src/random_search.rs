//! Random search: uniform points in the cube, which do not depend on fitness.
//!
//! Bergstra & Bengio, "Random Search for Hyper-Parameter Optimization", JMLR 13 (2012), 281-305: a baseline that shows
//! what a cleverer method gains.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::replay::{Learned, Search};
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Replay, uniform};

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
}

impl Optimizer for RandomSearch {
    fn population(&self) -> usize {
        self.population
    }

    fn start(&self) -> Replay {
        let search = Draws {
            dimensions: self.dimensions,
            population: self.population,
            generator: Xoshiro256PlusPlus::seed_from_u64(self.seed),
        };
        Replay::new(search, self.population, self.dimensions)
    }
}

/// A search under way.
#[derive(Debug)]
struct Draws {
    dimensions: usize,
    population: usize,
    /// The generator at the beginning of the next generation.
    generator: Xoshiro256PlusPlus,
}

impl Search for Draws {
    fn points(&self) -> Vec<Vec<f64>> {
        let mut generator = self.generator.clone();
        (0..self.population)
            .map(|_| uniform::point(&mut generator, self.dimensions))
            .collect()
    }

    fn distribution(&self) -> Option<Distribution> {
        None
    }

    fn learn(&mut self, _: &EvaluatedGeneration) -> Learned {
        let proposed = self.points();
        self.generator.jump();
        Learned {
            proposed,
            end: None,
        }
    }
}
