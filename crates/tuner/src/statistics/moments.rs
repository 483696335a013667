//! Running means, variances and covariances, updated one game at a time (Welford 1962).

use super::descriptive::joined;
use super::interval::{Interval, student_quantile};
use super::two_means::TwoMeans;

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

/// Running means, variances and covariance of pairs of scores on common seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedMoments {
    /// The moments of a and of b.
    pub sides: [Moments; 2],
    /// The sum of the products of the deviations of a and b.
    products: f64,
    /// The lowest and the highest score of both.
    range: [f64; 2],
}

impl Default for PairedMoments {
    fn default() -> Self {
        let range = [f64::INFINITY, f64::NEG_INFINITY];
        Self { sides: [Moments::default(); 2], products: 0.0, range }
    }
}

impl PairedMoments {
    /// Adds the scores of a and b on one seed.
    pub fn add(&mut self, a: f64, b: f64) {
        let before = a - self.sides[0].mean;
        self.sides[0].add(a);
        self.sides[1].add(b);
        self.products += before * (b - self.sides[1].mean);
        self.range = joined(self.range, [a.min(b), a.max(b)]);
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.sides[0].count
    }

    /// Returns the correlation of a and b, or `None` if one of them is constant.
    pub fn correlation(&self) -> Option<f64> {
        let [a, b] = self.sides;
        let scale = (a.squares * b.squares).sqrt();
        (scale > 0.0).then(|| self.products / scale)
    }

    /// Returns the two means with their errors, or `None` below two pairs.
    pub fn two_means(&self) -> Option<TwoMeans> {
        let [a, b] = self.sides;
        Some(TwoMeans {
            means: [a.mean, b.mean],
            games: self.pairs(),
            variances: [a.variance()?, b.variance()?],
            covariance: self.products / (self.pairs() as f64 - 1.0),
            stored_errors: [0.0; 2],
            range: Some(self.range),
        })
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
        let (a, b): (Vec<f64>, Vec<f64>) = (1..=500).map(|i| (value(i), value(3 * i + 7))).unzip();
        let mut moments = PairedMoments::default();
        let mut continued = Moments::default();
        for (index, (&a, &b)) in a.iter().zip(&b).enumerate() {
            moments.add(a, b);
            continued.add(a);
            if index == 200 {
                let variance = continued.variance().unwrap();
                continued = Moments::of(201, continued.mean, variance);
            }
        }
        let found = moments.two_means().unwrap();
        let sd = |sample: &[f64]| standard_deviation(sample).unwrap();
        assert!((found.variances[0].sqrt() - sd(&a)).abs() < 1e-9);
        assert!((found.variances[1].sqrt() - sd(&b)).abs() < 1e-9);
        assert!((found.means[1] - mean(&b)).abs() < 1e-9);
        let sums: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let covariance = (sd(&sums).powi(2) - sd(&a).powi(2) - sd(&b).powi(2)) / 2.0;
        let correlation = covariance / (sd(&a) * sd(&b));
        assert!((moments.correlation().unwrap() - correlation).abs() < 1e-9);
        assert!((found.covariance - covariance).abs() < 1e-6);
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
