//! The `cmaes` crate, run by replay.
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. A new search has `A = I`; one that goes
//! on from a recorded distribution takes the same code path.

use cmaes::{CMAES, CMAESOptions, DVector, Mode, ObjectiveFunction};

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::search::{Learned, Search, Strategy};
use crate::symmetric::SymmetricMatrix;
use crate::tape::Tape;
use crate::vectors::dot;

/// Why nothing follows, whatever rule of the crate says so.
const ENDED: &str = "it has settled, or its steps grow without end";

/// Starts a search from a distribution, with a checked population.
pub(super) fn search(
    population: usize,
    distribution: &Distribution,
    seed: u64,
) -> Result<Search, OptimizerError> {
    let to_cube = AffineMap::of(distribution)?;
    let dimensions = to_cube.offset.len();
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
        let instance = CMAESOptions::new(vec![0.0; self.to_cube.offset.len()], self.step_size)
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
        Learned { proposed: self.tape.take(), end: end.map(|_| ENDED) }
    }
}

/// The map `z -> mean + A z` with `A A^T = covariance`, which turns samples of `N(0, I)` into samples of
/// `N(mean, covariance)`.
///
/// `A` is the lower triangular Cholesky factor. Any other root would do, because CMA-ES is invariant under rotations
/// (Hansen, <https://arxiv.org/abs/1604.00772>).
#[derive(Clone)]
struct AffineMap {
    offset: Vec<f64>,
    /// The rows of `A` up to the diagonal.
    factor: Vec<Vec<f64>>,
}

impl AffineMap {
    /// Decomposes the covariance of `distribution`.
    ///
    /// # Errors
    ///
    /// If the distribution is none.
    fn of(distribution: &Distribution) -> Result<Self, OptimizerError> {
        Ok(Self { offset: distribution.mean.clone(), factor: distribution.cholesky()? })
    }

    /// Returns `mean + A z`.
    fn apply(&self, z: &[f64]) -> Vec<f64> {
        self.offset.iter().zip(&self.factor).map(|(offset, row)| offset + dot(row, z)).collect()
    }

    /// Returns `A C A^T`: the covariance of `A z` where `C` is the covariance of `z`.
    fn covariance(&self, c: impl Fn(usize, usize) -> f64) -> SymmetricMatrix {
        let dimensions = self.offset.len();
        // a_c = A C
        let a_c: Vec<Vec<f64>> = (self.factor.iter())
            .map(|row| {
                let column = |j| row.iter().enumerate().map(|(k, a)| a * c(k, j)).sum();
                (0..dimensions).map(column).collect()
            })
            .collect();
        SymmetricMatrix::of_lower(dimensions, |i, j| dot(&self.factor[j], &a_c[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_mapped_around_the_mean_to_the_covariance() {
        let distribution = Distribution {
            mean: vec![10.0, 20.0],
            step_size: 0.5,
            covariance: SymmetricMatrix::of_lower(2, |i, j| [[4.0, 6.0], [6.0, 10.0]][i][j]),
        };
        // The factor is [[2, 0], [3, 1]].
        let map = AffineMap::of(&distribution).unwrap();
        assert_eq!(map.apply(&[0.0, 0.0]), [10.0, 20.0]);
        assert_eq!(map.apply(&[1.0, 0.0]), [12.0, 23.0]);
        assert_eq!(map.apply(&[0.0, 1.0]), [10.0, 21.0]);
        let identity = |i, j| if i == j { 1.0 } else { 0.0 };
        assert_eq!(map.covariance(identity), distribution.covariance);
        // [[2, 0], [3, 1]] [[1, 2], [2, 5]] [[2, 3], [0, 1]]
        let other = |i: usize, j: usize| [[1.0, 2.0], [2.0, 5.0]][i][j];
        assert_eq!(map.covariance(other).rows(), [[4.0, 10.0], [10.0, 26.0]]);
    }
}
