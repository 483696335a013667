//! The weights of a network in memory: numbers of single precision, or in half of that the
//! multiples of a step.

use std::fmt::Debug;
use std::io;
use std::ops::{Add, AddAssign};
use std::sync::Arc;

use super::memory::{LargePages, Number};

/// The powers of two that a step can be.
const STEP_POWERS: std::ops::RangeInclusive<i32> = -16..=16;

/// The largest multiple of which single precision has all smaller ones: sums up to it are the same
/// in whole numbers.
const EXACT: f32 = (1 << 24) as f32;

/// The largest power of two from 2^-16 to 2^16 of which all weights are multiples; `None` if there
/// is none, or one of them is minus 0.
pub(super) fn common_step(weights: impl IntoIterator<Item = f32>) -> Option<f32> {
    let mut least = *STEP_POWERS.end();
    for weight in weights {
        if weight.to_bits() == 0 {
            continue;
        }
        let exponent = (weight.to_bits() >> 23 & 0xff) as i32;
        let mantissa = weight.to_bits() & 0x7f_ffff | 0x80_0000;
        // Numbers below the normal ones, and minus 0, are too small in any case.
        least = least.min(exponent - 150 + mantissa.trailing_zeros() as i32);
    }
    STEP_POWERS.contains(&least).then(|| 2_f32.powi(least))
}

/// The number that a network keeps for a weight: itself, or its multiple of a step.
pub(crate) trait Weight:
    Number + Copy + Debug + Send + Sync + Into<<Self as Weight>::Sum> + 'static
{
    /// What numbers add up to without rounding, or as single precision rounds.
    type Sum: Copy + Default + Add<Output = Self::Sum> + AddAssign;

    /// A sum in points; only multiples use the step.
    fn points(sum: Self::Sum, step: f32) -> f32;
}

impl Weight for f32 {
    type Sum = Self;

    #[inline(always)]
    fn points(sum: Self, _: Self) -> Self {
        sum
    }
}

impl Weight for i16 {
    type Sum = i32;

    #[inline(always)]
    fn points(sum: i32, step: f32) -> f32 {
        sum as f32 * step
    }
}

/// The numbers of a network by their places.
#[derive(Debug)]
pub(crate) struct Numbers<T> {
    numbers: LargePages<T>,
    step: f32,
}

impl<T: Weight> Numbers<T> {
    #[inline(always)]
    pub(crate) fn all(&self) -> &[T] {
        self.numbers.numbers()
    }

    /// A sum in points.
    #[inline(always)]
    pub(crate) fn points(&self, sum: T::Sum) -> f32 {
        T::points(sum, self.step)
    }
}

/// The weights of a network by their places.
pub(crate) enum Weights {
    Floats(Arc<Numbers<f32>>),
    /// Multiples of the step, whose values are the same to the bit.
    Multiples(Arc<Numbers<i16>>),
}

impl Weights {
    /// Keeps multiples if they are small enough; `lookups` is the number of weights in a sum.
    pub(super) fn new(floats: LargePages<f32>, lookups: usize) -> io::Result<Self> {
        let numbers = || floats.numbers().iter().copied();
        let largest = numbers().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
        let is_small = |step: &f32| {
            let multiple = largest / step;
            multiple <= f32::from(i16::MAX) && multiple * lookups as f32 <= EXACT
        };
        let Some(step) = common_step(numbers()).filter(is_small) else {
            return Ok(Self::Floats(Arc::new(Numbers { numbers: floats, step: 1.0 })));
        };
        let mut multiples = LargePages::new(floats.numbers().len())?;
        for (multiple, weight) in multiples.numbers_mut().iter_mut().zip(numbers()) {
            *multiple = (weight / step) as i16;
        }
        Ok(Self::Multiples(Arc::new(Numbers { numbers: multiples, step })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_step_is_the_largest_of_which_all_are_multiples() {
        for (weights, expected) in [
            (&[0.0, 96.0, -32.0][..], Some(32.0)),
            (&[0.0], Some(65_536.0)),
            (&[1e30, 3.0], Some(1.0)),
            (&[0.75, 2.0], Some(0.25)),
            (&[0.1], None),
            (&[32.0, -0.0], None),
            (&[f32::MIN_POSITIVE / 4.0], None),
        ] {
            assert_eq!(common_step(weights.iter().copied()), expected, "{weights:?}");
        }
    }

    #[test]
    fn multiples_are_kept_where_they_are_small_enough() {
        let kept = |weights: [f32; 2], lookups| {
            let mut floats = LargePages::new(2).unwrap();
            floats.numbers_mut().copy_from_slice(&weights);
            match Weights::new(floats, lookups).unwrap() {
                Weights::Floats(_) => None,
                Weights::Multiples(kept) => Some((kept.numbers.numbers().to_vec(), kept.step)),
            }
        };
        assert_eq!(kept([32.0, -32_767.0 * 32.0], 512), Some((vec![1, -32_767], 32.0)));
        assert_eq!(kept([32.0, -32_768.0 * 32.0], 512), None);
        assert_eq!(kept([32.0, 32_767.0 * 32.0], 513), None, "sums would be rounded");
        assert_eq!(kept([32.0, 0.1], 8), None);
    }
}
