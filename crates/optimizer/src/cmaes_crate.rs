//! CMA-ES as the `cmaes` crate computes it, run by replay: what [`CmaEs`](super::CmaEs) is compared with.
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. Thus a search that starts afresh
//! (`A = I`) and one that goes on from a recorded distribution are the same code.

use cmaes::{CMAESOptions, DVector, Mode, TerminationReason};

use super::boundary::check_inside;
use super::distribution::AffineMap;
use super::replay::{Tape, check_history, check_replay};
use super::{Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Proposal};

/// The covariance matrix adaptation evolution strategy, with negative weights for the worse half ("active").
///
/// Replay is exact on one kind of processor only. On others the crate's matrix products may use fused instructions and
/// its exponentials another system library; a last bit can turn an eigenvector round, and the samples with it. So
/// every recorded point is compared: see [`OptimizerError::Diverged`]. To go on elsewhere, continue
/// [from the recorded distribution](Self::from_distribution).
///
/// The crate's stop rules that depend on fitness are switched off, as noise and ties trigger them. What remains are the
/// numerical ones: see [`OptimizerError::Ended`].
#[derive(Debug, Clone)]
pub struct CmaesCrate {
    population: usize,
    step_size: f64,
    to_cube: AffineMap,
    seed: u64,
}

impl CmaesCrate {
    /// Starts around the point `start` of the cube.
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
    /// The history of the new search begins empty. Of the old one only the evolution paths are lost: the memory of the
    /// last few steps, which builds up again in about `n / 4` generations. Use another seed than the old search had,
    /// lest the same deviations be drawn again.
    ///
    /// # Errors
    ///
    /// If the population is below 2 or the distribution is not one: numbers that are not finite, a step size that is
    /// not positive, a covariance that is not positive definite.
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
            // Longer than the crate remembers, which is its way of switching the rule off.
            .tol_stagnation(usize::MAX)
    }
}

impl Optimizer for CmaesCrate {
    fn population(&self) -> usize {
        self.population
    }

    fn propose(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
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
        // The update that follows on the meaningless answers is thrown away with the instance.
        let _ = instance.next();
        Ok(Proposal {
            points: tape.take(),
            distribution: Some(distribution),
        })
    }
}

/// Puts the first of the crate's reasons to end into words.
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
