//! The normal distribution that a model-based optimizer samples from.

use super::{OptimizerError, SymmetricMatrix};

/// A normal distribution of points: `x = mean + step_size * N(0, covariance)`.
///
/// CMA-ES adapts step size and covariance at different speeds, so they are separate numbers. The covariance of the
/// points is their product `step_size^2 * covariance`.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The mean of the points, one number per coordinate.
    pub mean: Vec<f64>,
    /// The common scale, in edges of the cube.
    pub step_size: f64,
    /// The shape: a positive definite matrix.
    pub covariance: SymmetricMatrix,
}

impl Distribution {
    /// Returns the distribution with the same standard deviation `step_size` in all directions.
    #[must_use]
    pub fn isotropic(mean: Vec<f64>, step_size: f64) -> Self {
        Self {
            covariance: SymmetricMatrix::identity(mean.len()),
            mean,
            step_size,
        }
    }

    /// Returns the standard deviation of each coordinate, in edges of the cube.
    #[must_use]
    pub fn standard_deviations(&self) -> Vec<f64> {
        (0..self.mean.len())
            .map(|i| self.step_size * self.covariance[i][i].sqrt())
            .collect()
    }

    /// Checks shapes and ranges, but not whether the covariance is positive definite.
    fn check(&self) -> Result<(), OptimizerError> {
        let dimensions = self.mean.len();
        OptimizerError::require(dimensions >= 1, "the dimension", dimensions, "at least 1")?;
        for value in &self.mean {
            OptimizerError::require(value.is_finite(), "the mean", value, "finite numbers")?;
        }
        let step_size = self.step_size;
        OptimizerError::require(
            step_size.is_normal() && step_size > 0.0,
            "the step size",
            step_size,
            "a number above 0",
        )?;
        OptimizerError::require(
            self.covariance.dimensions() == dimensions,
            "the covariance",
            "of another size",
            "one row and column per coordinate of the mean",
        )
    }
}

/// The map `z -> mean + A z` with `A A^T = covariance`, which turns samples of `N(0, I)` into samples of
/// `N(mean, covariance)`.
///
/// `A` is the lower triangular Cholesky factor. Any other root would do, because CMA-ES is invariant under rotations
/// (Hansen, <https://arxiv.org/abs/1604.00772>). Plain loops in a fixed order give the same bits on every processor.
#[derive(Debug, Clone)]
pub(super) struct AffineMap {
    offset: Vec<f64>,
    /// The rows of `A`: row `i` has the `i + 1` entries up to the diagonal.
    factor: Vec<Vec<f64>>,
}

impl AffineMap {
    /// Decomposes the covariance of `distribution` by the Cholesky-Banachiewicz method.
    ///
    /// # Errors
    ///
    /// If the distribution is none.
    pub(super) fn of(distribution: &Distribution) -> Result<Self, OptimizerError> {
        distribution.check()?;
        let covariance = distribution.covariance.rows();
        let mut factor: Vec<Vec<f64>> = Vec::with_capacity(covariance.len());
        for (i, covariances) in covariance.iter().enumerate() {
            let mut row = Vec::with_capacity(i + 1);
            for j in 0..i {
                let rest = covariances[j] - dot(&row, &factor[j][..j]);
                row.push(rest / factor[j][j]);
            }
            let square = covariances[i] - dot(&row, &row);
            OptimizerError::require(
                square.is_finite() && square > 0.0,
                "the covariance",
                "not positive definite",
                "a positive definite matrix",
            )?;
            row.push(square.sqrt());
            factor.push(row);
        }
        Ok(Self {
            offset: distribution.mean.clone(),
            factor,
        })
    }

    /// Returns the number of coordinates.
    pub(super) fn dimensions(&self) -> usize {
        self.offset.len()
    }

    /// Returns `mean + A z`.
    pub(super) fn apply(&self, z: &[f64]) -> Vec<f64> {
        self.offset
            .iter()
            .zip(&self.factor)
            .map(|(offset, row)| offset + dot(row, z))
            .collect()
    }

    /// Returns `A C A^T`: the covariance of `A z` where `C` is the covariance of `z`.
    pub(super) fn covariance(&self, c: impl Fn(usize, usize) -> f64) -> SymmetricMatrix {
        let dimensions = self.dimensions();
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

/// Returns the scalar product over the length of the shorter slice, summed in index order.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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
    fn the_map_is_the_cholesky_factor_around_the_mean() {
        let map = AffineMap::of(&example()).unwrap();
        assert_eq!(map.apply(&[0.0, 0.0]), [10.0, 20.0]);
        assert_eq!(map.apply(&[1.0, 0.0]), [12.0, 23.0]);
        assert_eq!(map.apply(&[0.0, 1.0]), [10.0, 21.0]);
    }

    #[test]
    fn the_covariance_of_mapped_samples_is_that_of_the_distribution() {
        let map = AffineMap::of(&example()).unwrap();
        let identity = |i, j| if i == j { 1.0 } else { 0.0 };
        assert_eq!(map.covariance(identity), example().covariance);
        // [[2, 0], [3, 1]] [[1, 2], [2, 5]] [[2, 3], [0, 1]]
        let other = |i: usize, j: usize| [[1.0, 2.0], [2.0, 5.0]][i][j];
        assert_eq!(map.covariance(other).rows(), [[4.0, 10.0], [10.0, 26.0]]);
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
        let refusal = |change: fn(&mut Distribution)| {
            let mut changed = example();
            change(&mut changed);
            AffineMap::of(&changed).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(|d| d.covariance =
                SymmetricMatrix::of_lower(2, |i, j| [[4.0], [6.0]][i][0] + j as f64)),
            "the covariance is not positive definite, expected a positive definite matrix"
        );
        assert_eq!(
            refusal(|d| d.covariance = SymmetricMatrix::identity(2).scaled(f64::NAN)),
            "the covariance is not positive definite, expected a positive definite matrix"
        );
        assert_eq!(
            refusal(|d| d.covariance = SymmetricMatrix::identity(1)),
            "the covariance is of another size, expected one row and column per coordinate of the mean"
        );
        assert_eq!(
            refusal(|d| d.step_size = 0.0),
            "the step size is 0, expected a number above 0"
        );
        assert_eq!(
            refusal(|d| d.mean[1] = f64::INFINITY),
            "the mean is inf, expected finite numbers"
        );
    }
}
