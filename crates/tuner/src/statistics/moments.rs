//! Running mean and variance, updated one game at a time (Welford 1962).

use super::interval::{Interval, student_quantile};

/// The running mean and variance of the scores of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The number of scores.
    pub count: u64,
    /// The mean; 0 without scores.
    pub mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// Continues from a sample of known size, mean and variance (divisor n - 1).
    pub fn of(count: u64, mean: f64, variance: f64) -> Self {
        let squares = variance * count.saturating_sub(1) as f64;
        Self { count, mean, squares }
    }

    /// Adds a score.
    pub fn add(&mut self, score: f64) {
        self.count += 1;
        let before = score - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (score - self.mean);
    }

    /// Returns the variance (divisor n - 1), or `None` below two scores.
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.squares / (self.count as f64 - 1.0))
    }

    /// Returns Student's 95 % interval of the mean, or `None` below two scores.
    pub fn mean_interval(&self) -> Option<Interval> {
        let error = (self.variance()? / self.count as f64).sqrt();
        let quantile = student_quantile(self.count as usize, 0.95);
        Some(Interval::around(self.mean, quantile * error))
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(scores: I) -> Self {
        let mut moments = Self::default();
        scores.into_iter().for_each(|score| moments.add(score));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::super::{mean, mean_interval, standard_deviation};
    use super::*;

    #[test]
    fn running_moments_equal_those_of_the_whole_sample() {
        // Squares modulo a prime: any sample with some spread serves.
        let value = |x: u64| (x * x % 1009) as f64 + 100.0;
        let a: Vec<f64> = (1..=500).map(value).collect();
        let mut continued = Moments::default();
        for (index, &a) in a.iter().enumerate() {
            continued.add(a);
            if index == 200 {
                let variance = continued.variance().unwrap();
                continued = Moments::of(201, continued.mean, variance);
            }
        }
        let sd = |sample: &[f64]| standard_deviation(sample).unwrap();
        let collected: Moments = a.iter().copied().collect();
        let [from_sums, from_scores] = [collected.mean_interval(), mean_interval(&a)];
        let (from_sums, from_scores) = (from_sums.unwrap(), from_scores.unwrap());
        assert!((from_sums.low - from_scores.low).abs() < 1e-9);
        assert!((from_sums.high - from_scores.high).abs() < 1e-9);
        assert_eq!(Moments::of(1, 5.0, 0.0).mean_interval(), None);
        assert!((continued.mean - mean(&a)).abs() < 1e-9);
        assert!((continued.variance().unwrap().sqrt() - sd(&a)).abs() < 1e-9);
    }
}
