//! What follows from how much of a ranking is noise: the games of a candidate, and whether a search goes on.

use crate::record::Ranking;
use crate::space::{AdaptiveGames, CampaignSpec, GamesPerCandidate, OnNoise};
use tune2048_optimizer::{Distribution, Proposal, boundary};

/// The probability that a search whose rankings have that reliability, or more, is ever said to be noise.
const ERROR: f64 = 0.05;

/// The factor of the step size when a search restarts because its ranking is noise.
const WIDER: f64 = 2.0;

/// The distribution that such a search restarts from: the mean of the proposed one, with a larger step size.
pub(crate) fn wider(proposal: &Proposal) -> Distribution {
    let last = proposal.distribution.as_ref();
    let last = last.expect("only an optimizer with a distribution may restart");
    Distribution {
        mean: boundary::clamp(&last.mean),
        step_size: WIDER * last.step_size,
        covariance: last.covariance.clone(),
    }
}

/// The factor by which the games per candidate change from one generation to
/// the next, at most; a single generation is too noisy for more.
const MAX_STEP: f64 = 1.5;

/// The games per candidate that reach the desired reliability, after a
/// generation with `games` of them.
pub(crate) fn next_games(settings: &AdaptiveGames, ranking: &Ranking, games: u32) -> u32 {
    let games = f64::from(games);
    let (fewest, most) = ((games / MAX_STEP).floor(), (games * MAX_STEP).ceil());
    let wanted = match ranking.signal_to_noise() {
        Some(ratio) if ratio > 0.0 => settings.reliability / (1.0 - settings.reliability) / ratio,
        Some(_) => most,
        None => games,
    };
    let games = wanted.ceil().clamp(fewest, most);
    (games as u32).clamp(settings.low, settings.high)
}

/// The reaction before a generation to the ranking of the generations before it.
pub(crate) fn reaction(spec: &CampaignSpec, ranking: &Ranking) -> OnNoise {
    let GamesPerCandidate::Adaptive(settings) = &spec.games_per_candidate else {
        return OnNoise::GoOn;
    };
    if is_noise(settings, ranking) { settings.on_noise } else { OnNoise::GoOn }
}

/// Whether the rankings have become noise.
fn is_noise(settings: &AdaptiveGames, ranking: &Ranking) -> bool {
    if !ranking.has_varied {
        // No chance makes every candidate score the same.
        return ranking.generations >= settings.noise_generations;
    }
    let test = ranking.noise_test;
    test.generations >= settings.noise_generations && test.evidence >= 1.0 / ERROR
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::record::ranking::tests::GAMES;

    fn settings() -> AdaptiveGames {
        AdaptiveGames { low: 4, high: GAMES, ..AdaptiveGames::default() }
    }

    /// Whether a search of this signal is said to be noise within 3 000 generations of twelve candidates.
    fn ends(signal: f64, random: &mut Xoshiro256PlusPlus) -> bool {
        let mut ranking = Ranking::default();
        (0..3000).any(|_| {
            ranking.simulate(signal, true, random);
            is_noise(&settings(), &ranking)
        })
    }

    /// A reliability R is a signal of R / (1 - R) / games.
    #[test]
    fn a_search_ends_by_noise_and_hardly_ever_by_chance() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut of = |reliability: f64| -> usize {
            let signal = reliability / (1.0 - reliability) / f64::from(GAMES);
            (0..40).filter(|_| ends(signal, &mut random)).count()
        };
        let found = of(0.0);
        assert!(found >= 36, "{found}");
        // 5 % of 40 are 2; more than 6 have a probability of one in 300.
        let found = of(0.1);
        assert!(found <= 6, "{found}");
        assert_eq!(of(0.3), 0);
    }

    #[test]
    fn no_noise_below_the_limit_or_too_soon() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut flat = |generations, has_most| {
            let mut ranking = Ranking::default();
            (0..generations).for_each(|_| ranking.simulate(0.0, has_most, &mut random));
            ranking
        };
        assert!(!is_noise(&settings(), &flat(9, true)));
        assert!(!is_noise(&settings(), &flat(2000, false)));
    }

    #[test]
    fn games_go_up_and_down_step_by_step() {
        let wide = AdaptiveGames { low: 4, high: 1000, ..AdaptiveGames::default() };
        let next = |even: f64, odd: f64, games| {
            let halves = [([1.0, 1.0], 2.0), ([even, odd], 2.0), ([0.0, 0.0], 2.0)];
            next_games(&wide, &Ranking::of_halves(&halves), games)
        };
        // Halves that contradict each other: the most; that agree: the fewest.
        assert_eq!(next(-3.0, 4.0, 100), 150);
        assert_eq!(next(3.0, 3.1, 100), 66);
        assert_eq!(next(3.0, 3.1, 5), 4);
        assert_eq!(next(-3.0, 4.0, 900), 1000);
        assert_eq!(next_games(&wide, &Ranking::default(), 100), 100);
    }
}
