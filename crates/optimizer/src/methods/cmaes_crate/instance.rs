//! The `cmaes` crate, run by replay.
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + z`, where `m`
//! is the mean to start from.

use cmaes::{CMAES, CMAESOptions, DVector, Mode, ObjectiveFunction};

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::search::{Generator, Learned, Search, Strategy};
use crate::symmetric::SymmetricMatrix;
use crate::tape::Tape;

/// Why nothing follows, whatever rule of the crate says so.
const ENDED: &str = "it has settled, or its steps grow without end";

/// Starts a search from the mean and the step size of a distribution, with a checked population.
pub(super) fn search(
    population: usize,
    distribution: &Distribution,
    seed: u64,
) -> Result<Search, OptimizerError> {
    // Fails unless it is a distribution.
    let dimensions = distribution.cholesky()?.len();
    let Distribution { mean, step_size, .. } = distribution.clone();
    let origin = Origin { population, step_size, mean, seed };
    let (instance, tape) = origin.instance();
    let search = Instance { origin, instance, tape, fitness: Vec::new() };
    Ok(Search::new(search, seed, population, dimensions))
}

/// All that a new instance is made from.
struct Origin {
    population: usize,
    step_size: f64,
    mean: Vec<f64>,
    seed: u64,
}

impl Origin {
    /// Returns an instance that has learned nothing, and the tape that it evaluates points by.
    fn instance(&self) -> (CMAES<Objective>, Tape) {
        let tape = Tape::default();
        let objective = Objective { mean: self.mean.clone(), tape: tape.clone() };
        let instance = CMAESOptions::new(vec![0.0; self.mean.len()], self.step_size)
            .mode(Mode::Minimize)
            .population_size(self.population)
            .seed(self.seed)
            .tol_fun(0.0)
            .tol_fun_hist(0.0)
            .tol_x(0.0)
            // Longer than the crate's memory: the rule never applies.
            .tol_stagnation(usize::MAX)
            .build(objective)
            .expect("dimension and step size were checked, and the population is in its range");
        (instance, tape)
    }
}

/// An objective function over `z` that returns recorded values.
struct Objective {
    mean: Vec<f64>,
    tape: Tape,
}

impl ObjectiveFunction for Objective {
    fn evaluate(&mut self, z: &DVector<f64>) -> f64 {
        self.tape.answer(moved(&self.mean, z))
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
    fn points(&self, _: &mut Generator) -> Vec<Vec<f64>> {
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
        let (instance, mean) = (&self.instance, &self.origin.mean);
        let covariance = instance.covariance_matrix();
        Some(Distribution {
            mean: moved(mean, instance.mean()),
            step_size: instance.sigma(),
            covariance: SymmetricMatrix::of_lower(mean.len(), |i, j| covariance[(i, j)]),
        })
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration, _: &mut Generator) -> Learned {
        self.tape.play(&evaluated.fitness);
        let end = self.instance.next();
        self.fitness.push(evaluated.fitness.clone());
        Learned { proposed: self.tape.take(), end: end.map(|_| ENDED) }
    }
}

/// Returns `m + z`.
fn moved(mean: &[f64], z: &DVector<f64>) -> Vec<f64> {
    mean.iter().zip(z.iter()).map(|(m, z)| m + z).collect()
}
