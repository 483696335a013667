//! The second moment of a generation's steps, which tells how wide and in what shape the next ones should be.
//!
//! The natural gradient of a normal distribution by its step size and its shape: Glasmachers, Schaul, Sun, Wierstra &
//! Schmidhuber, "Exponential natural evolution strategies", GECCO 2010, <https://doi.org/10.1145/1830483.1830557>. Of both
//! as much counts as is more than noise, by the positive part of James and Stein's factor.

use crate::symmetric::SymmetricMatrix;
use crate::vectors::{add, dot};

/// How far a generation moves the logarithm of the step size along its gradient.
const NARROWING: f64 = 0.5;
/// How much it adds to that logarithm where its step surely goes where those before it went.
const WIDENING: f64 = 0.2;
/// The largest changes of the logarithm of the step size, and its range below that of the schedule.
const FASTEST: [f64; 2] = [-0.7, 0.3];
const RANGE: [f64; 2] = [-3.0, 0.0];
/// The largest change of the shape, the Frobenius norm of a factor beside the identity.
const LARGEST_TURN: f64 = 0.5;

/// The weighted sum of the squares and products of steps, in the coordinates in which they were drawn with the variance 1.
///
/// Choices have no steps: their rows are 0.
pub(super) struct Moment {
    rows: Vec<Vec<f64>>,
    /// The places of numbers.
    numbers: Vec<usize>,
    /// The sum of the squares of the weights.
    squares: f64,
}

impl Moment {
    pub(super) fn new(dimensions: usize, numbers: Vec<usize>) -> Self {
        Self { rows: vec![vec![0.0; dimensions]; dimensions], numbers, squares: 0.0 }
    }

    /// Adds a step.
    pub(super) fn add(&mut self, weight: f64, step: &[f64]) {
        for (row, x) in self.rows.iter_mut().zip(step) {
            add(row, weight * x, step);
        }
        self.squares += weight * weight;
    }

    fn dimensions(&self) -> f64 {
        self.numbers.len().max(1) as f64
    }

    /// How much longer the squares of good steps were than those of bad ones, by coordinate.
    fn lengthening(&self) -> f64 {
        self.numbers.iter().map(|&i| self.rows[i][i]).sum::<f64>() / self.dimensions()
    }

    /// The logarithm of the share of the schedule's step size that the next generation has. `agreement`, from 0 to 1, says
    /// how surely steps go where those before them went: what is far away is not to be reached by small ones.
    pub(super) fn narrowing(&self, before: f64, agreement: f64) -> f64 {
        let lengthening = self.lengthening();
        let noise = 2.0 * self.squares / self.dimensions();
        let gradient = lengthening * evidence(noise, lengthening * lengthening);
        let change = NARROWING * gradient + WIDENING * agreement;
        (before + change.clamp(FASTEST[0], FASTEST[1])).clamp(RANGE[0], RANGE[1])
    }

    /// The shape after these steps, drawn with the Cholesky factor of the one before, of the same mean variance.
    pub(super) fn shape(&self, factor: &[Vec<f64>]) -> SymmetricMatrix {
        let lengthening = self.lengthening();
        let mut turn = self.rows.clone();
        for &i in &self.numbers {
            turn[i][i] -= lengthening;
        }
        let square: f64 = turn.iter().map(|row| dot(row, row)).sum();
        let dimensions = self.dimensions();
        let noise = self.squares * (dimensions * dimensions + dimensions - 2.0);
        let rate = 0.5 * evidence(noise, square);
        let rate = rate.min(LARGEST_TURN / square.sqrt().max(f64::MIN_POSITIVE));
        let turned = |row: &Vec<f64>| {
            let mut turned = row.clone();
            turned.resize(turn.len(), 0.0);
            for (x, turn) in row.iter().zip(&turn) {
                add(&mut turned, rate * x, turn);
            }
            turned
        };
        let turned: Vec<Vec<f64>> = factor.iter().map(turned).collect();
        let variances = |rows: &[Vec<f64>]| -> f64 {
            self.numbers.iter().map(|&i| dot(&rows[i], &rows[i])).sum()
        };
        let [before, after] = [variances(factor), variances(&turned)];
        let share = if after > 0.0 { before / after } else { 1.0 };
        let is_number = |i: usize| self.numbers.binary_search(&i).is_ok();
        SymmetricMatrix::of_lower(factor.len(), |i, j| {
            dot(&turned[i], &turned[j]) * if is_number(i) && is_number(j) { share } else { 1.0 }
        })
    }
}

/// The share of a square that is more than noise of this size.
pub(super) fn evidence(noise: f64, square: f64) -> f64 {
    (1.0 - noise / square.max(f64::MIN_POSITIVE)).max(0.0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::ranks::weights;
    use super::*;
    use crate::uniform;

    /// The moment of 96 steps in three coordinates, of which the last is a choice's, ranked by a fitness.
    fn moment(fitness: impl Fn(&[f64]) -> f64) -> Moment {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut steps: Vec<Vec<f64>> =
            (0..96).map(|_| uniform::normals(&mut generator, 3)).collect();
        for step in &mut steps {
            step[2] = 0.0;
        }
        let values: Vec<f64> = steps.iter().map(|step| fitness(step)).collect();
        let mut moment = Moment::new(3, vec![0, 1]);
        for (step, weight) in steps.iter().zip(weights(&values)) {
            moment.add(weight, step);
        }
        moment
    }

    #[test]
    fn steps_narrow_where_short_ones_are_better_and_widen_again_where_they_agree() {
        let bowl = moment(|x| x[0] * x[0] + x[1] * x[1]);
        let narrowed = bowl.narrowing(0.0, 0.0);
        assert!((-0.7..-0.1).contains(&narrowed), "{narrowed}");
        assert!((bowl.narrowing(-2.9, 0.0) + 3.0).abs() < 1e-12);
        let level = moment(|_| 0.0);
        for (before, agreement, after) in [(-1.0, 0.0, -1.0), (-1.0, 1.0, -0.8), (-0.1, 1.0, 0.0)] {
            assert!((level.narrowing(before, agreement) - after).abs() < 1e-12);
        }
    }

    #[test]
    fn a_shape_stretches_along_a_valley_and_keeps_its_mean_variance_and_its_choices() {
        let round = [vec![1.0], vec![0.0, 1.0], vec![0.0, 0.0, 1.0]];
        let valley = moment(|x| (x[0] + x[1]) * (x[0] + x[1])).shape(&round);
        assert!(valley[0][1] < -0.1, "{valley:?}");
        assert!((valley[0][0] + valley[1][1] - 2.0).abs() < 1e-12, "{valley:?}");
        assert_eq!(valley[2], [0.0, 0.0, 1.0]);
        assert_eq!(moment(|_| 0.0).shape(&round), SymmetricMatrix::identity(3));
    }
}
