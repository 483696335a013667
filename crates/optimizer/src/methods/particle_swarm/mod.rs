//! Particle swarm: points with momentum, each pulled to the best point it has met and to the swarm's best point.
//!
//! Zambrano-Bigiarini, Clerc & Rojas, "Standard Particle Swarm Optimisation 2011 at CEC-2013",
//! <https://doi.org/10.1109/CEC.2013.6557848>, section II.A: the canonical method.

mod swarm;

use std::f64::consts::LN_2;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OptimizerError;
use crate::method::Method;
use crate::search::Search;

/// Settings of the particle swarm. The defaults are those of the argmin crate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ParticleSwarm")]
pub struct ParticleSwarmSettings {
    /// The number of particles, each of which is a candidate of every generation.
    #[schemars(range(min = 2, max = 10_000))]
    pub population: u32,
    /// The share of its velocity that a particle keeps.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub inertia: f64,
    /// The attraction to the best point that the particle has visited.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub cognitive: f64,
    /// The attraction to the best point that any particle has visited.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub social: f64,
}

impl Default for ParticleSwarmSettings {
    /// Returns inertia 1/(2 ln 2) and both attractions 1/2 + ln 2, as in the paper.
    fn default() -> Self {
        Self {
            population: 20,
            inertia: 1.0 / (2.0 * LN_2),
            cognitive: 0.5 + LN_2,
            social: 0.5 + LN_2,
        }
    }
}

impl Method for ParticleSwarmSettings {
    fn population(&self, _: usize) -> u32 {
        self.population
    }

    /// Starts with one particle at the point and the others anywhere in the cube.
    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        Ok(swarm::search(*self, point, seed))
    }
}
