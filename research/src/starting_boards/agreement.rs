//! How well a ranking agrees with the truth.

use tune2048_tuner::statistics::{correlation, mean, student_interval};

/// Scores by candidate, then by unit; all candidates have the same units.
pub(crate) type Scores = Vec<Vec<f64>>;

/// The two variances of scores: analysis of variance of candidates and units. What all
/// candidates gain or lose in one unit, such as an easy board, ranks nobody and counts to neither.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Variances {
    /// The variance between the true means of the candidates; below 0 by chance.
    pub(crate) between: f64,
    /// The variance that one unit adds to the mean of a candidate beside the others.
    pub(crate) noise: f64,
}

impl Variances {
    /// # Panics
    /// Below two candidates or units.
    pub(crate) fn of(scores: &Scores) -> Self {
        let (candidates, units) = (scores.len(), scores[0].len());
        let candidate_means: Vec<_> = scores.iter().map(|scores| mean(scores)).collect();
        let grand = mean(&candidate_means);
        let mut residual = 0.0;
        for unit in 0..units {
            let common = scores.iter().map(|scores| scores[unit]).sum::<f64>() / candidates as f64;
            for (scores, own) in scores.iter().zip(&candidate_means) {
                residual += (scores[unit] - own - common + grand).powi(2);
            }
        }
        let noise = residual / ((candidates - 1) * (units - 1)) as f64;
        let squares = candidate_means.iter().map(|own| (own - grand).powi(2));
        let of_means = squares.sum::<f64>() / (candidates - 1) as f64;
        Self { between: of_means - noise / units as f64, noise }
    }

    /// The share of the variance of means of so many units that is due to the candidates.
    pub(crate) fn reliability(self, units: f64) -> f64 {
        self.between.max(0.0) / (self.between.max(0.0) + self.noise / units)
    }
}

/// The correlation of the true means of two kinds of scores: the correlation of the measured
/// ones, corrected for noise (Spearman 1904). It may exceed 1 by chance.
pub(crate) fn true_correlation(one: &Scores, other: &Scores) -> f64 {
    let means = |scores: &Scores| -> Vec<f64> { scores.iter().map(|own| mean(own)).collect() };
    let reliability = |scores: &Scores| Variances::of(scores).reliability(scores[0].len() as f64);
    let measured = correlation(&means(one), &means(other)).unwrap_or(0.0);
    measured / (reliability(one) * reliability(other)).sqrt()
}

/// The cost at which so many whole games agree with the truth as well as a method does, over the
/// cost of the method: 2 if it needs half the cost, 0 if it never agrees so well. Agreement
/// is the expected correlation with the truth, √reliability times `correlation`.
pub(crate) fn efficiency(
    whole: (Variances, f64),
    method: (Variances, f64),
    correlation: f64,
    games: f64,
) -> f64 {
    let wanted = whole.0.reliability(games);
    let reliability = wanted / correlation.min(1.0).powi(2);
    if correlation <= 0.0 || reliability >= 1.0 || method.0.between <= 0.0 {
        return 0.0;
    }
    let units = method.0.noise / method.0.between * reliability / (1.0 - reliability);
    games * whole.1 / (units * method.1)
}

/// Spearman's rank correlation; 0 where all are equal.
pub(crate) fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let rank_correlation = correlation(&ranks(one), &ranks(other));
    rank_correlation.filter(|value| value.is_finite()).unwrap_or(0.0)
}

/// The rank of each value from 0 on; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut rank = 0;
    for equal in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        for &index in equal {
            ranks[index] = rank as f64 + (equal.len() - 1) as f64 / 2.0;
        }
        rank += equal.len();
    }
    ranks
}

/// The mean truth of the third with the highest estimates, over the mean truth of all, less 1.
/// A number that is not divisible by three takes a part of one candidate.
pub(crate) fn best_third(estimates: &[f64], truth: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..estimates.len()).collect();
    order.sort_by(|&a, &b| estimates[b].total_cmp(&estimates[a]));
    let third = truth.len() as f64 / 3.0;
    let mut left = third;
    let mut sum = 0.0;
    for index in order {
        let part = left.clamp(0.0, 1.0);
        sum += part * truth[index];
        left -= part;
    }
    sum / third / mean(truth) - 1.0
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// A figure of all candidates with the interval of the jackknife over candidates: it allows for
/// their choice and for the noise of their games. `figure` is given the candidate to leave out.
pub(crate) fn jackknife(candidates: usize, figure: impl Fn(Option<usize>) -> f64) -> Estimate {
    let (value, n) = (figure(None), candidates as f64);
    let without = (0..candidates).map(|left_out| figure(Some(left_out)));
    let pseudo_values: Vec<_> = without.map(|other| n * value - (n - 1.0) * other).collect();
    let around = student_interval(&pseudo_values, 0.95).expect("several candidates");
    let half_width = (around.high - around.low) / 2.0;
    Estimate { value, low: value - half_width, high: value + half_width }
}

