//! The mapping between weights of a heuristic and points of the unit cube.
//!
//! Each tuned weight is one coordinate, in the order of the heuristic's list.
//! A matrix in an ordered layout has the coordinates of its layout and decodes
//! to entries with sum 1.

use super::CampaignSpec;
use super::constraint::Constraint;
use super::range::Range;
use super::ranges::CoordinateRange;
use crate::subject::{Configuration, SearchSetting, search_setting};
use tune2048_engine::heuristic::MatrixLayout;
use tune2048_engine::heuristic::corner_matrix::CELLS;

/// The most values of a coordinate that count as separate ones: of more, neighbours hardly differ.
const MAX_VALUES: usize = 1000;

/// The weights that one or more consecutive coordinates of a point encode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dimension {
    /// One coordinate for the weight at this index of the heuristic's list.
    Weight(usize, Range),
    /// The coordinates of an ordered layout for the first sixteen weights.
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

/// The starting weights of a search, and the weights that it tunes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchSpace {
    /// The starting values; weights that are not tuned keep them.
    pub(super) start: Configuration,
    /// The dimensions of the space, in the order of the coordinates.
    pub(super) tuned: Vec<Dimension>,
    /// The conditions that all weights fulfil.
    pub(super) constraints: Vec<Constraint>,
}

impl SearchSpace {
    /// A space in which nothing is tuned yet.
    pub(super) fn of_start(start: Configuration) -> Self {
        Self { start, tuned: Vec::new(), constraints: Vec::new() }
    }

    /// Returns the number of coordinates of a point.
    pub(super) fn dimensions(&self) -> usize {
        self.tuned.iter().map(Dimension::dimensions).sum()
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

    /// Returns the weights that are played for a point.
    ///
    /// # Panics
    /// If the number of coordinates is wrong.
    pub(super) fn decode(&self, point: &[f64]) -> Configuration {
        self.decoded(&self.played(point))
    }

    /// Returns the weights at a point of the cube, whether or not they fulfil the constraints.
    /// Parameters that take no part have their starting values.
    pub(super) fn decoded(&self, point: &[f64]) -> Configuration {
        let mut weights = self.start.clone();
        let mut rest = point;
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
        let taking_part = weights.subject.taking_part(&weights.values);
        for (index, takes_part) in taking_part.into_iter().enumerate() {
            if !takes_part {
                weights.values[index] = self.start.values[index];
            }
        }
        weights
    }

    /// Returns how far apart neighbouring values are in each coordinate; 0 where all are allowed.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Option<&Range>> {
        self.tuned.iter().flat_map(|dimension| match dimension {
            Dimension::Weight(_, range) => vec![Some(range)],
            Dimension::Matrix(layout) => vec![None; layout.dimensions()],
        })
    }

    /// Returns the point that decodes to some weights, or to the nearest weights within the ranges.
    pub(super) fn encode(&self, weights: &Configuration) -> Vec<f64> {
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

    /// Returns the setting of the search that stands at this index of the list, if one does.
    pub(super) fn search_setting(&self, index: usize) -> Option<&'static SearchSetting> {
        let subject = &self.start.subject;
        let first = subject.parameters().len() - subject.search_settings().len();
        let setting = subject.search_settings().get(index.checked_sub(first)?)?;
        search_setting(&setting.name)
    }

    /// Returns the dimension that tunes a weight; `None` for a fixed weight.
    pub(super) fn dimension(&self, weight: usize) -> Option<&Dimension> {
        self.tuned.iter().find(|dimension| match dimension {
            Dimension::Weight(index, _) => *index == weight,
            Dimension::Matrix(_) => weight < CELLS,
        })
    }
}

impl CampaignSpec {
    /// Returns how far apart neighbouring values are in each coordinate; 0 where all are allowed.
    pub fn steps(&self) -> Vec<f64> {
        self.search_space.ranges().map(|range| range.map_or(0.0, Range::step)).collect()
    }

    /// Returns the places in rising order at which each coordinate becomes another value; none where all
    /// places differ, or where there are more than 1000 values.
    pub fn thresholds(&self) -> Vec<Vec<f64>> {
        let thresholds = |range: &Range| range.thresholds(MAX_VALUES);
        self.search_space.ranges().map(|range| range.map_or(Vec::new(), thresholds)).collect()
    }

    /// Returns the names of the coordinates, in order: the names of their weights,
    /// or `matrix-01` and so on for the coordinates of an ordered matrix.
    pub fn coordinate_names(&self) -> Vec<String> {
        let SearchSpace { start, tuned, .. } = &self.search_space;
        let mut names = Vec::new();
        for dimension in tuned {
            match dimension {
                Dimension::Weight(index, _) => {
                    names.push(start.subject.parameters()[*index].name.to_string());
                }
                Dimension::Matrix(layout) => {
                    names.extend((1..=layout.dimensions()).map(|n| format!("matrix-{n:02}")));
                }
            }
        }
        names
    }

    /// Returns the tuned weights whose values lie outside their ranges.
    pub fn beyond(&self, weights: &Configuration) -> Vec<(f64, CoordinateRange)> {
        let tuned = self.ranges().into_iter().filter(|range| range.is_weight);
        tuned
            .filter_map(|range| Some((weights.get(&range.name)?, range)))
            .filter(|(value, range)| !(range.low..=range.high).contains(value))
            .collect()
    }

    /// Whether the search can reach some weights: the fixed ones have their
    /// fixed values, and the tuned ones are within their ranges.
    pub fn holds(&self, weights: &Configuration) -> bool {
        let space = &self.search_space;
        let mut values = weights.values.iter().zip(&space.start.values).enumerate();
        let is_reached =
            |(index, (value, start)): (usize, (&f64, &f64))| match space.dimension(index) {
                None => value.to_bits() == start.to_bits(),
                Some(Dimension::Weight(_, range)) => (range.low..=range.high).contains(value),
                Some(Dimension::Matrix(_)) => true,
            };
        weights.subject.has_parameters_of(self.subject())
            && values.all(is_reached)
            && space.allows(weights)
    }

    /// Returns the squared distance of a point from the one that is played for it, in edges squared: outside
    /// of the ranges, or where a constraint is broken.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    pub fn overshoot(&self, point: &[f64]) -> f64 {
        let played = self.search_space.played(point);
        point.iter().zip(played).map(|(x, played)| (x - played) * (x - played)).sum()
    }

    /// Returns the weights of a file for the parameters of this campaign; `None` if they are others.
    pub fn adopt(&self, weights: &Configuration) -> Option<Configuration> {
        self.subject().playing_as(weights, &self.search_space.start.values)
    }
}
