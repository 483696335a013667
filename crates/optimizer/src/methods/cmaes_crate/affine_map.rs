//! The map from samples of a standard normal distribution to the cube.

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::symmetric::SymmetricMatrix;
use crate::vectors::dot;

/// The map `z -> mean + A z` with `A A^T = covariance`, which turns samples of `N(0, I)` into samples of
/// `N(mean, covariance)`.
///
/// `A` is the lower triangular Cholesky factor. Any other root would do, because CMA-ES is invariant under rotations
/// (Hansen, <https://arxiv.org/abs/1604.00772>).
#[derive(Clone)]
pub(super) struct AffineMap {
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
    pub(super) fn of(distribution: &Distribution) -> Result<Self, OptimizerError> {
        Ok(Self { offset: distribution.mean.clone(), factor: distribution.cholesky()? })
    }

    /// Returns the number of coordinates.
    pub(super) fn dimensions(&self) -> usize {
        self.offset.len()
    }

    /// Returns `mean + A z`.
    pub(super) fn apply(&self, z: &[f64]) -> Vec<f64> {
        self.offset.iter().zip(&self.factor).map(|(offset, row)| offset + dot(row, z)).collect()
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