/// The values without one of them.
pub(crate) fn without<T: Clone>(values: &[T], left_out: Option<usize>) -> Vec<T> {
    let kept = values.iter().enumerate();
    let kept = kept.filter(|(index, _)| Some(*index) != left_out);
    kept.map(|(_, value)| value.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A normal number, nearly: the sum of twelve uniform ones.
    fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
        (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0
    }

    #[test]
    fn ranks_are_correlated() {
        assert!((spearman(&[1.0, 2.0, 9.0], &[3.0, 4.0, 5.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 9.0], &[5.0, 4.0, 3.0]) + 1.0).abs() < 1e-12);
        // 1 - 6 · (1 + 1 + 4 + 4) / (5 · 24) by the formula without ties.
        let value = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 1.0, 5.0, 4.0, 3.0]);
        assert!((value - 0.5).abs() < 1e-12, "{value}");
        assert_eq!(ranks(&[7.0, 5.0, 7.0, 9.0]), [1.5, 0.0, 1.5, 3.0]);
    }

    #[test]
    fn a_third_may_take_a_part_of_a_candidate() {
        let truth = [1.0, 2.0, 3.0, 6.0];
        // The best is chosen, and a third of the worst.
        let value = best_third(&[8.0, 1.0, 2.0, 9.0], &truth);
        assert!((value - ((6.0 + 1.0 / 3.0) / (4.0 / 3.0) / 3.0 - 1.0)).abs() < 1e-12);
    }

    /// Truths of variance 1, units of noise 4, and what all share in a unit, which counts to neither.
    #[test]
    fn variances_are_found() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let common: Vec<_> = (0..200).map(|_| 10.0 * normal(&mut random)).collect();
        let mut scores = [Vec::new(), Vec::new()];
        for _ in 0..400 {
            let truth = normal(&mut random);
            let truths = [truth, 0.6 * truth + 0.8 * normal(&mut random)];
            for (scores, truth) in scores.iter_mut().zip(truths) {
                let unit = |common: &f64| truth + 2.0 * normal(&mut random) + common;
                scores.push(common.iter().map(unit).collect());
            }
        }
        let found = Variances::of(&scores[0]);
        assert!((found.between - 1.0).abs() < 0.2, "{found:?}");
        assert!((found.noise - 4.0).abs() < 0.1, "{found:?}");
        let correlation = true_correlation(&scores[0], &scores[1]);
        assert!((correlation - 0.6).abs() < 0.1, "{correlation}");
    }

    #[test]
    fn efficiency_counts_cost_noise_and_another_aim() {
        let variances = |noise| Variances { between: 1.0, noise };
        let whole = (variances(4.0), 10.0);
        let of = |noise, cost, correlation| {
            efficiency(whole, (variances(noise), cost), correlation, 4.0)
        };
        assert!((of(4.0, 5.0, 1.0) - 2.0).abs() < 1e-12);
        assert!((of(2.0, 10.0, 1.0) - 2.0).abs() < 1e-12);
        // Reliability 0.5 of four whole games takes 0.5 / 0.64 of the method: 14.29 units.
        let reliability: f64 = 0.5 / 0.64;
        let units = 4.0 * reliability / (1.0 - reliability);
        assert!((of(4.0, 10.0, 0.8) - 4.0 / units).abs() < 1e-12);
        assert!(of(4.0, 10.0, 0.7).abs() < 1e-12, "it never agrees so well");
    }

    #[test]
    fn the_jackknife_of_a_mean_is_students_interval() {
        let values = [3.0, 5.0, 4.0, 8.0];
        let found = jackknife(4, |left_out| mean(&without(&values, left_out)));
        let expected = student_interval(&values, 0.95).unwrap();
        assert!((found.value - 5.0).abs() < 1e-12);
        assert!((found.low - expected.low).abs() < 1e-9, "{found:?}");
        assert!((found.high - expected.high).abs() < 1e-9, "{found:?}");
    }
}
