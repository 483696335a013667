//! The split-half reliability of a ranking: how much of it is luck.
//!
//! The games of every candidate are split by their seeds into even and odd
//! ones. In a generation of K candidates the covariance of the fitness of the
//! two halves estimates the variance of the candidates' true fitness, the
//! *signal*; the differences of the halves give the variance of a single game,
//! the *noise*. Of the variance of means over n games the share
//! signal / (signal + noise / n) is signal: the reliability, which for equal
//! halves is the formula of Spearman and Brown, 2r / (1 + r) (Spearman 1910,
//! Brown 1910, British Journal of Psychology 3, 271-295 and 296-322).
//!
//! A single generation says little, so that earlier ones count as well, each
//! 0.7 times as much as the one after it. The command `diagnose` estimates the
//! same quantity by an analysis of variance, from games that no halves are
//! recorded of.

use super::{Trial, games_dealt, is_tie};
use crate::space::{CampaignSpec, GamesPerCandidate};
use crate::statistics::mean;

/// The weight of a generation relative to the one after it.
const MEMORY: f64 = 0.7;

/// Sums of squares and products of the halves of one generation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Halves {
    /// The degrees of freedom: the number of candidates minus one.
    freedom: f64,
    /// The sum of the products of both halves.
    signal: f64,
    /// The sum of the squares of a half, averaged over both.
    half: f64,
    /// The sum of squares of the noise of a single game.
    noise: f64,
    /// The mean of 1 / games over the candidates.
    per_game: f64,
}

impl Halves {
    /// The sums of the trials of a generation; `None` for fewer than two.
    fn of(trials: &[Trial]) -> Option<Self> {
        if trials.len() > 1 && is_tie(trials) {
            return Some(Self { freedom: trials.len() as f64 - 1.0, ..Self::default() });
        }
        // The optimizer ranks by fitness, which includes the penalty.
        let halves = trials.iter().filter_map(|trial| {
            let halves = trial.halves?.map(|half| half - trial.penalty());
            Some((halves, f64::from(trial.evaluation.games)))
        });
        Self::of_halves(&halves.collect::<Vec<_>>())
    }

    /// The sums of candidates, each with both halves and its number of games;
    /// `None` for fewer than two.
    fn of_halves(halves: &[([f64; 2], f64)]) -> Option<Self> {
        if halves.len() < 2 {
            return None;
        }
        let column = |of: fn([f64; 2]) -> f64| -> Vec<f64> {
            let values: Vec<f64> = halves.iter().map(|(pair, _)| of(*pair)).collect();
            let center = mean(&values);
            values.iter().map(|value| value - center).collect()
        };
        let (even, odd) = (column(|[even, _]| even), column(|[_, odd]| odd));
        let difference = column(|[even, odd]| even - odd);
        let sum = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        // Each half is a mean of n/2 games: the variance of their difference is 4/n times the
        // variance of a game.
        let noise = difference.iter().zip(halves).map(|(gap, (_, games))| gap * gap * games / 4.0);
        Some(Self {
            freedom: halves.len() as f64 - 1.0,
            signal: sum(&even, &odd),
            half: (sum(&even, &even) + sum(&odd, &odd)) / 2.0,
            noise: noise.sum(),
            per_game: mean(&halves.iter().map(|(_, games)| 1.0 / games).collect::<Vec<_>>()),
        })
    }
}

/// The split-half statistics of the generations of a search, as running totals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The number of generations.
    pub(crate) generations: u32,
    last: Option<Halves>,
    signal: f64,
    noise: f64,
    /// Whether anything has varied; if not, the candidates of every generation scored the same.
    pub(crate) has_varied: bool,
    pub(crate) noise_test: NoiseTest,
}

/// The evidence that rankings have become noise: a sequential test, whose error holds at all generations together.
///
/// The sum of a generation's products over its freedom f = K - 1 is about normal with mean r f and variance f, where the
/// reliability R gives r = R / (2 - R). The likelihood ratio of r = 0 over the limit's r is on average at most 1 where
/// the reliability is that of the limit or more. The rankings may become noise after any generation k: that start gets
/// 1 / k (k + 1) of the error, and the sum over all starts is compared with 1 / error (Ville's inequality).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct NoiseTest {
    /// The sum of the likelihood ratios over all starts.
    pub(crate) evidence: f64,
    /// The number of generations that it rests on.
    pub(crate) generations: u32,
}

/// The reliability from which on a ranking is never called noise. A search acts
/// on the result, so that the limit is lower than that of a mere report.
const MAX_RELIABILITY: f64 = 0.1;

