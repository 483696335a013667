//! The coordinates of a search and the weights that they stand for.

use crate::view::words::page::{fixed, range, weight, weight_text};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::{Configuration, Encoding};

/// A coordinate of the points that an optimizer proposes.
#[derive(Clone, Debug)]
pub(crate) struct Coordinate<'s> {
    spec: &'s CampaignSpec,
    /// Index of the coordinate.
    pub(crate) at: usize,
    pub(crate) name: String,
    /// Index of the weight in the heuristic; `None` for a coordinate of an ordered matrix.
    pub(crate) weight: Option<usize>,
    /// The place in the range where the search began, 0 to 1.
    pub(crate) start: f64,
}

/// Returns all coordinates of a search space, in order.
pub(crate) fn coordinates(spec: &CampaignSpec) -> Vec<Coordinate<'_>> {
    let start = spec.start_point();
    let coordinate = |(at, name): (usize, String)| {
        let weight = spec.subject().index_of(&name);
        Coordinate { spec, at, name, weight, start: start[at] }
    };
    spec.coordinate_names().into_iter().enumerate().map(coordinate).collect()
}

impl Coordinate<'_> {
    /// Returns the value of the weight at a place of its range, 0 to 1; the place itself without a
    /// weight.
    pub(crate) fn value(&self, place: f64) -> f64 {
        self.weight.map_or(place, |weight| self.weights(place).values[weight])
    }

    /// The starting weights with this one at a place of its range.
    fn weights(&self, place: f64) -> Configuration {
        let mut point = self.spec.start_point();
        point[self.at] = place;
        self.spec.decode(&point)
    }

    /// The range of the weight in words: its ends, or the list that it is chosen from.
    pub(crate) fn range(&self) -> String {
        let parameter = self.weight.and_then(|at| self.spec.subject().program_parameters().get(at));
        match parameter.map(|parameter| &parameter.encoding) {
            Some(Encoding::Choice(choices)) => {
                choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            _ => range([0.0, 1.0].map(|end| self.value(end)), weight),
        }
    }

    /// Formats the value at a place of the range.
    pub(crate) fn text(&self, place: f64) -> String {
        match self.weight {
            Some(index) => weight_text(&self.weights(place), index),
            None => fixed(place.clamp(0.0, 1.0), 3),
        }
    }
}

/// Whether a matrix is searched in an ordered layout, which has coordinates of its own.
pub(crate) fn has_ordered_matrix(spec: &CampaignSpec) -> bool {
    spec.coordinate_names().iter().any(|name| name.starts_with("matrix-"))
}
