//! The `cmaes` crate, run by replay.
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. A new search has `A = I`; one that goes
//! on from a recorded distribution takes the same code path.

use cmaes::{CMAES, CMAESOptions, DVector, Mode, ObjectiveFunction, TerminationReason};

use super::affine_map::AffineMap;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::methods::ends;
use crate::search::{Learned, Search, Strategy};
use crate::tape::Tape;

/// Starts a search from a distribution, with a checked population.
pub(super) fn search(
    population: usize,
    distribution: &Distribution,
    seed: u64,
) -> Result<Search, OptimizerError> {
    let to_cube = AffineMap::of(distribution)?;
    let dimensions = to_cube.dimensions();
    let origin = Origin { population, step_size: distribution.step_size, to_cube, seed };
    let (instance, tape) = origin.instance();
    let search = Instance { origin, instance, tape, fitness: Vec::new() };
    Ok(Search::new(search, population, dimensions))
}

/// All that a new instance is made from.
struct Origin {
    population: usize,
    step_size: f64,
    to_cube: AffineMap,
    seed: u64,
}

impl Origin {
    /// Returns an instance that has learned nothing, and the tape that it evaluates points by.
    fn instance(&self) -> (CMAES<Objective>, Tape) {
        let tape = Tape::default();
        let objective = Objective { to_cube: self.to_cube.clone(), tape: tape.clone() };
        let instance = CMAESOptions::new(vec![0.0; self.to_cube.dimensions()], self.step_size)
            .mode(Mode::Minimize)
            .population_size(self.population)
            .seed(self.seed)
            .tol_fun(0.0)
            .tol_fun_hist(0.0)
            .tol_x(0.0)
            // Longer than the crate's memory: the rule never applies.
            .tol_stagnation(usize::MAX)
            .build(objective)
            .expect("dimension, population and step size were checked on construction");
        (instance, tape)
    }
}

/// An objective function over `z` that returns recorded values.
struct Objective {
    to_cube: AffineMap,
    tape: Tape,
}

impl ObjectiveFunction for Objective {
    fn evaluate(&mut self, z: &DVector<f64>) -> f64 {
        self.tape.answer(self.to_cube.apply(z.as_slice()))
    }
}

/// A search under way.
///
/// The crate's stop rules that depend on fitness are switched off, because noise and ties trigger them. The numerical
/// stop rules remain: see [`OptimizerError::Ended`].
struct Instance {
    origin: Origin,
    instance: CMAES<Objective>,
    tape: Tape,
    /// The fitness of all generations, since an instance cannot be copied: another one is brought to the same state.
    fitness: Vec<Vec<f64>>,
}

impl Strategy for Instance {
    /// Its cost grows with the number of generations learned.
    fn points(&self) -> Vec<Vec<f64>> {
        let (mut instance, tape) = self.origin.instance();
        for fitness in &self.fitness {
            tape.play(fitness);
            let _ = instance.next();
            let _ = tape.take();
        }
        // The instance is dropped after this call, together with its update by meaningless fitness.
        let _ = instance.next();
        tape.take()
    }

    fn distribution(&self) -> Option<Distribution> {
        let (instance, to_cube) = (&self.instance, &self.origin.to_cube);
        let covariance = instance.covariance_matrix();
        Some(Distribution {
            mean: to_cube.apply(instance.mean().as_slice()),
            step_size: instance.sigma(),
            covariance: to_cube.covariance(|i, j| covariance[(i, j)]),
        })
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        self.tape.play(&evaluated.fitness);
        let end = self.instance.next();
        self.fitness.push(evaluated.fitness.clone());
        Learned { proposed: self.tape.take(), end: end.map(|end| describe(&end.reasons)) }
    }
}

/// Returns the first of the crate's reasons to end in words.
fn describe(reasons: &[TerminationReason]) -> &'static str {
    match reasons.first() {
        Some(TerminationReason::NoEffectAxis | TerminationReason::NoEffectCoord) => ends::STILL,
        Some(TerminationReason::TolXUp) => ends::ENDLESS,
        Some(TerminationReason::TolConditionCov) => ends::NARROW,
        Some(TerminationReason::PosDefCov) => ends::FLAT,
        _ => "a stop rule of the cmaes crate",
    }
}