impl NoiseTest {
    /// The test after the generation with this number, from 1.
    fn after(self, number: u32, halves: &Halves) -> Self {
        let limit = MAX_RELIABILITY / (2.0 - MAX_RELIABILITY);
        let number = f64::from(number);
        let Halves { freedom, signal, half, .. } = halves;
        // The correlation of both halves times the degrees of freedom.
        let correlation = if *half > 0.0 { freedom * signal / half } else { 0.0 };
        let ratio = limit * limit * freedom / 2.0 - limit * correlation;
        let evidence = (self.evidence + 1.0 / (number * (number + 1.0))) * libm::exp(ratio);
        Self { evidence, generations: self.generations + 1 }
    }
}

impl Ranking {
    /// Adds the trials of the next generation.
    pub(crate) fn add_generation(&mut self, spec: &CampaignSpec, trials: &[Trial]) {
        // With fewer games than allowed a ranking is no worse than it is meant to be.
        let has_most = match &spec.games_per_candidate {
            GamesPerCandidate::Adaptive(settings) => games_dealt(trials) >= settings.high,
            GamesPerCandidate::Fixed(_) => false,
        };
        if let Some(halves) = Halves::of(trials) {
            self.add(halves, has_most);
        }
    }

    /// The statistics of one generation of candidates, each with both halves
    /// and its number of games.
    pub(crate) fn of_halves(halves: &[([f64; 2], f64)]) -> Self {
        let mut ranking = Self::default();
        if let Some(halves) = Halves::of_halves(halves) {
            ranking.add(halves, false);
        }
        ranking
    }

    /// Adds a generation, whose ranking may be called noise if its candidates had the most games.
    fn add(&mut self, halves: Halves, has_most: bool) {
        self.generations += 1;
        self.signal = MEMORY * self.signal + halves.signal;
        self.noise = MEMORY * self.noise + halves.noise;
        self.has_varied |= halves.half > 0.0 || halves.noise > 0.0;
        self.noise_test = match has_most {
            true => self.noise_test.after(self.generations, &halves),
            false => NoiseTest::default(),
        };
        self.last = Some(halves);
    }

    /// The reliability of the ranking of the last generation, 0 to 1; `None` if nothing varied.
    pub fn reliability(&self) -> Option<f64> {
        let last = self.last?;
        let signal = self.signal.max(0.0);
        let all = signal + self.noise * last.per_game;
        (all > 0.0).then(|| signal / all)
    }

    /// The variance of the candidates' true fitness over the variance of a
    /// game, at least 0; `None` if games do not vary.
    pub fn signal_to_noise(&self) -> Option<f64> {
        (self.noise > 0.0).then(|| self.signal.max(0.0) / self.noise)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rand::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The games of each simulated candidate.
    pub(crate) const GAMES: u32 = 24;

    impl Ranking {
        /// Adds a simulated generation, of candidates with the most games or with fewer.
        pub(crate) fn simulate(&mut self, signal: f64, has_most: bool, random: &mut impl RngCore) {
            self.add(Halves::of_halves(&simulated(signal, random)).unwrap(), has_most);
        }
    }

    /// A generation of twelve candidates: their true fitness has this variance, a game variance 1.
    fn simulated(signal: f64, random: &mut impl RngCore) -> Vec<([f64; 2], f64)> {
        // Of 256 coins; their number has a standard deviation of 8.
        let mut normal = || {
            let heads: u32 = [(); 4].map(|()| random.next_u64().count_ones()).iter().sum();
            (f64::from(heads) - 128.0) / 8.0
        };
        let of_a_half = (2.0 / f64::from(GAMES)).sqrt();
        let mut candidate = |_| {
            let worth = signal.sqrt() * normal();
            let halves = [0; 2].map(|_| worth + of_a_half * normal());
            (halves, f64::from(GAMES))
        };
        (0..12).map(&mut candidate).collect()
    }

    /// Deviations -2, 0, 2 and -2, -2, 4: r = 12 / 16, and 2r / (1 + r) = 6/7.
    #[test]
    fn three_candidates_by_hand() {
        let halves = [[1.0, 2.0], [3.0, 2.0], [5.0, 8.0]].map(|halves| (halves, 2.0));
        let ranking = Ranking::of_halves(&halves);
        assert!((ranking.reliability().unwrap() - 6.0 / 7.0).abs() < 1e-12);
        // Sums of products 12, and of a game's squares (0 + 4 + 4) · 2 / 4.
        assert!((ranking.signal_to_noise().unwrap() - 3.0).abs() < 1e-12);
        assert_eq!(Ranking::of_halves(&halves[..1]), Ranking::default());
    }

    #[test]
    fn the_estimate_is_right_on_average() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for truth in [0.2, 0.5, 0.9] {
            let signal = truth / (1.0 - truth) / f64::from(GAMES);
            let found: Vec<f64> = (0..300)
                .map(|_| {
                    let mut ranking = Ranking::default();
                    (0..20).for_each(|_| ranking.simulate(signal, true, &mut random));
                    ranking.reliability().unwrap()
                })
                .collect();
            let found = mean(&found);
            assert!((found - truth).abs() < 0.05, "{found}, expected {truth}");
        }
    }
}
