//! Particle swarm: points with momentum, each pulled to the best point it has met and to the swarm's best point.
//!
//! Zambrano-Bigiarini, Clerc & Rojas, "Standard Particle Swarm Optimisation 2011 at CEC-2013",
//! <https://doi.org/10.1109/CEC.2013.6557848>, section II.A: the canonical method. The `argmin` crate computes the
//! updates; the first generation is drawn here, so that it contains the starting point.

use std::borrow::Borrow;
use std::f64::consts::LN_2;
use std::fmt::{self, Debug};

use argmin::core::{CostFunction, Error, PopulationState, Problem, Solver, State, SyncAlias};
use argmin::solver::particleswarm::{self, Particle};
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boundary::check_inside;
use super::replay::{Learned, Search};
use super::tape::Tape;
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Replay, uniform};

/// Settings of a search with [`ParticleSwarm`].
#[derive(Debug, Clone, PartialEq)]
pub struct ParticleSwarmSettings {
    /// The number of particles, at least 2.
    pub population: usize,
    /// The share of its velocity that a particle keeps per generation: omega.
    pub inertia: f64,
    /// The pull to the best point that the particle itself has met: c_1.
    pub cognitive: f64,
    /// The pull to the best point that any particle has met: c_2.
    pub social: f64,
}

impl Default for ParticleSwarmSettings {
    /// Returns the factors of the paper and of argmin, and the 40 particles of the 2011 standard.
    fn default() -> Self {
        Self {
            population: 40,
            inertia: 1.0 / (2.0 * LN_2),
            cognitive: 0.5 + LN_2,
            social: 0.5 + LN_2,
        }
    }
}

/// The largest distance of a particle from the cube in any coordinate, in edges.
///
/// argmin stops a particle at its bounds but does not change its velocity. With the cube as bounds, the whole swarm soon
/// stays on some face: on a sphere function in 10 dimensions (20 particles, 100 generations, median of 15 seeds) 6 % of
/// the starting value were left. With bounds one edge outside and the penalty of [`boundary`](super::boundary) it was
/// 4e-8, without any bounds 8e-8.
const MARGIN: f64 = 1.0;

/// The canonical particle swarm. Particles may be up to one edge outside of the cube: see [`boundary`](super::boundary).
///
/// The swarm keeps its best points by a single measurement each, so that noise misleads it: evaluate the best points
/// again before choosing one.
#[derive(Debug, Clone)]
pub struct ParticleSwarm {
    settings: ParticleSwarmSettings,
    start: Vec<f64>,
    seed: u64,
}

impl ParticleSwarm {
    /// Starts with one particle at `start` and the others anywhere in the cube.
    ///
    /// # Errors
    ///
    /// If a setting is out of range or the start is not in the cube.
    pub fn new(
        settings: ParticleSwarmSettings,
        start: Vec<f64>,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        check_inside(&start)?;
        let population = settings.population;
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        for (name, factor) in [
            ("the inertia", settings.inertia),
            ("the cognitive factor", settings.cognitive),
            ("the social factor", settings.social),
        ] {
            let valid = factor.is_finite() && factor >= 0.0;
            OptimizerError::require(valid, name, factor, "a number of at least 0")?;
        }
        Ok(Self {
            settings,
            start,
            seed,
        })
    }

    /// Draws the first positions in the cube, and velocities of up to one edge either way per coordinate.
    fn first_generation(&self, generator: &mut impl RngCore) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
        let (population, dimensions) = (self.settings.population, self.start.len());
        let mut positions = vec![self.start.clone()];
        positions.extend((1..population).map(|_| uniform::point(generator, dimensions)));
        let velocities = (0..population)
            .map(|_| {
                (0..dimensions)
                    .map(|_| 2.0 * uniform::unit(generator) - 1.0)
                    .collect()
            })
            .collect();
        (positions, velocities)
    }

    fn solver(&self, generator: Xoshiro256PlusPlus) -> Result<Mover, Error> {
        let dimensions = self.start.len();
        let bounds = (vec![-MARGIN; dimensions], vec![1.0 + MARGIN; dimensions]);
        particleswarm::ParticleSwarm::new(bounds, self.settings.population)
            .with_rng_generator(generator)
            .with_inertia_factor(self.settings.inertia)?
            .with_cognitive_factor(self.settings.cognitive)?
            .with_social_factor(self.settings.social)
    }
}

impl Optimizer for ParticleSwarm {
    fn population(&self) -> usize {
        self.settings.population
    }

    fn start(&self) -> Replay {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let (positions, velocities) = self.first_generation(&mut generator);
        let swarm = Swarm {
            solver: self.solver(generator).expect(INFALLIBLE),
            state: Flight::First {
                positions,
                velocities,
            },
        };
        Replay::new(swarm, self.settings.population, self.start.len())
    }
}

type Mover = particleswarm::ParticleSwarm<Vec<f64>, f64, Xoshiro256PlusPlus>;
type Particles = PopulationState<Particle<Vec<f64>, f64>, f64>;

const INFALLIBLE: &str = "settings and population were checked, and the tape never fails";

/// A search under way.
#[derive(Clone)]
struct Swarm {
    solver: Mover,
    state: Flight,
}

/// The particles between two generations.
#[derive(Clone, Debug)]
enum Flight {
    /// Nothing is learned yet.
    First {
        positions: Vec<Vec<f64>>,
        velocities: Vec<Vec<f64>>,
    },
    /// The state of argmin's solver.
    Later(Box<Particles>),
}

impl Debug for Swarm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(formatter)
    }
}

impl Swarm {
    /// Moves the particles and evaluates them with this fitness; returns the points.
    fn advance(&mut self, fitness: &[f64]) -> Vec<Vec<f64>> {
        let tape = Tape::default();
        tape.play(fitness);
        let mut problem = Problem::new(&tape);
        let state = match &self.state {
            Flight::First {
                positions,
                velocities,
            } => {
                let particles = (positions.iter().zip(velocities).zip(fitness))
                    .map(|((at, velocity), &cost)| {
                        Particle::new(at.clone(), cost, velocity.clone())
                    })
                    .collect();
                let points = positions.clone();
                let state = PopulationState::new().population(particles);
                let (state, _) = self.solver.init(&mut problem, state).expect(INFALLIBLE);
                self.state = Flight::Later(Box::new(state));
                return points;
            }
            Flight::Later(state) => Particles::clone(state),
        };
        let (state, _) = self
            .solver
            .next_iter(&mut problem, state)
            .expect(INFALLIBLE);
        self.state = Flight::Later(Box::new(state));
        tape.take()
    }
}

impl Search for Swarm {
    fn points(&self) -> Vec<Vec<f64>> {
        match &self.state {
            Flight::First { positions, .. } => positions.clone(),
            // The copy is dropped together with its update by meaningless fitness.
            Flight::Later(_) => self.clone().advance(&[]),
        }
    }

    fn distribution(&self) -> Option<Distribution> {
        None
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        Learned {
            proposed: self.advance(&evaluated.fitness),
            end: None,
        }
    }
}

impl CostFunction for &Tape {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, point: &Self::Param) -> Result<Self::Output, Error> {
        Ok(self.answer(point.clone()))
    }

    /// Evaluates the whole swarm in index order, which is the order of the recording.
    fn bulk_cost<P: Borrow<Self::Param> + SyncAlias>(
        &self,
        points: &[P],
    ) -> Result<Vec<Self::Output>, Error> {
        points
            .iter()
            .map(|point| self.cost(point.borrow()))
            .collect()
    }
}
