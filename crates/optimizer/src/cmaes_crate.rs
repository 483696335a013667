//! CMA-ES computed by the `cmaes` crate and run by replay: a reference for [`CmaEs`](super::CmaEs).
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. A new search has `A = I`; one that goes
//! on from a recorded distribution takes the same code path.

use cmaes::{CMAESOptions, DVector, Mode, TerminationReason};

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::replay::{Tape, check_history, check_replay};
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Proposal};

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

    fn options(&self) -> CMAESOptions {
        CMAESOptions::new(vec![0.0; self.to_cube.dimensions()], self.step_size)
            .mode(Mode::Minimize)
            .population_size(self.population)
            .seed(self.seed)
            .tol_fun(0.0)
            .tol_fun_hist(0.0)
            .tol_x(0.0)
            // Longer than the crate's memory: the rule never applies.
            .tol_stagnation(usize::MAX)
    }
}

impl Optimizer for CmaesCrate {
    fn population(&self) -> usize {
        self.population
    }

    fn ask(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
        check_history(history, self.population, self.to_cube.dimensions())?;
        let tape = Tape::default();
        let mut instance = self
            .options()
            .build(|z: &DVector<f64>| tape.answer(self.to_cube.apply(z.as_slice())))
            .expect("dimension, population and step size were checked on construction");

        for (generation, recorded) in history.iter().enumerate() {
            tape.play(&recorded.fitness);
            let end = instance.next();
            check_replay(generation, &recorded.points, &tape.take())?;
            if let Some(end) = end {
                return Err(OptimizerError::Ended {
                    generations: generation + 1,
                    reason: describe(&end.reasons),
                });
            }
        }

        let covariance = instance.covariance_matrix();
        let distribution = Distribution {
            mean: self.to_cube.apply(instance.mean().as_slice()),
            step_size: instance.sigma(),
            covariance: self.to_cube.covariance(|i, j| covariance[(i, j)]),
        };
        // The instance is dropped after this call, together with its update by meaningless fitness.
        let _ = instance.next();
        Ok(Proposal {
            points: tape.take(),
            distribution: Some(distribution),
        })
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
