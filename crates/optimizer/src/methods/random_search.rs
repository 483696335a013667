//! Random search: uniform points in the cube, which do not depend on fitness.
//!
//! Bergstra & Bengio, "Random Search for Hyper-Parameter Optimization", JMLR 13 (2012), 281-305: a baseline that shows
//! what a cleverer method gains.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::Method;
use crate::search::{Generator, Learned, Search, Strategy};
use crate::uniform;

/// Settings of random search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "RandomMatrix")]
pub struct RandomSearchSettings {
    /// The number of candidates of a generation.
    #[schemars(range(min = 1, max = 10_000))]
    pub population: u32,
}

impl Default for RandomSearchSettings {
    fn default() -> Self {
        Self { population: 24 }
    }
}

impl Method for RandomSearchSettings {
    fn population(&self, _: usize) -> u32 {
        self.population
    }

    /// Takes the number of coordinates from the point, and nothing else.
    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        let (population, dimensions) = (self.population as usize, point.len());
        Ok(Search::new(Draws { dimensions, population }, seed, population, dimensions))
    }
}

/// Uniform points from Xoshiro256++: generation `g` begins `g` jumps (of 2^128 draws each) into the seed's stream.
///
/// Generations are apart by jumps because neighbouring seeds give dependent streams: `seed_from_u64` fills the state
/// with successive SplitMix64 outputs, and two seeds can have three of these four in common.
struct Draws {
    dimensions: usize,
    population: usize,
}

impl Strategy for Draws {
    fn points(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        (0..self.population).map(|_| uniform::point(generator, self.dimensions)).collect()
    }

    fn learn(&mut self, _: &EvaluatedGeneration, generator: &mut Generator) -> Learned {
        let proposed = self.points(&mut generator.clone());
        generator.jump();
        Learned { proposed, end: None }
    }
}
