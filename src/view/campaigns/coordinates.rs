//! The coordinates of a search and the weights that they stand for.

use crate::view::words::page::{fixed, weight};
use tune2048_tuner::space::CampaignSpec;

/// A coordinate of the points that an optimizer proposes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Coordinate {
    pub(crate) name: String,
    /// Index of the weight in the heuristic; `None` for a coordinate of an ordered matrix.
    pub(crate) weight: Option<usize>,
}

/// Returns all coordinates of a search space, in order.
pub(crate) fn coordinates(spec: &CampaignSpec) -> Vec<Coordinate> {
    let names = spec.coordinate_names().into_iter();
    names.map(|name| Coordinate { weight: spec.subject().index_of(&name), name }).collect()
}

/// Returns the value of a coordinate's weight at a place of its range, 0 to 1.
///
/// For a coordinate without a weight it is the place itself.
pub(crate) fn value_at(spec: &CampaignSpec, coordinate: usize, place: f64) -> f64 {
    let names = spec.coordinate_names();
    let index = names.get(coordinate).map(|name| spec.subject().index_of(name));
    let Some(Some(index)) = index else {
        return place;
    };
    let mut point = spec.start_point();
    point[coordinate] = place;
    spec.decode(&point).values[index]
}

/// Formats the value of a coordinate at a place of its range.
pub(crate) fn text_at(
    spec: &CampaignSpec,
    coordinate: &Coordinate,
    at: usize,
    place: f64,
) -> String {
    match coordinate.weight {
        Some(_) => weight(value_at(spec, at, place)),
        None => fixed(place.clamp(0.0, 1.0), 3),
    }
}

/// Whether a matrix is searched in an ordered layout, which has coordinates of its own.
pub(crate) fn has_ordered_matrix(spec: &CampaignSpec) -> bool {
    let names = spec.coordinate_names();
    names.iter().any(|name| name.starts_with("matrix-"))
}
