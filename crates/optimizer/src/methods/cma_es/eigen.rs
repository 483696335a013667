//! Eigenvalues of symmetric matrices, with the same bits on every processor.
//!
//! The cyclic Jacobi method: Golub & Van Loan, "Matrix Computations", 4th edition, section 8.5. It is as exact as any
//! other method, and fast enough for matrices of some tens of rows.

use crate::symmetric::SymmetricMatrix;
use crate::vectors::dot;

/// The eigenvalues of a symmetric matrix, and its eigenvectors as the columns of a rotation.
pub(super) struct Eigen {
    /// `values[k]`: the eigenvalue of the `k`-th eigenvector, in no order.
    pub(super) values: Vec<f64>,
    /// `vectors[i][k]`: coordinate `i` of the `k`-th eigenvector.
    pub(super) vectors: Vec<Vec<f64>>,
}

/// The limit of sweeps over the matrix. Convergence is quadratic: ten sweeps make a matrix diagonal to the last bit.
const MAX_SWEEPS: usize = 60;

impl Eigen {
    /// Decomposes a symmetric matrix of finite numbers.
    pub(super) fn of(matrix: &[Vec<f64>]) -> Self {
        let n = matrix.len();
        let mut a = matrix.to_vec();
        let mut vectors = SymmetricMatrix::identity(n).rows().to_vec();
        for _ in 0..MAX_SWEEPS {
            let mut rotated = false;
            for p in 0..n {
                for q in p + 1..n {
                    rotated |= rotate(&mut a, &mut vectors, p, q);
                }
            }
            if !rotated {
                break;
            }
        }
        Self { values: (0..n).map(|i| a[i][i]).collect(), vectors }
    }

    /// Returns `B D z`: a sample of the normal distribution with the matrix as covariance, if `z` is standard normal.
    pub(super) fn color(&self, z: &[f64]) -> Vec<f64> {
        let scaled: Vec<f64> =
            (z.iter().zip(&self.values)).map(|(z, value)| z * value.sqrt()).collect();
        self.vectors.iter().map(|row| dot(row, &scaled)).collect()
    }

    /// Returns `C^(-1/2) y`, where `C` is the matrix.
    pub(super) fn whiten(&self, y: &[f64]) -> Vec<f64> {
        let along = |k: usize| -> f64 { self.vectors.iter().zip(y).map(|(v, y)| v[k] * y).sum() };
        let scaled: Vec<f64> =
            (self.values.iter().enumerate()).map(|(k, value)| along(k) / value.sqrt()).collect();
        self.vectors.iter().map(|row| dot(row, &scaled)).collect()
    }
}

/// Makes the entry (p, q) zero by a rotation. Returns false if it is too small to matter beside the diagonal.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) -> bool {
    let off = a[p][q];
    if off.abs() <= f64::EPSILON * 0.5 * (a[p][p].abs() * a[q][q].abs()).sqrt() {
        return false;
    }
    // (8.5.2): the smaller root of t^2 + 2 tau t - 1 = 0.
    let tau = (a[q][q] - a[p][p]) / (2.0 * off);
    let t = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
    let cos = 1.0 / (1.0 + t * t).sqrt();
    let sin = t * cos;
    for row in a.iter_mut() {
        (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
    }
    (a[p][q], a[q][p]) = (0.0, 0.0);
    for row in vectors {
        (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniform;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Returns `B D^2 B^T`.
    fn rebuilt(eigen: &Eigen) -> Vec<Vec<f64>> {
        let n = eigen.values.len();
        let entry = |i: usize, j: usize| {
            let v = &eigen.vectors;
            (0..n).map(|k| v[i][k] * eigen.values[k] * v[j][k]).sum()
        };
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    }

    #[test]
    fn a_decomposition_multiplies_to_its_matrix() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for n in [1, 2, 3, 7, 40] {
            // A A^T with the rows of A scaled over six orders of magnitude.
            let a: Vec<Vec<f64>> = (0..n)
                .map(|i| {
                    let scale = libm::pow(10.0, -6.0 * i as f64 / n as f64);
                    let row = uniform::point(&mut generator, n);
                    row.iter().map(|x| scale * (x - 0.5)).collect()
                })
                .collect();
            let product: Vec<Vec<f64>> =
                a.iter().map(|x| a.iter().map(|y| dot(x, y)).collect()).collect();
            let eigen = Eigen::of(&product);
            for (i, row) in rebuilt(&eigen).iter().enumerate() {
                for (j, x) in row.iter().enumerate() {
                    let error = (x - product[i][j]).abs();
                    assert!(error < 1e-13, "{n}: ({i}, {j}) is off by {error}");
                }
            }
            for j in 0..n {
                for k in 0..n {
                    let column =
                        |k: usize| -> Vec<f64> { eigen.vectors.iter().map(|row| row[k]).collect() };
                    let expected = f64::from(u8::from(j == k));
                    assert!((dot(&column(j), &column(k)) - expected).abs() < 1e-13);
                }
            }
        }
    }
}
