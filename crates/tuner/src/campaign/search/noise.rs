//! The reaction of a search to a ranking that is noise.

use crate::campaign::search::split_half::Ranking;
use crate::space::{AdaptiveGames, CampaignSpec, GamesPerCandidate, OnNoise};

/// The reliability from which on a ranking is never called noise. A search acts
/// on the result, so that the limit is lower than that of a mere report.
const MAX_RELIABILITY: f64 = 0.1;

/// The probability that a search whose rankings have that reliability, or more, is ever said to be noise.
const ERROR: f64 = 0.05;

/// The reaction before a generation to the ranking of the generations before it.
pub(crate) fn reaction(spec: &CampaignSpec, ranking: &Ranking) -> OnNoise {
    let GamesPerCandidate::Adaptive(settings) = &spec.games_per_candidate else {
        return OnNoise::GoOn;
    };
    if is_noise(settings, ranking) { settings.on_noise } else { OnNoise::GoOn }
}

/// Whether the rankings have become noise: a sequential test, whose error holds at all generations together.
///
/// The sum of a generation's products over its freedom f = K - 1 is about normal with mean r f and variance f, where the
/// reliability R gives r = R / (2 - R). The likelihood ratio of r = 0 over the limit's r is on average at most 1 where
/// the reliability is that of the limit or more. The rankings may become noise after any generation k: that start gets
/// 1 / k (k + 1) of the error, and the sum over all starts is compared with 1 / error (Ville's inequality).
fn is_noise(settings: &AdaptiveGames, ranking: &Ranking) -> bool {
    if ranking.are_all_ties() {
        // No chance makes every candidate score the same.
        return ranking.generations.len() >= settings.noise_generations as usize;
    }
    let limit = MAX_RELIABILITY / (2.0 - MAX_RELIABILITY);
    let (mut evidence, mut generations) = (0.0, 0);
    for (number, (halves, games)) in (1..).zip(&ranking.generations) {
        // With fewer games than allowed a ranking is no worse than it is meant to be.
        if *games < settings.high {
            (evidence, generations) = (0.0, 0);
            continue;
        }
        let number = f64::from(number);
        let ratio = limit * limit * halves.freedom / 2.0 - limit * halves.weighted_correlation();
        evidence = (evidence + 1.0 / (number * (number + 1.0))) * libm::exp(ratio);
        generations += 1;
    }
    generations >= settings.noise_generations && evidence >= 1.0 / ERROR
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::campaign::search::split_half::tests::{GAMES, ranking, simulated};

    fn settings() -> AdaptiveGames {
        AdaptiveGames { low: 4, high: GAMES, ..AdaptiveGames::default() }
    }

    /// Whether a search of this signal is said to be noise within 3 000 generations of twelve candidates.
    fn ends(signal: f64, random: &mut Xoshiro256PlusPlus) -> bool {
        let mut generations = Vec::new();
        (0..30).any(|_| {
            generations.extend((0..100).map(|_| simulated(signal, random)));
            is_noise(&settings(), &ranking(generations.iter().cloned()))
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
    fn a_search_that_loses_its_signal_ends_later() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let with = |signal: f64, random: &mut _| simulated(signal / f64::from(GAMES), random);
        let mut generations: Vec<_> = (0..30).map(|_| with(1.0, &mut random)).collect();
        assert!(!is_noise(&settings(), &ranking(generations.iter().cloned())));
        let ends = (0..60).any(|_| {
            generations.extend((0..100).map(|_| with(0.0, &mut random)));
            is_noise(&settings(), &ranking(generations.iter().cloned()))
        });
        assert!(ends);
    }

    #[test]
    fn no_noise_below_the_limit_or_too_soon() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut flat = || simulated(0.0, &mut random);
        let nine = ranking((0..9).map(|_| flat()));
        assert!(!is_noise(&settings(), &nine));
        let higher = AdaptiveGames { high: GAMES + 1, ..settings() };
        assert!(!is_noise(&higher, &ranking((0..2000).map(|_| flat()))));
    }
}
