//! The ratio of two means of paired samples, for one look at a fixed number of pairs.

use super::descriptive::{covariance, mean};
use super::interval::{Interval, student_quantile};
use super::two_means::TwoMeans;

/// A ratio of the means of two samples that are paired by common seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRatio {
    /// The ratio of the two means.
    pub ratio: f64,
    /// The standard error of the logarithm of the ratio.
    pub log_error: f64,
    /// The confidence interval of the ratio.
    pub interval: Interval,
}

/// Returns mean(`of`) / mean(`to`) with its 95 % interval, as [`mean_ratio_at`] does.
///
/// # Panics
/// If the samples differ in length.
pub fn mean_ratio(of: &[f64], to: &[f64]) -> Option<MeanRatio> {
    mean_ratio_at(of, to, 0.95)
}

/// Returns mean(`of`) / mean(`to`) with an interval from the delta method on
/// the logarithm, including the covariance of the pairs:
/// var ln(b/a) ≈ (var b / b² + var a / a² - 2 cov / ab) / n.
///
/// `None` below two pairs or if a mean is not above 0.
///
/// # Panics
/// If the samples differ in length.
pub fn mean_ratio_at(of: &[f64], to: &[f64], confidence: f64) -> Option<MeanRatio> {
    assert_eq!(of.len(), to.len(), "paired samples");
    let (b, a) = (mean(of), mean(to));
    if of.len() < 2 || a <= 0.0 || b <= 0.0 {
        return None;
    }
    let variance = covariance(of, of) / (b * b) + covariance(to, to) / (a * a)
        - 2.0 * covariance(of, to) / (a * b);
    let log_error = (variance.max(0.0) / of.len() as f64).sqrt();
    Some(around(b / a, log_error, of.len(), confidence))
}

/// Returns a ratio with its interval, whose logarithm has `log_error` and comes from `games` games.
fn around(ratio: f64, log_error: f64, games: usize, confidence: f64) -> MeanRatio {
    let half_width = student_quantile(games, confidence) * log_error;
    MeanRatio {
        ratio,
        log_error,
        interval: Interval {
            low: ratio * libm::exp(-half_width),
            high: ratio * libm::exp(half_width),
        },
    }
}

impl TwoMeans {
    /// Returns mean b / mean a for one look at a fixed number of games, with an interval of this
    /// confidence by the delta method; `None` below two games or if a mean is not above 0.
    pub fn mean_ratio_at(&self, confidence: f64) -> Option<MeanRatio> {
        let [_, variance] = self.log_ratio().filter(|_| self.games >= 2)?;
        let games = self.games as usize;
        Some(around(self.ratio(), variance.sqrt(), games, confidence))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PairedMoments;
    use super::*;
    use tune2048_engine::game::{GameSeed, SpawnSource};

    #[test]
    fn a_constant_factor_gives_an_interval_without_width() {
        let a = [10.0, 20.0, 40.0, 15.0];
        let b = a.map(|x| 1.5 * x);
        let found = mean_ratio(&b, &a).unwrap();
        assert!((found.ratio - 1.5).abs() < 1e-6);
        assert!(found.interval.high - found.interval.low < 1e-6);
        assert_eq!(mean_ratio(&b, &[0.0; 4]), None);
    }

    #[test]
    fn running_moments_give_the_same_interval() {
        let (of, to) = ([10.0, 20.0, 40.0, 15.0], [12.0, 18.0, 30.0, 17.0]);
        let mut moments = PairedMoments::default();
        for (of, to) in of.into_iter().zip(to) {
            moments.add(to, of);
        }
        let found = moments.two_means().unwrap().mean_ratio_at(0.9).unwrap();
        let expected = mean_ratio_at(&of, &to, 0.9).unwrap();
        assert!((found.interval.low - expected.interval.low).abs() < 1e-9);
        assert!((found.interval.high - expected.interval.high).abs() < 1e-9);
    }

    /// 2 000 samples of 40 pairs with a known ratio: the interval must cover
    /// the ratio in 95 % of them, within the sampling error of 2 000 trials.
    #[test]
    fn the_ratio_interval_covers_the_truth() {
        let mut spawns = SpawnSource::new(GameSeed(3));
        let mut uniform = move || {
            let mut bits = 0_u64;
            for _ in 0..8 {
                let spawned = spawns.spawn(tune2048_engine::game::Board::EMPTY);
                bits = bits << 4 | u64::from(spawned.0.trailing_zeros() / 4);
            }
            bits as f64 / f64::from(u32::MAX)
        };
        let mut covered = 0;
        for _ in 0..2000 {
            let pairs: Vec<(f64, f64)> = (0..40)
                .map(|_| {
                    let common = uniform();
                    (1.2 * (0.2 + common + uniform()), 0.2 + common + uniform())
                })
                .collect();
            let (of, to): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            let interval = mean_ratio(&of, &to).unwrap().interval;
            covered += u32::from(interval.low <= 1.2 && 1.2 <= interval.high);
        }
        assert!((1870..=1935).contains(&covered), "{covered} of 2000");
    }
}
