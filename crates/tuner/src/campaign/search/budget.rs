//! The limits of a search, and the games that a candidate gets.

use std::time::Duration;

use crate::campaign::{Ranking, StopReason};
use crate::record::{Trial, games_dealt};
use crate::space::{AdaptiveGames, Budget, GamesPerCandidate};

/// The factor by which the games per candidate change from one generation to
/// the next, at most; a single generation is too noisy for more.
const MAX_STEP: f64 = 1.5;

/// The limit that forbids another generation, if any. `games` counts the games
/// of the campaign with those of this generation.
pub(crate) fn spent(
    budget: &Budget,
    generation: u32,
    games: u64,
    elapsed: Duration,
) -> Option<StopReason> {
    let minutes = elapsed.as_secs_f64() / 60.0;
    if budget.games.is_some_and(|limit| games > limit) {
        Some(StopReason::Games)
    } else if budget.generations.is_some_and(|limit| generation >= limit) {
        Some(StopReason::Generations)
    } else if budget.minutes.is_some_and(|limit| minutes >= limit) {
        Some(StopReason::Minutes)
    } else {
        None
    }
}

/// The games per candidate of the generation after that of the trials `last`,
/// of which there are none before the first one.
pub(crate) fn games_per_candidate(
    settings: &GamesPerCandidate,
    last: &[Trial],
    ranking: &Ranking,
) -> u32 {
    match settings {
        GamesPerCandidate::Fixed(games) => *games,
        GamesPerCandidate::Adaptive(settings) if last.is_empty() => settings.low,
        GamesPerCandidate::Adaptive(settings) => next_games(settings, ranking, games_dealt(last)),
    }
}

/// The games per candidate that reach the desired reliability, after a
/// generation with `games` of them.
fn next_games(settings: &AdaptiveGames, ranking: &Ranking, games: u32) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

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
