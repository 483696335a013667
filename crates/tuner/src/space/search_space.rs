//! The mapping between weights of a heuristic and points of the unit cube.
//!
//! Each tuned weight is one coordinate, in the order of the heuristic's list.
//! A matrix in an ordered layout has the coordinates of its layout and decodes
//! to entries with sum 1.

use super::range::Range;
use crate::subject::{Choice, Configuration};
use serde::Serialize;
use tune2048_engine::expression::Expression;
use tune2048_engine::heuristic::MatrixLayout;
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::player::SearchSetting;

/// Points that are tried on the way from one that is not allowed to the start, and how often the way to the first allowed one is
/// halved then.
const STEPS: u32 = 1000;
const HALVINGS: u32 = 40;

/// The starting weights of a search, and the weights that it tunes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchSpace {
    /// The starting values; weights that are not tuned keep them.
    pub(super) start: Configuration,
    /// The ordered layout of the first sixteen weights, a matrix, if they have one; its coordinates come first.
    pub(super) layout: Option<MatrixLayout>,
    /// The indices of the weights that have a coordinate each, with their ranges, in the order of the coordinates.
    pub(super) tuned: Vec<(usize, Range)>,
    /// The conditions that all weights fulfil: expressions with the value 1.
    pub(super) constraints: Vec<Expression>,
}

impl SearchSpace {
    /// Whether all candidates play against the starting weights, with the same engine.
    pub(super) fn is_match(&self) -> bool {
        self.start.subject.command().is_some_and(|command| {
            command.has_one_engine() && command.opponent == Some(self.start.as_opponent())
        })
    }

    /// Returns the number of coordinates of a point.
    pub(super) fn dimensions(&self) -> usize {
        self.of_matrix() + self.tuned.len()
    }

    /// Returns the number of coordinates of an ordered matrix, which are the first ones of a point.
    pub(super) fn of_matrix(&self) -> usize {
        self.layout.map_or(0, MatrixLayout::dimensions)
    }

    /// Returns the point that is played for a point: its coordinates are clamped to [0, 1], NaN counts
    /// as 0, and its weights fulfil the constraints.
    ///
    /// # Panics
    /// If the number of coordinates is wrong.
    pub(super) fn played(&self, point: &[f64]) -> Vec<f64> {
        assert_eq!(point.len(), self.dimensions(), "coordinates of a point");
        let inside = |u: &f64| if u.is_nan() { 0.0 } else { u.clamp(0.0, 1.0) };
        self.repaired(&point.iter().map(inside).collect::<Vec<f64>>())
    }

    /// Whether weights fulfil all constraints.
    pub(super) fn allows(&self, weights: &Configuration) -> bool {
        if self.constraints.is_empty() {
            return true;
        }
        let numbers = numbers(weights);
        self.constraints.iter().all(|constraint| holds(constraint, &numbers))
    }

    /// The first allowed point on the way from a point of the cube to the start; the start itself if none is found.
    fn repaired(&self, point: &[f64]) -> Vec<f64> {
        if self.allows(&self.decoded(point)) {
            return point.to_vec();
        }
        let start = self.encode(&self.start);
        let between = |share: f64| -> Vec<f64> {
            start.iter().zip(point).map(|(from, to)| from + share * (to - from)).collect()
        };
        let is_allowed = |share: f64| self.allows(&self.decoded(&between(share)));
        let shares = (1..STEPS).map(|step| 1.0 - f64::from(step) / f64::from(STEPS));
        let mut allowed = shares.into_iter().find(|share| is_allowed(*share)).unwrap_or(0.0);
        let mut refused = allowed + 1.0 / f64::from(STEPS);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(allowed, refused);
            *(if is_allowed(middle) { &mut allowed } else { &mut refused }) = middle;
        }
        between(allowed)
    }

    /// Returns the weights at a point of the cube, whether or not they fulfil the constraints.
    /// Parameters that take no part have their starting values.
    pub(super) fn decoded(&self, point: &[f64]) -> Configuration {
        let mut weights = self.start.clone();
        let (of_matrix, of_weights) = point.split_at(self.of_matrix());
        if let Some(layout) = self.layout {
            weights.values[..CELLS].copy_from_slice(&layout.decode(of_matrix));
        }
        for ((index, range), coordinate) in self.tuned.iter().zip(of_weights) {
            weights.values[*index] = range.decode(*coordinate);
        }
        let active = weights.subject.active(&weights.values);
        for (index, is_active) in active.into_iter().enumerate() {
            if !is_active {
                weights.values[index] = self.start.values[index];
            }
        }
        weights
    }

    /// Returns the range of each coordinate; those of an ordered matrix have none.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Option<&Range>> {
        let of_weights = self.tuned.iter().map(|(_, range)| Some(range));
        std::iter::repeat_n(None, self.of_matrix()).chain(of_weights)
    }

    /// Returns the point that decodes to some weights, or to the nearest weights within the ranges.
    pub(super) fn encode(&self, weights: &Configuration) -> Vec<f64> {
        let of_matrix = self
            .layout
            .iter()
            .flat_map(|layout| layout.encode(&std::array::from_fn(|cell| weights.values[cell])));
        let of_weights = self.tuned.iter().map(|(at, range)| range.encode(weights.values[*at]));
        of_matrix.chain(of_weights).collect()
    }

    /// Returns the setting of the search that stands at this index of the list, if one does.
    pub(super) fn search_setting(&self, index: usize) -> Option<&'static SearchSetting> {
        let subject = &self.start.subject;
        let first = subject.parameters().len() - subject.search_settings().len();
        let setting = subject.search_settings().get(index.checked_sub(first)?)?;
        SearchSetting::find(&setting.name)
    }

    /// Returns the range of a weight that has one.
    pub(super) fn range(&self, weight: usize) -> Option<&Range> {
        self.tuned.iter().find(|(index, _)| *index == weight).map(|(_, range)| range)
    }

    /// Whether a weight is not fixed.
    pub(super) fn is_tuned(&self, weight: usize) -> bool {
        self.range(weight).is_some() || self.layout.is_some() && weight < CELLS
    }
}

/// Whether numbers fulfil a constraint.
pub(super) fn holds(constraint: &Expression, numbers: &[f64]) -> bool {
    let value = constraint.values(&[], numbers).as_constant();
    value.is_some_and(|value| value.to_bits() == 1.0_f64.to_bits())
}

/// The numbers that constraints speak of: those of weights, and of choices that are no numbers their places.
pub(super) fn numbers(weights: &Configuration) -> Vec<f64> {
    let number = |index| match weights.value_at(index) {
        Choice::Number(value) => value,
        Choice::Truth(truth) => f64::from(u8::from(truth)),
        Choice::Text(_) => weights.values[index],
    };
    (0..weights.values.len()).map(number).collect()
}

/// The values that a coordinate stands for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoordinateRange {
    /// The name of the coordinate: that of its weight, or of a place in a matrix.
    pub name: String,
    /// Whether it is a weight; the coordinates of an ordered matrix are none, and go from 0 to 1.
    pub is_weight: bool,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
    /// Whether equal steps differ by equal factors.
    pub is_log: bool,
    /// Whether only integers are tried.
    pub is_integer: bool,
}
