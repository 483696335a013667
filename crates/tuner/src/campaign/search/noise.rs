//! The reaction of a search to a ranking that is noise.

use crate::campaign::search::split_half::Ranking;
use crate::space::{AdaptiveGames, GamesPerCandidate, OnNoise};

/// The 95 % quantile of the normal distribution.
const QUANTILE: f64 = 1.645;

/// The reliability from which on a ranking is never called noise. A search acts
/// on the result, so that the limit is lower than that of a mere report.
const MAX_RELIABILITY: f64 = 0.1;

/// The reaction before a generation to the ranking of the generations before it.
pub(crate) fn reaction(settings: &GamesPerCandidate, ranking: &Ranking) -> OnNoise {
    match settings {
        GamesPerCandidate::Adaptive(settings)
            if settings.on_noise != OnNoise::GoOn && is_noise(settings, ranking) =>
        {
            settings.on_noise
        }
        _ => OnNoise::GoOn,
    }
}

/// Whether the candidates of every generation scored the same.
pub(crate) fn are_ties(settings: &GamesPerCandidate, ranking: &Ranking) -> bool {
    let is_adaptive = matches!(settings, GamesPerCandidate::Adaptive(_));
    is_adaptive && ranking.are_all_ties()
}

/// Whether the last generations are noise: all of them had as many games per
/// candidate as allowed, or never had candidates that scored otherwise than others, and their pooled reliability is below 0.1 and not
/// significantly (95 %, one-sided) above 0.
///
/// Without any signal the correlation r of a generation of K candidates has a
/// variance of about 1 / (K - 1), and the sum over generations, each weighted
/// by K - 1, has about the sum of the weights as its variance. A reliability R
/// corresponds to r = R / (2 - R).
fn is_noise(settings: &AdaptiveGames, ranking: &Ranking) -> bool {
    let Some(last) = ranking.last(settings.noise_generations as usize) else {
        return false;
    };
    // At the end of a search that has converged ties say nothing of the program.
    if !ranking.are_all_ties() && last.iter().any(|(_, games)| *games < settings.high) {
        return false;
    }
    let (mut sum, mut freedom) = (0.0, 0.0);
    for (halves, _) in last {
        sum += halves.weighted_correlation();
        freedom += halves.freedom;
    }
    let limit = MAX_RELIABILITY / (2.0 - MAX_RELIABILITY) * freedom;
    sum < (QUANTILE * freedom.sqrt()).min(limit)
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

    #[test]
    fn noise_is_distinguished_from_little_signal() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut count_noise = |signal: f64| {
            let is_noise = |_: &i32| {
                let generations = (0..10).map(|_| simulated(signal, &mut random));
                is_noise(&settings(), &ranking(generations))
            };
            (0..300).filter(is_noise).count()
        };
        // The mean correlation of 110 degrees of freedom is below 0.1 / 1.9 in
        // 71 % of them, to 2.5 standard errors of 300.
        let found = count_noise(0.0);
        assert!((193..=233).contains(&found), "{found}");
        // At a reliability of 0.5 it is 1/3, three standard deviations above.
        let found = count_noise(1.0 / f64::from(GAMES));
        assert!(found <= 3, "{found}");
    }

    #[test]
    fn no_noise_below_the_limit_or_too_soon() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut flat = || simulated(0.0, &mut random);
        let nine = ranking((0..9).map(|_| flat()));
        assert!(!is_noise(&settings(), &nine));
        let higher = AdaptiveGames { high: GAMES + 1, ..settings() };
        assert!(!is_noise(&higher, &ranking((0..20).map(|_| flat()))));
    }
}
