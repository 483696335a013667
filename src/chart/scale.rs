//! Numbers onto pixels, and the round numbers that label an axis.

/// A straight map of numbers onto pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelScale {
    /// The numbers at both ends.
    pub domain: [f64; 2],
    /// The pixels there.
    pub pixels: [f64; 2],
}

impl PixelScale {
    /// The pixel of a number; one beyond an end counts as that end.
    pub fn place(&self, number: f64) -> f64 {
        let [low, high] = self.domain;
        let [from, to] = self.pixels;
        let share = (number - low) / (high - low);
        // Not a number where both ends are the same, or it is none.
        let share = if share.is_nan() { 0.5 } else { share };
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    /// Whether a number is between the ends.
    pub fn holds(&self, number: f64) -> bool {
        let [low, high] = self.domain;
        (low.min(high)..=low.max(high)).contains(&number)
    }
}

/// Round numbers (1, 2 or 5 times a power of ten apart) from `low` to `high`,
/// about so many; the ends themselves if nothing lies between.
pub fn round_ticks(low: f64, high: f64, about: usize) -> Vec<f64> {
    let span = high - low;
    if !(span > 0.0 && span.is_finite()) {
        return vec![low];
    }
    let rough = span / about.max(1) as f64;
    let power = libm::pow(10.0, rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|count| count as f64 * step).collect()
}

/// How many decimals tell neighbouring ticks apart.
pub fn decimals(ticks: &[f64]) -> usize {
    let step = ticks.windows(2).map(|pair| pair[1] - pair[0]);
    let step = step.fold(f64::INFINITY, f64::min);
    if step.is_finite() && step > 0.0 {
        (-(step * 1.000_001).log10().floor()).clamp(0.0, 9.0) as usize
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(
            round_ticks(0.0, 100.0, 5),
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        );
        assert_eq!(round_ticks(-7.0, 12.0, 4), [-5.0, 0.0, 5.0, 10.0]);
        let small = round_ticks(0.12, 0.34, 3);
        assert_eq!(small.len(), 2);
        assert_eq!(decimals(&small), 1);
        assert_eq!(decimals(&[0.0, 25_000.0]), 0);
        assert_eq!(round_ticks(3.0, 3.0, 5), [3.0]);
        assert_eq!(round_ticks(f64::NAN, 3.0, 5).len(), 1);
    }

    #[test]
    fn numbers_beyond_the_ends_stay_within_the_picture() {
        let scale = PixelScale {
            domain: [0.0, 10.0],
            pixels: [100.0, 0.0],
        };
        assert!((scale.place(2.5) - 75.0).abs() < 1e-12);
        assert!((scale.place(-4.0) - 100.0).abs() < 1e-12);
        assert!(scale.place(f64::NAN).is_finite());
        assert!(scale.holds(10.0) && !scale.holds(10.1) && !scale.holds(f64::NAN));
    }
}
