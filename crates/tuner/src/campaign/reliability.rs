//! How much of a ranking is luck, from what the games say twice.
//!
//! Every candidate's games are split by their seeds into even and odd ones. In
//! a generation of K candidates the covariance of the two halves' fitness is
//! the variance of what the candidates are truly worth, the *signal*; the
//! halves' differences tell the variance of a single game, the *noise*. Of
//! means over n games the share signal / (signal + noise / n) of the variance
//! is no noise: their reliability, which for equal halves is the formula of
//! Spearman and Brown, 2r / (1 + r) (Spearman 1910, Brown 1910, British Journal
//! of Psychology 3, 271-295 and 296-322).
//!
//! One generation says little, so that earlier ones count too, each
//! 0.7 times as much as the one after it.

use crate::checkpoint::Trial;
use crate::spec::AdaptiveGames;
use crate::statistics::mean;

/// What a generation counts one generation later.
const MEMORY: f64 = 0.7;

/// How far the number of games may go in one step; a single generation says
/// too little for more.
const MAX_STEP: f64 = 1.5;

/// The 95 % quantile of the normal distribution.
const SURE: f64 = 1.645;

/// A ranking may be called noise below this reliability.
const NOISE: f64 = 0.1;

/// Sums of squares and products of one generation's halves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Halves {
    /// Candidates less one: the degrees of freedom.
    freedom: f64,
    /// Of the products of both halves.
    signal: f64,
    /// Of the squares of a half, the mean of both.
    half: f64,
    /// Of the squares of what one game adds.
    noise: f64,
    /// The mean of 1 / games over the candidates.
    per_game: f64,
}

impl Halves {
    /// Of a generation's trials.
    fn of(trials: &[Trial]) -> Option<Self> {
        // Of the fitness, which includes the penalty, as the optimizer ranks it.
        let halves = trials.iter().filter_map(|trial| {
            let penalty = trial.fitness + trial.objective;
            let halves = trial.halves?.map(|half| half - penalty);
            Some((halves, f64::from(trial.evaluation.games)))
        });
        Self::of_halves(&halves.collect::<Vec<_>>())
    }

    /// Of both halves and the games of each candidate; none for fewer than two.
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
        Some(Self {
            freedom: halves.len() as f64 - 1.0,
            signal: sum(&even, &odd),
            half: (sum(&even, &even) + sum(&odd, &odd)) / 2.0,
            // Each half is a mean of n/2 games: their difference has 4/n of a game's variance.
            noise: difference
                .iter()
                .zip(halves)
                .map(|(difference, (_, games))| difference * difference * games / 4.0)
                .sum(),
            per_game: mean(
                &halves
                    .iter()
                    .map(|(_, games)| 1.0 / games)
                    .collect::<Vec<_>>(),
            ),
        })
    }
}

/// What the generations of a search so far say of its ranking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    generations: Vec<(Halves, u32)>,
    signal: f64,
    noise: f64,
}

impl Ranking {
    /// Of complete generations, oldest first.
    pub fn of(trials: &[Trial]) -> Self {
        let mut ranking = Self::default();
        for trials in trials.chunk_by(|a, b| a.generation == b.generation) {
            if let Some(halves) = Halves::of(trials) {
                ranking.add(halves, games_dealt(trials));
            }
        }
        ranking
    }

    /// Of a single generation: both halves and the number of games of each candidate.
    pub(super) fn of_halves(halves: &[([f64; 2], f64)]) -> Self {
        let mut ranking = Self::default();
        if let Some(halves) = Halves::of_halves(halves) {
            ranking.add(halves, 0);
        }
        ranking
    }

    fn add(&mut self, halves: Halves, games: u32) {
        self.signal = MEMORY * self.signal + halves.signal;
        self.noise = MEMORY * self.noise + halves.noise;
        self.generations.push((halves, games));
    }

    /// The reliability of the last generation's ranking, 0 to 1; none where nothing varied.
    pub fn reliability(&self) -> Option<f64> {
        let (last, _) = self.generations.last()?;
        let signal = self.signal.max(0.0);
        let all = signal + self.noise * last.per_game;
        (all > 0.0).then(|| signal / all)
    }

    /// How the variance of what candidates are worth compares with that of a
    /// game, not below 0; none where games do not vary.
    pub fn signal_to_noise(&self) -> Option<f64> {
        (self.noise > 0.0).then(|| self.signal.max(0.0) / self.noise)
    }

    /// The games per candidate that hold the wished reliability, after a
    /// generation of so many.
    pub fn next_games(&self, settings: &AdaptiveGames, games: u32) -> u32 {
        let games = f64::from(games);
        let (fewest, most) = ((games / MAX_STEP).floor(), (games * MAX_STEP).ceil());
        let wanted = match self.signal_to_noise() {
            Some(ratio) if ratio > 0.0 => {
                settings.reliability / (1.0 - settings.reliability) / ratio
            }
            Some(_) => most,
            None => games,
        };
        let games = wanted.ceil().clamp(fewest, most);
        (games as u32).clamp(settings.low, settings.high)
    }

