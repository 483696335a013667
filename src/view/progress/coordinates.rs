//! The coordinates of a search, the weights that they stand for, and where the search is in them.

use crate::view::words::page::weight;
use crate::view::words::{fixed, range};
use tune2048_tuner::record::GenerationData;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::{Choice, Encoding};

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
        let at = |place| self.spec.value_at(self.at, place);
        let (Some(value), Some(low), Some(high)) = (at(place), at(0.0), at(1.0)) else {
            return place;
        };
        // What rounding leaves of a sum is nothing, where a range goes through 0.
        let is_rounding = low < 0.0 && high > 0.0 && value.abs() < 1e-15 * (high - low);
        if is_rounding { 0.0 } else { value }
    }

    /// Whether a candidate with these values is given the weight.
    pub(crate) fn takes_part(&self, values: &[f64]) -> bool {
        self.weight.is_none_or(|at| self.spec.subject().active(values)[at])
    }

    /// The range of the weight in words: its ends, or the list that it is chosen from.
    pub(crate) fn range(&self) -> String {
        match self.choices() {
            Some(choices) => choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            None => range([0.0, 1.0].map(|end| self.value(end)), weight),
        }
    }

    /// Places from end to end of the range with their values: of choices and of whole numbers, amid the places that
    /// stand for one.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let mut edges = self.spec.thresholds().swap_remove(self.at);
        if let Some(choices) = self.choices() {
            let count = choices.len() as f64;
            edges = (1..choices.len()).map(|choice| choice as f64 / count).collect();
        }
        let middles: Vec<f64> = match edges.is_empty() {
            true => vec![0.0, 0.5, 1.0],
            false => {
                let [from, to] = [[&[0.0], &*edges].concat(), [&*edges, &[1.0]].concat()];
                from.into_iter().zip(to).map(|(from, to)| f64::midpoint(from, to)).collect()
            }
        };
        let last = middles.len() - 1;
        let mut shown = vec![0, last / 2, last];
        shown.dedup();
        let tick = |index: usize| (middles[index], self.text(middles[index]));
        shown.into_iter().map(tick).collect()
    }

    /// The list that the weight is chosen from, if there is one.
    fn choices(&self) -> Option<&[Choice]> {
        let parameter = self.spec.subject().program_parameters().get(self.weight?)?;
        match &parameter.encoding {
            Encoding::Choice(choices) => Some(choices),
            _ => None,
        }
    }

    /// Formats the value at a place of the range, a number as a weight.
    pub(crate) fn text(&self, place: f64) -> String {
        let Some(at) = self.weight else { return fixed(place.clamp(0.0, 1.0), 3) };
        let value = self.value(place);
        match self.choices() {
            Some(_) => self.spec.subject().program_parameters()[at].value(value).to_string(),
            None => weight(value),
        }
    }
}

/// Whether a matrix is searched in an ordered layout, which has coordinates of its own.
pub(crate) fn has_ordered_matrix(spec: &CampaignSpec) -> bool {
    spec.coordinate_names().iter().any(|name| name.starts_with("matrix-"))
}

/// Position of a search in the range of one coordinate, in units of the range.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightPosition {
    /// Name of the weight, or of the coordinate of an ordered matrix.
    pub name: String,
    /// Start of the search, 0 to 1.
    pub start: f64,
    /// Mean of the candidates, 0 to 1.
    pub mean: f64,
    /// Standard deviation of the candidates.
    pub spread: f64,
    /// Value of the weight at the mean, in words.
    pub text: String,
}

/// Returns a position per coordinate of a search after its last generation, if there is one.
pub(super) fn positions(spec: &CampaignSpec, last: Option<&GenerationData>) -> Vec<WeightPosition> {
    let position = |coordinate: Coordinate<'_>| {
        let at = coordinate.at;
        let (mean, spread) =
            last.map_or((coordinate.start, 0.0), |last| (last.centre[at], last.spread[at]));
        WeightPosition {
            start: coordinate.start,
            mean: mean.clamp(0.0, 1.0),
            spread,
            text: coordinate.text(mean),
            name: coordinate.name,
        }
    };
    coordinates(spec).into_iter().map(position).collect()
}
