//! Particle swarm: points with momentum, each pulled to the best point it has met and to the swarm's best point.
//!
//! Zambrano-Bigiarini, Clerc & Rojas, "Standard Particle Swarm Optimisation 2011 at CEC-2013",
//! <https://doi.org/10.1109/CEC.2013.6557848>, section II.A: the canonical method, with the draws of the argmin crate.

use std::f64::consts::LN_2;

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::Method;
use crate::search::{Learned, Search, Strategy};
use crate::uniform;

/// The largest distance of a particle from the cube in any coordinate, in edges.
///
/// A particle that is stopped at a bound keeps its velocity. With the cube as bounds, the whole swarm soon stays on some
/// face: on a sphere function in 10 dimensions (20 particles, 100 generations, median of 15 seeds) 6 % of the starting
/// value were left. With bounds one edge outside and the penalty of [`boundary`](crate::boundary) it was 4e-8, without
/// any bounds 8e-8.
const MARGIN: f64 = 1.0;

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

    /// Starts with one particle at the point and the others anywhere in the cube, with velocities of up to one edge
    /// either way per coordinate.
    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        let (population, dimensions) = (self.population as usize, point.len());
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        for (name, factor) in [
            ("the inertia", self.inertia),
            ("the cognitive factor", self.cognitive),
            ("the social factor", self.social),
        ] {
            let valid = factor.is_finite() && factor >= 0.0;
            OptimizerError::require(valid, name, factor, "a number of at least 0")?;
        }
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let best = Met { position: point.clone(), fitness: f64::INFINITY };
        let mut positions = vec![point];
        positions.extend((1..population).map(|_| uniform::point(&mut generator, dimensions)));
        let mut speed = || 2.0 * uniform::unit(&mut generator) - 1.0;
        let mut particle = |position: Vec<f64>| Particle {
            velocity: position.iter().map(|_| speed()).collect(),
            best: Met { position: position.clone(), fitness: f64::INFINITY },
            position,
        };
        let particles = positions.into_iter().map(&mut particle).collect();
        let swarm = Swarm { settings: *self, particles, best, is_sorted: false, generator };
        Ok(Search::new(swarm, population, dimensions))
    }
}

/// The canonical particle swarm. Particles may be up to one edge outside of the cube: see [`boundary`](crate::boundary).
///
/// The swarm keeps its best points by a single measurement each, so that noise misleads it: evaluate the best points
/// again before choosing one.
struct Swarm {
    settings: ParticleSwarmSettings,
    particles: Vec<Particle>,
    /// The best point of all particles.
    best: Met,
    /// Whether the particles have the order of their first fitness.
    is_sorted: bool,
    generator: Xoshiro256PlusPlus,
}

struct Particle {
    position: Vec<f64>,
    velocity: Vec<f64>,
    best: Met,
}

/// The best point met so far.
struct Met {
    position: Vec<f64>,
    fitness: f64,
}

impl Met {
    fn meet(&mut self, position: &[f64], fitness: f64) {
        if fitness < self.fitness {
            *self = Self { position: position.to_vec(), fitness };
        }
    }
}

impl Swarm {
    /// Moves the particles to the points of the next generation.
    fn fly(&mut self) {
        let ParticleSwarmSettings { inertia, cognitive, social, .. } = self.settings;
        for Particle { position, velocity, best } in &mut self.particles {
            let to_own = pull(&mut self.generator, position, &best.position);
            let to_common = pull(&mut self.generator, position, &self.best.position);
            for (i, x) in position.iter_mut().enumerate() {
                velocity[i] = velocity[i] * inertia + to_own[i] * cognitive + to_common[i] * social;
                *x = (*x + velocity[i]).clamp(-MARGIN, 1.0 + MARGIN);
            }
        }
    }
}

/// A random share of the way to a point, another one in each coordinate.
fn pull(generator: &mut impl RngCore, from: &[f64], to: &[f64]) -> Vec<f64> {
    let share = |way: f64| {
        // A coordinate without a way draws no number.
        if way == 0.0 {
            return 0.0;
        }
        let unit = (generator.next_u64() >> 12) as f64 / (1_u64 << 52) as f64;
        unit * way.abs() + way.min(0.0)
    };
    to.iter().zip(from).map(|(to, from)| to - from).map(share).collect()
}

impl Strategy for Swarm {
    fn points(&self) -> Vec<Vec<f64>> {
        self.particles.iter().map(|particle| particle.position.clone()).collect()
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        let proposed = self.points();
        for (particle, &fitness) in self.particles.iter_mut().zip(&evaluated.fitness) {
            particle.best.meet(&particle.position, fitness);
            self.best.meet(&particle.position, fitness);
        }
        if !self.is_sorted {
            let fitness = |particle: &Particle| particle.best.fitness;
            self.particles
                .sort_by(|a, b| fitness(a).partial_cmp(&fitness(b)).expect("no fitness is NaN"));
            self.is_sorted = true;
        }
        self.fly();
        Learned { proposed, end: None }
    }
}