    /// Whether all of the last generations had as many games as there may be,
    /// and their ranking has, all of them together, a reliability below 0.1
    /// that is not surely (95 %, one-sided) above 0.
    ///
    /// Without any signal a generation's correlation r has a variance of about
    /// 1 / (K - 1), and the sum over generations, each weighted by K - 1, of
    /// about the sum of the weights. A reliability R is r = R / (2 - R).
    pub fn is_noise(&self, settings: &AdaptiveGames) -> bool {
        let wanted = settings.noise_generations as usize;
        let Some(first) = self.generations.len().checked_sub(wanted) else {
            return false;
        };
        let last = &self.generations[first..];
        let (mut sum, mut freedom) = (0.0, 0.0);
        for (halves, games) in last {
            if *games < settings.high {
                return false;
            }
            if halves.half > 0.0 {
                sum += halves.freedom * halves.signal / halves.half;
            }
            freedom += halves.freedom;
        }
        sum < (SURE * freedom.sqrt()).min(NOISE / (2.0 - NOISE) * freedom)
    }
}

/// The games per candidate that a generation was dealt: all its games are
/// shared, but for a rest that is too small for one each.
pub fn games_dealt(trials: &[Trial]) -> u32 {
    let games: u64 = trials
        .iter()
        .map(|trial| u64::from(trial.evaluation.games))
        .sum();
    games.div_ceil(trials.len().max(1) as u64) as u32
}

#[cfg(test)]
mod tests {
    use rand::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const GAMES: u32 = 24;

    fn settings() -> AdaptiveGames {
        AdaptiveGames {
            low: 4,
            high: GAMES,
            ..AdaptiveGames::default()
        }
    }

    fn ranking(generations: impl Iterator<Item = Vec<([f64; 2], f64)>>) -> Ranking {
        let mut ranking = Ranking::default();
        for halves in generations {
            ranking.add(Halves::of_halves(&halves).unwrap(), GAMES);
        }
        ranking
    }

    /// Generations of twelve candidates whose worth has this variance, a game's being 1.
    fn simulated(signal: f64, random: &mut impl RngCore) -> Vec<([f64; 2], f64)> {
        let mut normal = || {
            let uniform = (0..12).map(|_| random.next_u64() as f64 / u64::MAX as f64);
            uniform.sum::<f64>() - 6.0
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
                    let generations = (0..20).map(|_| simulated(signal, &mut random));
                    ranking(generations).reliability().unwrap()
                })
                .collect();
            let found = mean(&found);
            assert!((found - truth).abs() < 0.05, "{found}, expected {truth}");
        }
    }

    #[test]
    fn noise_is_told_from_little_signal() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut told = |signal: f64| {
            let is_noise = |_: &i32| {
                let generations = (0..10).map(|_| simulated(signal, &mut random));
                ranking(generations).is_noise(&settings())
            };
            (0..300).filter(is_noise).count()
        };
        // The mean correlation of 110 degrees of freedom is below 0.1 / 1.9 in
        // 71 % of them, to 2.5 standard errors of 300.
        let found = told(0.0);
        assert!((193..=233).contains(&found), "{found}");
        // At a reliability of 0.5 it is 1/3, three standard deviations above.
        let found = told(1.0 / f64::from(GAMES));
        assert!(found <= 3, "{found}");
    }

    #[test]
    fn no_noise_below_the_limit_or_too_soon() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut flat = || simulated(0.0, &mut random);
        let nine = ranking((0..9).map(|_| flat()));
        assert!(!nine.is_noise(&settings()));
        let higher = AdaptiveGames {
            high: GAMES + 1,
            ..settings()
        };
        assert!(!ranking((0..20).map(|_| flat())).is_noise(&higher));
    }

    #[test]
    fn games_go_up_and_down_step_by_step() {
        let wide = AdaptiveGames {
            low: 4,
            high: 1000,
            ..AdaptiveGames::default()
        };
        let of = |even: f64, odd: f64| {
            let halves = [([1.0, 1.0], 2.0), ([even, odd], 2.0), ([0.0, 0.0], 2.0)];
            Ranking::of_halves(&halves)
        };
        // Halves that contradict each other: the most; that agree: the fewest.
        assert_eq!(of(-3.0, 4.0).next_games(&wide, 100), 150);
        assert_eq!(of(3.0, 3.1).next_games(&wide, 100), 66);
        assert_eq!(of(3.0, 3.1).next_games(&wide, 5), 4);
        assert_eq!(of(-3.0, 4.0).next_games(&wide, 900), 1000);
        assert_eq!(Ranking::default().next_games(&wide, 100), 100);
    }
}
