//! The interface that every optimizer's settings implement.

use crate::boundary::{check_inside, clamp};
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::search::Search;

/// The settings of one optimizer, which start its searches.
///
/// [`Optimizer`](crate::Optimizer) has the same methods for callers. Each has its own [`start`](Self::start), or its own
/// [`restart`](Self::restart): the other one follows from it.
pub(crate) trait Method {
    /// Returns the number of candidates of a generation over `dimensions` coordinates.
    fn population(&self, dimensions: usize) -> u32;

    /// Replaces a population that depends on the number of coordinates by its value.
    fn settle(&mut self, _dimensions: usize) {}

    /// Returns the standard deviation of the first generation in every coordinate, in edges of the cube.
    fn step_size(&self) -> f64 {
        DEFAULT_STEP_SIZE
    }

    /// Starts a search at a point that was checked to be in the cube.
    ///
    /// # Errors
    ///
    /// If a population is odd that must be even.
    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        self.restart(&Distribution::isotropic(point, self.step_size()), seed)
    }

    /// Starts a search from a distribution, such as the last one of a recorded search.
    ///
    /// # Errors
    ///
    /// If a population is odd that must be even, or the distribution is invalid.
    fn restart(&self, distribution: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        let mean = clamp(&distribution.mean);
        check_inside(&mean)?;
        self.start(mean, seed)
    }
}

/// The step size of CMA-ES with the best results in the project's comparisons of optimizers.
pub(crate) const DEFAULT_STEP_SIZE: f64 = 0.13;
