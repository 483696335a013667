//! Particle swarm: points with momentum, each pulled to the best point it has met and to the swarm's best point.
//!
//! Zambrano-Bigiarini, Clerc & Rojas, "Standard Particle Swarm Optimisation 2011 at CEC-2013",
//! <https://doi.org/10.1109/CEC.2013.6557848>, section II.A: the canonical method, with the stream of draws of the crate
//! argmin 0.11.

use std::cmp::Ordering;
use std::f64::consts::LN_2;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::Method;
use crate::search::{Learned, Search, Strategy};
use crate::uniform;

/// The largest distance of a particle from the cube in any coordinate, in edges.
///
/// A particle stops at its bounds, and its velocity stays. With the cube as bounds, the whole swarm soon
/// stays on some face: on a sphere function in 10 dimensions (20 particles, 100 generations, median of 15 seeds) 6 % of
/// the starting value were left. With bounds one edge outside and the penalty of [`boundary`](crate::boundary) it was
/// 4e-8, without any bounds 8e-8.
const MARGIN: f64 = 1.0;

/// Settings of the particle swarm. The defaults are those of the paper.
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

    /// Starts with one particle at the mean and the others anywhere in the cube, with velocities of up to one edge either
    /// way per coordinate.
    fn start(&self, from: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        let point = from.mean_inside()?;
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
        let mut positions = vec![point];
        positions.extend((1..population).map(|_| uniform::point(&mut generator, dimensions)));
        let mut speed = || 2.0 * uniform::unit(&mut generator) - 1.0;
        let particle = |position: Vec<f64>| Particle {
            velocity: (0..dimensions).map(|_| speed()).collect(),
            best: Met { point: position.clone(), fitness: f64::INFINITY },
            position,
        };
        let particles = positions.into_iter().map(particle).collect();
        let swarm = Swarm { settings: *self, particles, best: None, generator };
        Ok(Search::new(swarm, population, dimensions))
    }
}

/// The canonical particle swarm. Particles may be up to one edge outside of the cube: see [`boundary`](crate::boundary).
///
/// The swarm keeps its best points by a single measurement each, so that noise misleads it: evaluate the best points
/// again before choosing one.
struct Swarm {
    settings: ParticleSwarmSettings,
    /// In the order of their first fitness, once it is known.
    particles: Vec<Particle>,
    /// The best point of all, once one is learned.
    best: Option<Met>,
    /// The generator at the beginning of the next generation.
    generator: Xoshiro256PlusPlus,
}

#[derive(Clone)]
struct Particle {
    position: Vec<f64>,
    velocity: Vec<f64>,
    /// The best point that it has met.
    best: Met,
}

/// A point with its fitness.
#[derive(Clone)]
struct Met {
    point: Vec<f64>,
    fitness: f64,
}

impl Swarm {
    /// The particles of the next generation: where they are before the first one, then moved.
    fn moved(&self, generator: &mut Xoshiro256PlusPlus) -> Vec<Particle> {
        let mut particles = self.particles.clone();
        let Some(best) = &self.best else { return particles };
        let ParticleSwarmSettings { inertia, cognitive, social, .. } = self.settings;
        for Particle { position, velocity, best: own } in &mut particles {
            // All draws of one pull come before those of the other.
            let to_own = pull(position, &own.point, cognitive, generator);
            let to_best = pull(position, &best.point, social, generator);
            for (place, speed) in velocity.iter_mut().enumerate() {
                *speed = inertia * *speed + to_own[place] + to_best[place];
                position[place] = (position[place] + *speed).clamp(-MARGIN, 1.0 + MARGIN);
            }
        }
        particles
    }
}

/// The velocity towards a point: in each coordinate a random share of the way, times a factor.
fn pull(from: &[f64], to: &[f64], factor: f64, generator: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let share = |way: f64| match way.partial_cmp(&0.0) {
        Some(Ordering::Greater) => generator.random_range(0.0..way),
        Some(Ordering::Less) => generator.random_range(way..0.0),
        _ => 0.0,
    };
    let ways = from.iter().zip(to).map(|(from, to)| to - from);
    ways.map(share).map(|way| factor * way).collect()
}

impl Strategy for Swarm {
    fn points(&self) -> Vec<Vec<f64>> {
        let particles = self.moved(&mut self.generator.clone());
        particles.into_iter().map(|particle| particle.position).collect()
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        let mut generator = self.generator.clone();
        let mut particles = self.moved(&mut generator);
        self.generator = generator;
        let proposed = particles.iter().map(|particle| particle.position.clone()).collect();
        for (particle, &fitness) in particles.iter_mut().zip(&evaluated.fitness) {
            if fitness < particle.best.fitness {
                particle.best = Met { point: particle.position.clone(), fitness };
            }
        }
        let mut best = self.best.take().unwrap_or_else(|| {
            let order = |a: &Particle, b: &Particle| a.best.fitness.partial_cmp(&b.best.fitness);
            particles.sort_by(|a, b| order(a, b).unwrap_or(Ordering::Equal));
            particles[0].best.clone()
        });
        for particle in &particles {
            if particle.best.fitness < best.fitness {
                best = particle.best.clone();
            }
        }
        (self.particles, self.best) = (particles, Some(best));
        Learned { proposed, end: None }
    }
}
