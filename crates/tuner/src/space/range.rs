//! The mapping between the range of one weight and a coordinate from 0 to 1.

use tune2048_engine::heuristic::Scale;

/// The most values of a coordinate that count as separate ones: of more, neighbours hardly differ.
const MAX_VALUES: f64 = 1000.0;

/// The values that a weight may take, and their mapping to [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    /// The lowest value; above 0 on a logarithmic scale.
    pub(super) low: f64,
    /// The highest value, above the lowest.
    pub(super) high: f64,
    /// How the mapping divides the range.
    pub(super) scale: Scale,
    /// Whether only integers are allowed; both ends are integers then.
    pub(super) integer: bool,
    /// Whether the integers number choices without an order.
    pub(super) unordered: bool,
}

impl Range {
    /// Returns the value at a coordinate.
    pub(super) fn decode(&self, coordinate: f64) -> f64 {
        let (low, high) = self.edges();
        let value = if coordinate <= 0.0 {
            low
        } else if coordinate >= 1.0 {
            high
        } else {
            let (low, high) = (self.to_scale(low), self.to_scale(high));
            self.value_at(low * (1.0 - coordinate) + high * coordinate)
        };
        // Adding 0 turns -0 into 0.
        let value = if self.integer { value.round() + 0.0 } else { value };
        value.clamp(self.low, self.high)
    }

    /// Whether a value lies in the range, but for rounding.
    pub(super) fn has(&self, value: f64) -> bool {
        let rounding = 1e-9 * self.low.abs().max(self.high.abs());
        let is_inside = self.low - rounding <= value && value <= self.high + rounding;
        is_inside
            && (self.scale != Scale::Log || value > 0.0)
            && (!self.integer || value.fract() == 0.0)
    }

    /// Returns the largest difference of two coordinates whose values are neighbouring integers; 0
    /// where all values are allowed.
    pub(super) fn step(&self) -> f64 {
        if !self.integer {
            return 0.0;
        }
        let (low, high) = self.edges();
        match self.scale {
            Scale::Linear => 1.0 / (high - low),
            Scale::Log => libm::log((self.low + 1.0) / self.low) / libm::log(high / low),
            Scale::SignedLog => {
                // Neighbours are furthest apart beside 0.
                let first = if high < 0.0 { self.high - 1.0 } else { self.low.max(0.0) };
                (self.to_scale(first + 1.0) - self.to_scale(first)) / self.places().1
            }
        }
    }

    /// Returns the coordinates between neighbouring integers, in rising order; none where all values are
    /// allowed, there are more than 1000, or they have no order.
    pub(super) fn thresholds(&self) -> Vec<f64> {
        let last = self.high - self.low;
        if !self.integer || self.unordered || last >= MAX_VALUES {
            return Vec::new();
        }
        (0..last as usize).map(|place| self.encode(self.low + place as f64 + 0.5)).collect()
    }

    /// Returns between how many choices without an order a coordinate chooses; 0 where values have one.
    pub(super) fn options(&self) -> usize {
        if self.unordered { (self.high - self.low) as usize + 1 } else { 0 }
    }

    /// Returns the coordinate of a value, clamped to [0, 1].
    pub(super) fn encode(&self, value: f64) -> f64 {
        let (start, width) = self.places();
        let coordinate = (self.to_scale(value.max(self.edges().0)) - start) / width;
        coordinate.clamp(0.0, 1.0)
    }

    /// The place of the low edge on the scale, and the width of the range there.
    fn places(&self) -> (f64, f64) {
        let (low, high) = self.edges();
        let start = self.to_scale(low);
        (start, self.to_scale(high) - start)
    }

