//! The games that a candidate gets where the ranking decides.

use crate::record::Ranking;
use crate::space::AdaptiveGames;

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
