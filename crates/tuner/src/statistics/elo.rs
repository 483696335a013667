//! Elo, and the test of two Elo differences that engine testers know.
//!
//! Elo, "The Rating of Chessplayers, Past and Present", 1978: 400 points of rating are a factor of ten in the odds.

use super::bisection::halved;
use super::effect::{Effect, Estimate, TestResult};

/// Returns the rating over the opponent's that gives a share of the points on average; infinite where one side gets
/// them all.
pub fn elo(share: f64) -> f64 {
    400.0 * libm::log10(share.clamp(0.0, 1.0) / (1.0 - share.clamp(0.0, 1.0)))
}

/// Returns the share of the points that a rating over the opponent's gives on average.
pub fn share_of_points(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

impl Estimate {
    /// Returns the difference of the shares of both sides of a match in Elo.
    #[must_use]
    pub fn in_elo(self) -> Self {
        let rating = |difference: f64| elo(f64::midpoint(1.0, difference));
        let interval = self.interval.map(rating);
        Self { effect: Effect::Elo, value: rating(self.value), interval }
    }
}

/// The results of a match: how many pairs of games gave one side which share of the points.
#[derive(Clone, Debug, PartialEq)]
pub struct PairResults {
    /// Each share with its pairs, in order: 0, 0.25, 0.5, 0.75, 1, and any others.
    counts: Vec<(f64, u64)>,
}

impl Default for PairResults {
    fn default() -> Self {
        Self { counts: [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, 0)).into() }
    }
}

impl FromIterator<f64> for PairResults {
    fn from_iter<T: IntoIterator<Item = f64>>(shares: T) -> Self {
        let mut results = Self::default();
        shares.into_iter().for_each(|share| results.add(share));
        results
    }
}

impl PairResults {
    /// Adds a pair with this share of the points.
    pub fn add(&mut self, share: f64) {
        match self.counts.binary_search_by(|(known, _)| known.total_cmp(&share)) {
            Ok(place) => self.counts[place].1 += 1,
            Err(place) => self.counts.insert(place, (share, 1)),
        }
    }

    /// Returns the pairs with 0, half a point, 1, one and a half and 2 points of two games; `None` if others are
    /// among them.
    pub fn pentanomial(&self) -> Option<[u64; 5]> {
        let counts: Vec<u64> = self.counts.iter().map(|(_, pairs)| *pairs).collect();
        counts.try_into().ok()
    }
}

/// A sequential probability ratio test of one Elo difference against a higher one.
///
/// The generalised test for an unknown distribution (Li, Liu and Ying 2014), as fishtest has it: both likelihoods are
/// the largest that the results of the pairs have under a distribution with that mean (Van den Bergh, A practical
/// introduction to the GSPRT, 2020).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct EloTest {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative, above `elo0`.
    pub elo1: f64,
    /// The probability to accept `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability to accept `elo0` where `elo1` is true.
    pub beta: f64,
}

impl EloTest {
    /// Returns the log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = self;
        [libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha)]
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`.
    ///
    /// A result that no pair has counts as a thousandth of one, as fishtest has it.
    pub fn log_likelihood_ratio(&self, results: &PairResults) -> f64 {
        const NONE: f64 = 1e-3;
        let count = |&(share, pairs): &(f64, u64)| (share, (pairs as f64).max(NONE));
        let counts: Vec<(f64, f64)> = results.counts.iter().map(count).collect();
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| {
            let mean = share_of_points(elo);
            (mean, multiplier(&counts, mean))
        });
        let log = |(mean, x): (f64, f64), share: f64| libm::log1p(x * (share - mean));
        counts.iter().map(|&(share, n)| n * (log(null, share) - log(alternative, share))).sum()
    }

    /// Returns [`TestResult::Above`] if `elo1` is accepted and [`TestResult::Below`] if `elo0` is.
    pub fn verdict(&self, results: &PairResults) -> Option<TestResult> {
        let (ratio, [low, high]) = (self.log_likelihood_ratio(results), self.bounds());
        let above = (ratio >= high).then_some(TestResult::Above);
        above.or((ratio <= low).then_some(TestResult::Below))
    }
}

/// Returns the x for which weights n / (1 + x (share - mean)) give the shares this mean: the most likely distribution
/// with it (Owen, Biometrika 75, 1988).
fn multiplier(counts: &[(f64, f64)], mean: f64) -> f64 {
    let excess = |x: f64| -> f64 {
        counts.iter().map(|&(share, n)| n * (share - mean) / (1.0 + x * (share - mean))).sum()
    };
    let [low, high] = halved([-1.0 / (1.0 - mean), 1.0 / mean], 60, |x| excess(x) > 0.0);
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of thumb of ratings: 76 % of the points are 200, and ten to one are 400.
    #[test]
    fn shares_are_ratings() {
        assert!(elo(0.5).abs() < 1e-12);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.76) - 200.0).abs() < 1.0);
        assert!(elo(0.0).is_infinite() && elo(0.0) < 0.0 && elo(1.0).is_infinite());
        assert!((elo(share_of_points(-37.0)) + 37.0).abs() < 1e-9);
    }

    /// The results of tests of Stockfish with the ratio that fishtest shows for them: pull requests 2493, 2920, 2951,
    /// 2971 and 3209 of official-stockfish/Stockfish.
    #[test]
    fn ratios_are_those_of_fishtest() {
        for ([elo0, elo1], pairs, expected) in [
            ([-1.0, 3.0], [424, 2948, 5832, 3045, 460], 2.94),
            ([-0.5, 1.5], [665, 4806, 9333, 4893, 747], 2.95),
            ([0.25, 1.75], [328, 4564, 15580, 4789, 371], 2.98),
            ([-0.5, 1.5], [59, 754, 2467, 865, 75], 2.95),
            ([-0.5, 1.5], [17, 253, 1042, 337, 39], 2.96),
            ([0.25, 1.75], [11, 407, 3238, 513, 11], 2.93),
            ([-0.25, 1.25], [253, 4282, 17604, 4431, 286], 2.94),
            ([0.25, 1.25], [58, 3302, 33130, 3518, 84], 2.97),
        ] {
            let shares = pairs.iter().zip(0..).flat_map(|(&pairs, quarters)| {
                std::iter::repeat_n(f64::from(quarters) / 4.0, pairs)
            });
            let results: PairResults = shares.collect();
            assert_eq!(results.pentanomial(), Some(pairs.map(|pairs| pairs as u64)));
            let test = EloTest { elo0, elo1, alpha: 0.05, beta: 0.05 };
            let found = test.log_likelihood_ratio(&results);
            assert!((found - expected).abs() < 0.0051, "{found} {expected}");
        }
    }

    /// Results that are all alike have a ratio, too: of won pairs only that of their probabilities.
    #[test]
    fn a_side_that_wins_every_pair_passes() {
        let test = EloTest { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let needed = 2.944 / (share_of_points(5.0) / 0.5).ln();
        let verdict =
            |pairs: f64, share| test.verdict(&std::iter::repeat_n(share, pairs as usize).collect());
        assert_eq!(verdict(1.02 * needed, 1.0), Some(TestResult::Above));
        assert_eq!(verdict(0.98 * needed, 1.0), None);
        assert_eq!(verdict(1.02 * needed, 0.0), Some(TestResult::Below));
        assert_eq!(verdict(0.0, 0.0), None);
    }
}
