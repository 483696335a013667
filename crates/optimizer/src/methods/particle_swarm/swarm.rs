//! The swarm under way: the `argmin` crate computes the updates. The first generation is drawn here, so that it contains
//! the starting point.

use std::borrow::Borrow;

use argmin::core::{CostFunction, Error, PopulationState, Problem, Solver, State, SyncAlias};
use argmin::solver::particleswarm::{self, Particle};
use rand::SeedableRng;

use super::ParticleSwarmSettings;
use crate::generation::EvaluatedGeneration;
use crate::search::{Generator, Learned, Search, Strategy};
use crate::tape::Tape;
use crate::uniform;

/// The largest distance of a particle from the cube in any coordinate, in edges.
///
/// argmin stops a particle at its bounds but does not change its velocity. With the cube as bounds, the whole swarm soon
/// stays on some face: on a sphere function in 10 dimensions (20 particles, 100 generations, median of 15 seeds) 6 % of
/// the starting value were left. With bounds one edge outside and the penalty of [`boundary`](crate::boundary) it was
/// 4e-8, without any bounds 8e-8.
const MARGIN: f64 = 1.0;

/// Starts a search: positions in the cube, and velocities of up to one edge either way per
/// coordinate.
pub(super) fn search(settings: ParticleSwarmSettings, point: Vec<f64>, seed: u64) -> Search {
    let (population, dimensions) = (settings.population as usize, point.len());
    let mut generator = Generator::seed_from_u64(seed);
    let mut positions = vec![point];
    positions.extend((1..population).map(|_| uniform::point(&mut generator, dimensions)));
    let mut speed = || 2.0 * uniform::unit(&mut generator) - 1.0;
    let velocities = (0..population).map(|_| (0..dimensions).map(|_| speed()).collect()).collect();
    let bounds = (vec![-MARGIN; dimensions], vec![1.0 + MARGIN; dimensions]);
    let solver = particleswarm::ParticleSwarm::new(bounds, population)
        .with_rng_generator(generator)
        .with_inertia_factor(settings.inertia)
        .and_then(|solver| solver.with_cognitive_factor(settings.cognitive))
        .and_then(|solver| solver.with_social_factor(settings.social))
        .expect(INFALLIBLE);
    let state = Flight::First { positions, velocities };
    Search::new(Swarm { solver, state }, seed, population, dimensions)
}

type Mover = particleswarm::ParticleSwarm<Vec<f64>, f64, Generator>;
type Particles = PopulationState<Particle<Vec<f64>, f64>, f64>;

const INFALLIBLE: &str = "settings are in their ranges, and the tape never fails";

/// The canonical particle swarm. Particles may be up to one edge outside of the cube: see [`boundary`](crate::boundary).
///
/// The swarm keeps its best points by a single measurement each, so that noise misleads it: evaluate the best points
/// again before choosing one.
#[derive(Clone)]
struct Swarm {
    solver: Mover,
    state: Flight,
}

/// The particles between two generations.
#[derive(Clone)]
enum Flight {
    /// Nothing is learned yet.
    First { positions: Vec<Vec<f64>>, velocities: Vec<Vec<f64>> },
    /// The state of argmin's solver.
    Later(Box<Particles>),
}

impl Swarm {
    /// Moves the particles and evaluates them with this fitness; returns the points.
    fn advance(&mut self, fitness: &[f64]) -> Vec<Vec<f64>> {
        let tape = Tape::default();
        tape.play(fitness);
        let mut problem = Problem::new(&tape);
        let state = match &self.state {
            Flight::First { positions, velocities } => {
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
        let (state, _) = self.solver.next_iter(&mut problem, state).expect(INFALLIBLE);
        self.state = Flight::Later(Box::new(state));
        tape.take()
    }
}

impl Strategy for Swarm {
    fn points(&self, _: &mut Generator) -> Vec<Vec<f64>> {
        match &self.state {
            Flight::First { positions, .. } => positions.clone(),
            // The copy is dropped together with its update by meaningless fitness.
            Flight::Later(_) => self.clone().advance(&[]),
        }
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration, _: &mut Generator) -> Learned {
        Learned { proposed: self.advance(&evaluated.fitness), end: None }
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
        points.iter().map(|point| self.cost(point.borrow())).collect()
    }
}
