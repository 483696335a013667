//! Symmetric matrices.

use std::ops::Index;

/// A symmetric matrix, to the bit.
///
/// It is made from its lower triangle only, so that rounding cannot make its halves differ. A matrix whose lower
/// triangle was written and read back is therefore the same matrix.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SymmetricMatrix {
    rows: Vec<Vec<f64>>,
}

impl SymmetricMatrix {
    /// Returns the matrix of `dimensions` rows with the entry `entry(i, j)` in row `i` and column `j <= i`.
    pub fn of_lower(dimensions: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Self {
        let lower: Vec<Vec<f64>> =
            (0..dimensions).map(|i| (0..=i).map(|j| entry(i, j)).collect()).collect();
        let row = |i: usize| (0..dimensions).map(|j| lower[i.max(j)][i.min(j)]).collect();
        Self { rows: (0..dimensions).map(row).collect() }
    }

    /// Returns the identity matrix of `dimensions` rows.
    pub fn identity(dimensions: usize) -> Self {
        Self::of_lower(dimensions, |i, j| f64::from(u8::from(i == j)))
    }

    /// Returns the matrix multiplied by a number.
    pub fn scaled(&self, factor: f64) -> Self {
        Self::of_lower(self.dimensions(), |i, j| self.rows[i][j] * factor)
    }

    /// Returns the matrix with its rows and its columns multiplied by one number each.
    pub(crate) fn stretched(&self, factors: &[f64]) -> Self {
        Self::of_lower(self.dimensions(), |i, j| self.rows[i][j] * factors[i] * factors[j])
    }

    /// Returns the number of rows, which is that of columns.
    pub fn dimensions(&self) -> usize {
        self.rows.len()
    }

    /// Returns all rows, each with all of its entries.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
}

impl Index<usize> for SymmetricMatrix {
    type Output = [f64];

    fn index(&self, row: usize) -> &[f64] {
        &self.rows[row]
    }
}
