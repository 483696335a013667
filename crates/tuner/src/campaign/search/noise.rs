//! The reaction of a search to a ranking that is noise.

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

/// The reaction before a generation to the ranking of the generations before it.
pub(crate) fn reaction(spec: &CampaignSpec, ranking: &Ranking) -> OnNoise {
    let GamesPerCandidate::Adaptive(settings) = &spec.games_per_candidate else {
        return OnNoise::GoOn;
    };
    if is_noise(settings, ranking) { settings.on_noise } else { OnNoise::GoOn }
}

/// Whether the rankings have become noise.
fn is_noise(settings: &AdaptiveGames, ranking: &Ranking) -> bool {
    if ranking.are_all_ties() {
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
    use crate::record::ranking::tests::{GAMES, ranking, simulated};

    fn settings() -> AdaptiveGames {
        AdaptiveGames { low: 4, high: GAMES, ..AdaptiveGames::default() }
    }

    /// Whether a search of this signal is said to be noise within 3 000 generations of twelve candidates.
    fn ends(signal: f64, random: &mut Xoshiro256PlusPlus) -> bool {
        let mut generations = Vec::new();
        (0..30).any(|_| {
            generations.extend((0..100).map(|_| simulated(signal, random)));
            is_noise(&settings(), &ranking(GAMES, generations.iter().cloned()))
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
        let mut flat = || simulated(0.0, &mut random);
        let nine = ranking(GAMES, (0..9).map(|_| flat()));
        assert!(!is_noise(&settings(), &nine));
        assert!(!is_noise(&settings(), &ranking(GAMES + 1, (0..2000).map(|_| flat()))));
    }
}
