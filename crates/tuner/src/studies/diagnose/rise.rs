//! Whether the level of a search still rises.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::mean;

/// The p-value below which the blocks before rise.
const RISE_BEFORE: f64 = 0.05;

/// The p-value below which the rest of a search rises by itself.
const RISE: f64 = 0.1;

/// The p-value below which a search has slowed down.
const FLATTER: f64 = 0.001;

/// Whether the means from block `first` on rise: significantly by themselves, or not significantly
/// less than once, twice, four times… as many blocks before them that do.
pub(super) fn rises(means: &[f64], first: usize) -> bool {
    let rest = Slope::of(&means[first..]);
    let lengths = std::iter::successors(Some(means.len() - first), |length| length.checked_mul(2));
    let mut starts: Vec<usize> = lengths
        .map_while(|length| first.checked_sub(length))
        .chain((first > 0).then_some(0))
        .collect();
    starts.dedup();
    let goes_on = |&start: &usize| {
        let before = Slope::of(&means[start..first]);
        before.is_steeper(Slope::FLAT, RISE_BEFORE) && !before.is_steeper(rest, FLATTER)
    };
    rest.is_steeper(Slope::FLAT, RISE) || starts.iter().any(goes_on)
}

/// The rise of the means of blocks from one to the next, by least squares.
#[derive(Clone, Copy)]
struct Slope {
    value: f64,
    /// The variance of its error; infinite where fewer than three means do not show it.
    variance: f64,
    freedom: f64,
}

impl Slope {
    const FLAT: Self = Self { value: 0.0, variance: 0.0, freedom: f64::MAX };

    fn of(means: &[f64]) -> Self {
        let count = means.len() as f64;
        let places: Vec<f64> = (0..means.len()).map(|i| i as f64 - (count - 1.0) / 2.0).collect();
        let center = mean(means);
        let squares: f64 = places.iter().map(|place| place * place).sum();
        let products = places.iter().zip(means).map(|(place, mean)| place * (mean - center));
        let value = products.sum::<f64>() / squares;
        let errors = places.iter().zip(means).map(|(place, mean)| mean - center - value * place);
        let freedom = count - 2.0;
        let variance = errors.map(|error| error * error).sum::<f64>() / freedom / squares;
        match freedom > 0.0 {
            true => Self { value, variance, freedom },
            false => Self { value: 0.0, variance: f64::INFINITY, freedom: 1.0 },
        }
    }

    /// Whether the slope is above another, by a one-sided test.
    fn is_steeper(self, other: Self, p_value: f64) -> bool {
        let error = (self.variance + other.variance).sqrt();
        let freedom = self.freedom.min(other.freedom);
        let ratio = (self.value - other.value) / error;
        let is_clear = |student: StudentsT| student.sf(ratio) < p_value;
        // The ratio is NaN where nothing varies, and infinite where only the level does.
        ratio == f64::INFINITY
            || ratio > 0.0 && StudentsT::new(0.0, 1.0, freedom).is_ok_and(is_clear)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels with an error of 0.05 by turns above and below them.
    fn means(levels: impl Iterator<Item = f64>) -> Vec<f64> {
        let error = |index: usize| [0.05, -0.05, -0.05, 0.05][index % 4];
        levels.enumerate().map(|(index, level)| level + error(index)).collect()
    }

    #[test]
    fn a_steady_climb_rises_to_its_end_and_a_plateau_does_not() {
        let climb = means((0..150).map(|block| 1.0 + 0.0016 * f64::from(block)));
        for first in [0, 60, 120, 140] {
            assert!(rises(&climb, first), "{first}");
        }
        let plateau = means((0..150).map(|block| 1.0 + 0.005 * f64::from(block.min(60))));
        assert!(rises(&plateau, 0) && rises(&plateau, 40));
        assert!(!rises(&plateau, 70) && !rises(&plateau, 100));
    }

    #[test]
    fn equal_levels_and_few_blocks_do_not_rise() {
        for count in [1, 2, 3, 100] {
            assert!(!rises(&vec![1.0; count], 0), "{count}");
        }
        assert!(!rises(&means((0..100).map(|_| 1.0)), 50));
    }
}
