//! Layouts of a weight matrix: the matrices that a search may propose.
//!
//! A layout is a partial order of the entries. [`MatrixLayout::decode`] maps the unit cube
//! onto the matrices that keep it, largest entry first: an entry is the smallest of those
//! directly above it in the order, times u^(1/n), where u is its coordinate and n is the
//! number of entries that must not exceed it, itself included. This is the distribution of
//! the largest of n uniform numbers, so that with the reading order, uniform points give
//! sorted uniform numbers: the article's random matrices. Matrices are scaled to sum 1,
//! since a common factor changes no move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::weight_matrix::CELLS;

/// The order that the entries of a matrix keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Layout")]
pub enum MatrixLayout {
    /// Entries fall along the reading order; 15 coordinates.
    #[default]
    ReadingOrder,
    /// Entries fall along each row and each column; 15 coordinates.
    Diagonal,
    /// No order: sixteen coordinates, each entry in a range of its own.
    Free,
}

impl MatrixLayout {
    /// The number of coordinates of a point.
    pub fn dimensions(self) -> usize {
        match self {
            Self::ReadingOrder | Self::Diagonal => CELLS - 1,
            Self::Free => CELLS,
        }
    }

    /// The first cell whose entry breaks the layout: its order, no negative entry, and a positive
    /// sum. A free matrix has any finite entries.
    pub fn misfit(self, matrix: &[f64; CELLS]) -> Option<usize> {
        let fits = |cell: usize| match (self, cell) {
            (Self::Free, _) => true,
            (_, 0) => matrix[0] > 0.0,
            _ => {
                matrix[cell] >= 0.0 && self.limits(cell).all(|above| matrix[cell] <= matrix[above])
            }
        };
        (0..CELLS).find(|&cell| !(matrix[cell].is_finite() && fits(cell)))
    }

    /// The matrix at a point of the unit cube, scaled to sum 1.
    ///
    /// # Panics
    /// If the layout is free, or if the point does not have [`MatrixLayout::dimensions`] coordinates.
    pub fn decode(self, point: &[f64]) -> [f64; CELLS] {
        assert_eq!(point.len(), CELLS - 1, "coordinates of a matrix");
        let mut matrix = [1.0; CELLS];
        for cell in 1..CELLS {
            let ratio = libm::pow(point[cell - 1].clamp(0.0, 1.0), 1.0 / self.not_above(cell));
            matrix[cell] = ratio * self.limit(cell, &matrix);
        }
        let sum: f64 = matrix.iter().sum();
        matrix.map(|entry| entry / sum)
    }

    /// The point that decodes to a matrix, apart from a common factor.
    ///
    /// # Panics
    /// If the layout is free.
    pub fn encode(self, matrix: &[f64; CELLS]) -> Vec<f64> {
        let coordinate = |cell| {
            let limit = self.limit(cell, matrix);
            // Below an entry of 0 all are 0, whatever the coordinate.
            let ratio = if limit > 0.0 { matrix[cell] / limit } else { 0.5 };
            libm::pow(ratio, self.not_above(cell)).clamp(0.0, 1.0)
        };
        (1..CELLS).map(coordinate).collect()
    }

    /// The cells directly above a cell in the order.
    fn limits(self, cell: usize) -> impl Iterator<Item = usize> {
        let (previous, upper) = match self {
            Self::ReadingOrder => (Some(cell - 1), None),
            Self::Diagonal => {
                ((!cell.is_multiple_of(4)).then(|| cell - 1), (cell >= 4).then(|| cell - 4))
            }
            Self::Free => panic!("a free matrix has no order"),
        };
        previous.into_iter().chain(upper)
    }

    fn limit(self, cell: usize, matrix: &[f64; CELLS]) -> f64 {
        self.limits(cell).map(|above| matrix[above]).fold(f64::INFINITY, f64::min)
    }

    /// The number of entries that must not exceed this one, itself included.
    fn not_above(self, cell: usize) -> f64 {
        let count = match self {
            Self::ReadingOrder | Self::Free => CELLS - cell,
            Self::Diagonal => (4 - cell / 4) * (4 - cell % 4),
        };
        count as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::corner_matrix::PUBLISHED;
    use super::*;

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    /// Falls along the diagonals.
    const DIAGONAL: [f64; CELLS] =
        [7.0, 6.0, 5.0, 4.0, 6.0, 5.0, 4.0, 3.0, 5.0, 4.0, 3.0, 2.0, 4.0, 3.0, 2.0, 1.0];

    #[test]
    fn the_known_matrices_round_trip() {
        for (layout, matrix) in [
            (MatrixLayout::ReadingOrder, PUBLISHED),
            (MatrixLayout::Diagonal, PUBLISHED),
            (MatrixLayout::Diagonal, DIAGONAL),
        ] {
            assert_eq!(layout.misfit(&matrix), None);
            let sum: f64 = matrix.iter().sum();
            let decoded = layout.decode(&layout.encode(&matrix));
            assert!(close(&decoded, &matrix.map(|entry| entry / sum)), "{layout:?}");
        }
        assert!(MatrixLayout::ReadingOrder.misfit(&DIAGONAL).is_some());
    }
}
