//! CMA-ES computed by the `cmaes` crate and run by replay: a reference for [`CmaEs`](super::CmaEs).
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. A new search has `A = I`; one that goes
//! on from a recorded distribution takes the same code path.

use std::fmt::{self, Debug};

use cmaes::{CMAES, CMAESOptions, DVector, Mode, ObjectiveFunction, TerminationReason};

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::replay::{Learned, Search};
use super::tape::Tape;
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Replay};

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// Replay is exact on one kind of processor only. On another one the crate's matrix products may use fused instructions
/// and its exponentials another system library; a difference in the last bit can flip the sign of an eigenvector, and
/// the samples with it. Replay finds this out: see [`OptimizerError::Diverged`]. To continue a search on another
/// processor, start [from its recorded distribution](Self::from_distribution).
///
/// The crate's stop rules that depend on fitness are switched off, because noise and ties trigger them. The numerical
/// stop rules remain: see [`OptimizerError::Ended`].
#[derive(Debug, Clone)]
pub struct CmaesCrate {
    population: usize,
    step_size: f64,
    to_cube: AffineMap,
    seed: u64,
}

impl CmaesCrate {
    /// Starts around the point `start` of the cube, with `population` candidates per generation and the standard
    /// deviation `step_size`, in edges of the cube.
    ///
    /// # Errors
    ///
    /// If a setting is out of range or the start is not in the cube.
    pub fn new(
        population: usize,
        step_size: f64,
        start: Vec<f64>,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        check_inside(&start)?;
        Self::from_distribution(population, &Distribution::isotropic(start, step_size), seed)
    }

    /// Starts from any distribution, such as the last one of a recorded search.
    ///
    /// The history of the new search begins empty. Only the evolution paths of the old search are lost: the memory of
    /// the last few steps, which builds up again in about `n / 4` generations. Use another seed than that of the old
    /// search, so that it does not draw the same deviations again.
    ///
    /// # Errors
    ///
    /// If the population is below 2 or the distribution is none: numbers that are not finite, a step size that is not
    /// positive, a covariance that is not positive definite.
    pub fn from_distribution(
        population: usize,
        distribution: &Distribution,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        let to_cube = AffineMap::of(distribution)?;
        OptimizerError::require(population >= 2, "the population", population, "at least 2")?;
        Ok(Self {
            population,
            step_size: distribution.step_size,
            to_cube,
            seed,
        })
    }

    /// Returns an instance that has learned nothing, and the tape that it evaluates points by.
    fn instance(&self) -> (CMAES<Objective>, Tape) {
        let tape = Tape::default();
        let objective = Objective {
            to_cube: self.to_cube.clone(),
            tape: tape.clone(),
        };
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

impl Optimizer for CmaesCrate {
    fn population(&self) -> usize {
        self.population
    }

    fn start(&self) -> Replay {
        let (instance, tape) = self.instance();
        let search = Instance {
            optimizer: self.clone(),
            instance,
            tape,
            fitness: Vec::new(),
        };
        Replay::new(search, self.population, self.to_cube.dimensions())
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
struct Instance {
    optimizer: CmaesCrate,
    instance: CMAES<Objective>,
    tape: Tape,
    /// The fitness of all generations, since an instance cannot be copied: another one is brought to the same state.
    fitness: Vec<Vec<f64>>,
}

impl Debug for Instance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generations = self.fitness.len();
        write!(
            formatter,
            "{:?} after {generations} generations",
            self.optimizer
        )
    }
}

impl Search for Instance {
    /// Its cost grows with the number of generations learned.
    fn points(&self) -> Vec<Vec<f64>> {
        let (mut instance, tape) = self.optimizer.instance();
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
        let (instance, to_cube) = (&self.instance, &self.optimizer.to_cube);
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
        Learned {
            proposed: self.tape.take(),
            end: end.map(|end| describe(&end.reasons)),
        }
    }
}

/// Returns the first of the crate's reasons to end in words.
fn describe(reasons: &[TerminationReason]) -> &'static str {
    match reasons.first() {
        Some(TerminationReason::NoEffectAxis | TerminationReason::NoEffectCoord) => {
            "its steps have become too small to move the mean"
        }
        Some(TerminationReason::TolXUp) => {
            "its steps have grown 1e8-fold, as if there were no optimum"
        }
        Some(TerminationReason::TolConditionCov) => {
            "the condition number of its covariance is above 1e14"
        }
        Some(TerminationReason::PosDefCov) => "its covariance is no longer positive definite",
        _ => "a stop rule of the cmaes crate",
    }
}
