//! The normal distribution that a model-based optimizer samples from.

use serde::{Deserialize, Serialize};

use crate::error::OptimizerError;
use crate::symmetric::SymmetricMatrix;
use crate::vectors::dot;

/// A normal distribution of points: `x = mean + step_size * N(0, covariance)`.
///
/// CMA-ES adapts step size and covariance at different speeds, so they are separate numbers. The covariance of the
/// points is their product `step_size^2 * covariance`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Distribution {
    /// The common scale, in edges of the cube.
    pub step_size: f64,
    /// The mean of the points, one number per coordinate.
    pub mean: Vec<f64>,
    /// The shape: a positive definite matrix.
    pub covariance: SymmetricMatrix,
}

impl Distribution {
    /// Returns the distribution with the same standard deviation `step_size` in all directions.
    pub fn isotropic(mean: Vec<f64>, step_size: f64) -> Self {
        Self { covariance: SymmetricMatrix::identity(mean.len()), mean, step_size }
    }

    /// Returns the standard deviation of each coordinate, in edges of the cube.
    pub fn standard_deviations(&self) -> Vec<f64> {
        (0..self.mean.len()).map(|i| self.step_size * self.covariance[i][i].sqrt()).collect()
    }

    /// Checks shapes and ranges, but not whether the covariance is positive definite.
    fn check(&self) -> Result<(), OptimizerError> {
        let dimensions = self.mean.len();
        OptimizerError::require(dimensions >= 1, "the dimension", dimensions, "at least 1")?;
        for value in &self.mean {
            OptimizerError::require(value.is_finite(), "the mean", value, "finite numbers")?;
        }
        let step_size = self.step_size;
        let is_scale = step_size.is_normal() && step_size > 0.0;
        OptimizerError::require(is_scale, "the step size", step_size, "a number above 0")?;
        let is_of_mean = self.covariance.dimensions() == dimensions;
        let (found, expected) =
            ("of another size", "one row and column per coordinate of the mean");
        OptimizerError::require(is_of_mean, "the covariance", found, expected)
    }

    /// Returns the lower triangular Cholesky factor of the covariance by the Cholesky-Banachiewicz method: row `i` has
    /// the `i + 1` entries up to the diagonal. Plain loops in a fixed order give the same bits on every processor.
    ///
    /// # Errors
    ///
    /// If the distribution is none.
    pub(crate) fn cholesky(&self) -> Result<Vec<Vec<f64>>, OptimizerError> {
        self.check()?;
        let covariance = self.covariance.rows();
        let mut factor: Vec<Vec<f64>> = Vec::with_capacity(covariance.len());
        for (i, covariances) in covariance.iter().enumerate() {
            let mut row = Vec::with_capacity(i + 1);
            for j in 0..i {
                let rest = covariances[j] - dot(&row, &factor[j][..j]);
                row.push(rest / factor[j][j]);
            }
            let square = covariances[i] - dot(&row, &row);
            let is_definite = square.is_finite() && square > 0.0;
            let (found, expected) = ("not positive definite", "a positive definite matrix");
            OptimizerError::require(is_definite, "the covariance", found, expected)?;
            row.push(square.sqrt());
            factor.push(row);
        }
        Ok(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A distribution with the Cholesky factor `[[2, 0], [3, 1]]`.
    fn example() -> Distribution {
        Distribution {
            mean: vec![10.0, 20.0],
            step_size: 0.5,
            covariance: SymmetricMatrix::of_lower(2, |i, j| [[4.0, 6.0], [6.0, 10.0]][i][j]),
        }
    }

    #[test]
    fn standard_deviations_are_those_of_the_coordinates() {
        let isotropic = Distribution::isotropic(vec![0.5; 3], 0.2);
        assert_eq!(isotropic.standard_deviations(), [0.2; 3]);
        let expected = [0.5 * 2.0, 0.5 * 10.0_f64.sqrt()];
        assert_eq!(example().standard_deviations(), expected);
    }

    #[test]
    fn an_impossible_distribution_is_an_error() {
        let refuses = |change: fn(&mut Distribution), message: &str| {
            let mut changed = example();
            change(&mut changed);
            let error = changed.cholesky().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        };
        let indefinite = "the covariance is not positive definite, expected";
        let wrong_size = "the covariance is of another size, expected";
        refuses(
            |d| d.covariance = SymmetricMatrix::of_lower(2, |i, j| [[4.0, 0.0], [6.0, 7.0]][i][j]),
            indefinite,
        );
        refuses(|d| d.covariance = SymmetricMatrix::of_lower(2, |_, _| f64::NAN), indefinite);
        refuses(|d| d.covariance = SymmetricMatrix::identity(1), wrong_size);
        refuses(|d| d.step_size = 0.0, "the step size is 0, expected");
        refuses(|d| d.mean[1] = f64::INFINITY, "the mean is inf, expected");
    }
}