    /// The place of a value on the scale, on which a coordinate divides the range evenly.
    fn to_scale(self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log => libm::log(value),
            Scale::SignedLog => libm::asinh(value / self.linear_threshold()),
        }
    }

    /// The value at a place of the scale.
    fn value_at(&self, place: f64) -> f64 {
        match self.scale {
            Scale::Linear => place,
            Scale::Log => libm::exp(place),
            Scale::SignedLog => libm::sinh(place) * self.linear_threshold(),
        }
    }

    /// The values up to which, on both sides of 0, a signed logarithmic scale is nearly straight.
    fn linear_threshold(&self) -> f64 {
        self.low.abs().max(self.high.abs()) / 1000.0
    }

    /// Returns the offset and the slope of the line that maps coordinates of
    /// another range to coordinates of this one. The line is exact if both
    /// scales are of the same kind, and else the tangent at `coordinate`.
    pub(super) fn line_from(&self, other: &Self, coordinate: f64) -> (f64, f64) {
        let (start, width) = other.places();
        let value = other.value_at(start + coordinate * width);
        let steepness = other.steepness(value) * width;
        let (start, width) = self.places();
        let value = if self.scale == Scale::Log { value.max(self.edges().0) } else { value };
        let place = (self.to_scale(value) - start) / width;
        let slope = steepness * (1.0 / (self.steepness(value) * width));
        (place - slope * coordinate, slope)
    }

    /// How much values change with the place on the scale, at a value.
    fn steepness(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => 1.0,
            Scale::Log => value,
            Scale::SignedLog => value.hypot(self.linear_threshold()),
        }
    }

    /// Returns the values at the coordinates 0 and 1. Each integer, including
    /// the first and the last, is the rounding of an interval of equal width.
    fn edges(&self) -> (f64, f64) {
        if self.integer { (self.low - 0.5, self.high + 0.5) } else { (self.low, self.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(low: f64, high: f64, scale: Scale, integer: bool) -> Range {
        Range { low, high, scale, integer, unordered: false }
    }

    #[test]
    fn scales_divide_a_range_into_equal_steps() {
        let linear = range(10.0, 1000.0, Scale::Linear, false);
        assert!((linear.decode(0.5) - 505.0).abs() < 1e-9);
        let log = range(10.0, 1000.0, Scale::Log, false);
        assert!((log.decode(0.5) - 100.0).abs() < 1e-9);
        let signed = range(-1000.0, 1000.0, Scale::SignedLog, false);
        assert!(signed.decode(0.5).abs() < 1e-9);
        // Far from 0, equal steps are equal factors.
        let values = [0.8, 0.9, 1.0].map(|place| signed.decode(place));
        assert!((values[1] / values[0] - values[2] / values[1]).abs() < 0.02, "{values:?}");
    }

    #[test]
    fn whole_numbers_are_at_most_a_step_apart_on_every_scale() {
        for (low, high) in [(1.0, 40.0), (-30.0, 12.0), (-9.0, -2.0)] {
            for scale in [Scale::Linear, Scale::Log, Scale::SignedLog] {
                let range = range(low, high, scale, true);
                if scale == Scale::Log && low <= 0.0 {
                    continue;
                }
                let places = (low as i64..=high as i64).map(|value| range.encode(value as f64));
                let places: Vec<f64> = places.collect();
                let widest = places.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
                assert!((range.step() - widest).abs() < 1e-9, "{low} {high} {scale:?}");
                let between = range.thresholds();
                assert_eq!(between.len(), places.len() - 1);
                for (pair, between) in places.windows(2).zip(between) {
                    let (below, above) =
                        (range.decode(between - 1e-9), range.decode(between + 1e-9));
                    assert!(pair[0] < between && between < pair[1], "{pair:?} {between}");
                    assert!((above - below - 1.0).abs() < 1e-9, "{below} {above}");
                }
            }
        }
    }

    #[test]
    fn integers_have_equal_shares() {
        let dice = range(1.0, 6.0, Scale::Linear, true);
        let mut counts = [0; 7];
        for step in 0..6000 {
            let face = dice.decode((f64::from(step) + 0.5) / 6000.0);
            counts[face as usize] += 1;
        }
        assert_eq!(counts, [0, 1000, 1000, 1000, 1000, 1000, 1000]);
    }

    /// Ranges of all magnitudes and kinds.
    fn any_range() -> impl Strategy<Value = Range> {
        let end = prop_oneof![-1e30..1e30, -10.0..10.0, 1e-300..1e-290, 1e-9..1e9];
        let scale = prop::sample::select(vec![Scale::Linear, Scale::Log, Scale::SignedLog]);
        (end.clone(), end, scale, any::<bool>())
            .prop_map(|(a, b, scale, integer)| {
                let (mut low, mut high) = (f64::min(a, b), f64::max(a, b));
                if scale == Scale::Log {
                    (low, high) =
                        (f64::min(low.abs(), high.abs()), f64::max(low.abs(), high.abs()));
                }
                if integer {
                    (low, high) = (low.ceil() + 0.0, high.floor() + 0.0);
                }
                range(low, high, scale, integer)
            })
            .prop_filter("a range", |range| {
                range.low < range.high && (range.scale != Scale::Log || range.low > 0.0)
            })
    }

    proptest! {
        #[test]
        fn ends_are_exact_and_everything_lies_between(range in any_range(), u in 0.0..=1.0_f64) {
            prop_assert_eq!(range.decode(0.0).to_bits(), range.low.to_bits());
            prop_assert_eq!(range.decode(1.0).to_bits(), range.high.to_bits());
            let value = range.decode(u);
            prop_assert!(range.low <= value && value <= range.high);
            prop_assert!(!range.integer || value.fract() == 0.0);
        }

        #[test]
        fn numbers_round_trip(range in any_range(), u in 0.0..=1.0_f64) {
            let value = range.decode(u);
            let again = range.decode(range.encode(value));
            // The rounding error is relative to the largest value of the range.
            let scale = value.abs().max(range.low.abs()).max(range.high.abs());
            let tolerance = match range.scale {
                Scale::Linear => scale * 1e-14,
                Scale::SignedLog => scale * 1e-11,
                Scale::Log => value * 1e-11,
            };
            prop_assert!((again - value).abs() <= tolerance, "{value} {again}");
        }

        #[test]
        fn encode_stays_inside(range in any_range(), value in -1e300..1e300_f64) {
            prop_assert!((0.0..=1.0).contains(&range.encode(value)));
        }
    }
}
