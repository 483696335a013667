//! The ranges of the coordinates, for those who know nothing of weights.

use serde::Serialize;

use super::CampaignSpec;
use super::range::Range;
use tune2048_engine::heuristic::Scale;

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

impl CampaignSpec {
    /// Returns the range of each coordinate, in order.
    pub fn ranges(&self) -> Vec<CoordinateRange> {
        let names = self.coordinate_names().into_iter();
        let coordinate = |(name, range): (String, Option<&Range>)| CoordinateRange {
            name,
            is_weight: range.is_some(),
            low: range.map_or(0.0, |range| range.low),
            high: range.map_or(1.0, |range| range.high),
            is_log: range.is_some_and(|range| range.scale == Scale::Log),
            is_integer: range.is_some_and(|range| range.integer),
        };
        names.zip(self.search_space.ranges()).map(coordinate).collect()
    }
}
