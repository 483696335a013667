//! The weights of a heuristic as points of the unit cube.
//!
//! Each tuned weight is one coordinate, in the order of the heuristic's list.
//! A matrix in an ordered layout has the coordinates of its layout, and comes
//! out with sum 1.

use super::range::Range;
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::{MatrixLayout, Weights};

/// What some coordinates of a point stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dimension {
    /// One coordinate: the weight at this place of the list.
    Weight(usize, Range),
    /// The coordinates of an ordered layout: the first sixteen weights.
    Matrix(MatrixLayout),
}

impl Dimension {
    fn dimensions(&self) -> usize {
        match self {
            Self::Weight(..) => 1,
            Self::Matrix(layout) => layout.dimensions(),
        }
    }
}

/// A weight beyond the range that it is tuned in.
#[derive(Clone, Debug, PartialEq)]
pub struct Beyond {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// The weights that a search starts from, and those that it moves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchSpace {
    /// The weights that the file gives; those that are not tuned stay.
    pub(super) start: Weights,
    /// What the coordinates of a point stand for, in their order.
    pub(super) tuned: Vec<Dimension>,
}

impl SearchSpace {
    /// How many coordinates a point has.
    pub(super) fn dimensions(&self) -> usize {
        self.tuned.iter().map(Dimension::dimensions).sum()
    }

    /// Names of the coordinates.
    pub(super) fn coordinate_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for dimension in &self.tuned {
            match dimension {
                Dimension::Weight(index, _) => {
                    names.push(self.start.heuristic.weights()[*index].name.to_string());
                }
                Dimension::Matrix(layout) => {
                    names.extend((1..=layout.dimensions()).map(|n| format!("matrix-{n:02}")));
                }
            }
        }
        names
    }

    /// The weights at a point; coordinates beyond the cube count as its faces.
    ///
    /// # Panics
    /// If the point has not as many coordinates as the cube.
    pub(super) fn decode(&self, point: &[f64]) -> Weights {
        assert_eq!(point.len(), self.dimensions(), "coordinates of a point");
        let inside = |u: &f64| if u.is_nan() { 0.0 } else { u.clamp(0.0, 1.0) };
        let point: Vec<f64> = point.iter().map(inside).collect();
        let mut weights = self.start.clone();
        let mut rest = point.as_slice();
        for dimension in &self.tuned {
            let (coordinates, others) = rest.split_at(dimension.dimensions());
            rest = others;
            match dimension {
                Dimension::Weight(index, range) => {
                    weights.values[*index] = range.decode(coordinates[0]);
                }
                Dimension::Matrix(layout) => {
                    weights.values[..CELLS].copy_from_slice(&layout.decode(coordinates));
                }
            }
        }
        weights
    }

    /// The point that decodes to weights, or to those next to them within the cube.
    pub(super) fn encode(&self, weights: &Weights) -> Vec<f64> {
        let mut point = Vec::new();
        for dimension in &self.tuned {
            match dimension {
                Dimension::Weight(index, range) => point.push(range.encode(weights.values[*index])),
                Dimension::Matrix(layout) => {
                    let matrix = std::array::from_fn(|cell| weights.values[cell]);
                    point.extend(layout.encode(&matrix));
                }
            }
        }
        point
    }

    /// The tuned weights whose ranges do not hold these weights.
    pub(super) fn beyond(&self, weights: &Weights) -> Vec<Beyond> {
        let tuned = self.tuned.iter();
        tuned
            .filter_map(|dimension| match dimension {
                Dimension::Weight(index, range) => {
                    let value = weights.values[*index];
                    let is_beyond = !(range.low..=range.high).contains(&value);
                    is_beyond.then(|| Beyond {
                        name: self.start.heuristic.weights()[*index].name.to_string(),
                        value,
                        low: range.low,
                        high: range.high,
                    })
                }
                Dimension::Matrix(_) => None,
            })
            .collect()
    }

    /// Whether fixed weights are as they are here, and the others in their ranges.
    pub(super) fn hold(&self, weights: &Weights) -> bool {
        let mut values = weights.values.iter().zip(&self.start.values).enumerate();
        values.all(|(index, (value, start))| match self.dimension(index) {
            None => value.to_bits() == start.to_bits(),
            Some(Dimension::Weight(_, range)) => (range.low..=range.high).contains(value),
            Some(Dimension::Matrix(_)) => true,
        })
    }

    /// How a weight is tuned, if it is.
    pub(super) fn dimension(&self, weight: usize) -> Option<&Dimension> {
        self.tuned.iter().find(|dimension| match dimension {
            Dimension::Weight(index, _) => *index == weight,
            Dimension::Matrix(_) => weight < CELLS,
        })
    }
}
