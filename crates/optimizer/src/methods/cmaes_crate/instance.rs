//! The `cmaes` crate, run by replay.
//!
//! The crate works on `z`, which starts at the origin with covariance `I`. Points of the cube are `x = m + A z`, where
//! `m` is the mean and `A A^T` the covariance of the distribution to start from. A new search has `A = I`; one that goes
//! on from a recorded distribution takes the same code path.

use std::sync::{Arc, Mutex, MutexGuard};

use cmaes::{CMAES, CMAESOptions, DVector, Mode, TerminationReason};

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::methods::stop_reason;
use crate::search::{Learned, Search, Strategy};
use crate::symmetric::SymmetricMatrix;
use crate::vectors::dot;

/// Starts a search from a distribution, with a checked population.
pub(super) fn search(
    population: usize,
    distribution: &Distribution,
    seed: u64,
) -> Result<Search, OptimizerError> {
    let to_cube = AffineMap::of(distribution)?;
    let dimensions = to_cube.offset.len();
    let origin = Origin { population, step_size: distribution.step_size, to_cube, seed };
    let search = Replayed { instance: origin.instance(), origin, fitness: Vec::new() };
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
    /// Returns an instance that has learned nothing.
    fn instance(&self) -> Instance {
        let tape = Arc::<Mutex<Tape>>::default();
        let (its_tape, to_cube) = (Arc::clone(&tape), self.to_cube.clone());
        let answer: Objective =
            Box::new(move |z| lock(&its_tape).answer(to_cube.apply(z.as_slice())));
        let search = CMAESOptions::new(vec![0.0; self.to_cube.offset.len()], self.step_size)
            .mode(Mode::Minimize)
            .population_size(self.population)
            .seed(self.seed)
            .tol_fun(0.0)
            .tol_fun_hist(0.0)
            .tol_x(0.0)
            // Longer than the crate's memory: the rule never applies.
            .tol_stagnation(usize::MAX)
            .build(answer)
            .expect("dimension, population and step size were checked on construction");
        Instance { search, tape }
    }
}

/// An objective function over `z` that returns recorded values.
type Objective = Box<dyn FnMut(&DVector<f64>) -> f64 + Send + Sync>;

/// The recorded fitness of a generation, and the points that were asked for.
///
/// The crate draws all points of a generation before its first fitness can matter. An instance therefore receives the
/// recorded fitness of a generation and learns from it. One that receives meaningless values shows the points of the
/// next generation.
#[derive(Default)]
struct Tape {
    fitness: Vec<f64>,
    asked: Vec<Vec<f64>>,
}

impl Tape {
    /// Returns the recorded fitness of the next point, or 0 after the last recorded one.
    fn answer(&mut self, point: Vec<f64>) -> f64 {
        self.asked.push(point);
        self.fitness.get(self.asked.len() - 1).copied().unwrap_or(0.0)
    }
}

fn lock(tape: &Mutex<Tape>) -> MutexGuard<'_, Tape> {
    tape.lock().expect("no holder of the tape panics")
}

/// The crate's search, and the tape that it evaluates points by.
struct Instance {
    search: CMAES<Objective>,
    tape: Arc<Mutex<Tape>>,
}

impl Instance {
    /// Learns from the next generation by its fitness; returns its points, and the reason to end if there is one.
    fn learn(&mut self, fitness: &[f64]) -> (Vec<Vec<f64>>, Option<&'static str>) {
        *lock(&self.tape) = Tape { fitness: fitness.to_vec(), asked: Vec::new() };
        let end = self.search.next();
        let asked = std::mem::take(&mut lock(&self.tape).asked);
        (asked, end.map(|end| describe(&end.reasons)))
    }
}

/// A search under way.
///
/// The crate's stop rules that depend on fitness are switched off, because noise and ties trigger them. The numerical
/// stop rules remain: see [`OptimizerError::Ended`].
struct Replayed {
    origin: Origin,
    instance: Instance,
    /// The fitness of all generations, since an instance cannot be copied: another one is brought to the same state.
    fitness: Vec<Vec<f64>>,
}

impl Strategy for Replayed {
    /// Its cost grows with the number of generations learned.
    fn points(&self) -> Vec<Vec<f64>> {
        let mut instance = self.origin.instance();
        for fitness in &self.fitness {
            instance.learn(fitness);
        }
        // The instance is dropped after this call, together with its update by meaningless fitness.
        instance.learn(&[]).0
    }

    fn distribution(&self) -> Option<Distribution> {
        let (search, to_cube) = (&self.instance.search, &self.origin.to_cube);
        let covariance = search.covariance_matrix();
        Some(Distribution {
            mean: to_cube.apply(search.mean().as_slice()),
            step_size: search.sigma(),
            covariance: to_cube.covariance(|i, j| covariance[(i, j)]),
        })
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned {
        let (proposed, end) = self.instance.learn(&evaluated.fitness);
        self.fitness.push(evaluated.fitness.clone());
        Learned { proposed, end }
    }
}

/// Returns the first of the crate's reasons to end in words.
fn describe(reasons: &[TerminationReason]) -> &'static str {
    match reasons.first() {
        Some(TerminationReason::NoEffectAxis | TerminationReason::NoEffectCoord) => {
            stop_reason::CONVERGED
        }
        Some(TerminationReason::TolXUp) => stop_reason::ENDLESS,
        Some(TerminationReason::TolConditionCov) => stop_reason::NARROW,
        Some(TerminationReason::PosDefCov) => stop_reason::FLAT,
        _ => "a stop rule of the cmaes crate",
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
