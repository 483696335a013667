//! The round numbers that label an axis.

/// Returns about `count` round numbers from `low` to `high`.
///
/// They are 1, 2 or 5 times a power of ten apart. It is `low` alone if the range is empty, as narrow as
/// the precision of its ends, or not finite.
pub(super) fn round_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    // Numbers without all of their digits have no round ones between them.
    if !(span > f64::MIN_POSITIVE && span.is_finite() && span > 1e-13 * low.abs().max(high.abs())) {
        return vec![low];
    }
    let rough = span / count.max(1) as f64;
    let power = libm::pow(10.0, rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Returns the number of decimals that distinguish neighbouring ticks.
pub(super) fn decimals(ticks: &[f64]) -> usize {
    let step = ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
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
        assert_eq!(round_ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(round_ticks(-7.0, 12.0, 4), [-5.0, 0.0, 5.0, 10.0]);
        let small = round_ticks(0.12, 0.34, 3);
        assert_eq!(small.len(), 2);
        assert_eq!(decimals(&small), 1);
        assert_eq!(decimals(&[0.0, 25_000.0]), 0);
        assert_eq!(round_ticks(3.0, 3.0, 5), [3.0]);
        assert_eq!(round_ticks(f64::NAN, 3.0, 5).len(), 1);
        for (low, high) in [(0.0, 5e-324), (-5e-324, 5e-324), (1e300, 1e300_f64.next_up())] {
            assert_eq!(round_ticks(low, high, 5), [low]);
        }
        assert_eq!(round_ticks(0.0, 1e-300, 2).len(), 3);
    }
}
