//! The final race, which chooses the recommended finalist on new games that all share.
//!
//! Sequential halving: the games are divided evenly among ceil(log2 n) rounds,
//! and within a round evenly among the remaining finalists; after each round the
//! better half goes on. Karnin, Koren and Somekh, "Almost Optimal Exploration in
//! Multi-Armed Bandits", ICML 2013, <https://proceedings.mlr.press/v28/karnin13.html>.
//! Unlike there, a finalist is judged by its games of all rounds, not only of the
//! last one: the remaining finalists have played the same games.

use std::sync::Arc;

use crate::campaign::error::Result;
use crate::campaign::finals::final_games::FinalGames;
use tune2048_engine::game::Stream;

/// The games that each finalist plays in a round with `left` of `finalists` remaining.
fn games_of_round(games: u32, finalists: usize, left: usize) -> u64 {
    let rounds = finalists.next_power_of_two().ilog2().max(1) as usize;
    (games as usize / (left * rounds)).max(1) as u64
}

/// The games of the stream that a race takes; each is played by the remaining finalists.
pub(super) fn games_in_stream(games: u32, finalists: usize) -> u64 {
    let mut left = finalists;
    let mut taken = 0;
    while left > 1 {
        taken += games_of_round(games, finalists, left);
        left = left.div_ceil(2);
    }
    taken
}

/// Runs a race of about as many games in total as the search space asks for, at least one per
/// finalist and round; returns the winner's place in the list. Of equals, the earlier one wins.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(super) fn run(
    finalists: &[usize],
    first_game: u64,
    final_games: &mut FinalGames<'_, '_>,
) -> Result<usize> {
    let spec = Arc::clone(&final_games.campaign.state.spec);
    let mut left: Vec<usize> = finalists.to_vec();
    let mut end = first_game;
    while left.len() > 1 {
        end += games_of_round(spec.selection.games, finalists.len(), left.len());
        let results = final_games.play(&left, Stream::Selection, first_game..end)?;
        let values = results.iter().map(|results| spec.objective_of(results));
        let mut ranked: Vec<(f64, usize)> = values.zip(left.iter().copied()).collect();
        // The sort is stable, and the list is in order of precedence.
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranked.truncate(left.len().div_ceil(2));
        left.retain(|place| ranked.iter().any(|(_, kept)| kept == place));
    }
    Ok(left[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_divided_evenly_among_rounds_and_finalists() {
        // 8, then 4, then 2 finalists: 800 games a round.
        let rounds = [8, 4, 2].map(|left| games_of_round(2400, 8, left));
        assert_eq!(rounds, [100, 200, 400]);
        assert_eq!(games_in_stream(2400, 8), 700);
        // 5, 3, 2.
        assert_eq!(games_in_stream(90, 5), 6 + 10 + 15);
        assert_eq!(games_in_stream(100, 2), 50);
        assert_eq!(games_in_stream(100, 1), 0);
        // Each finalist plays, however few games there are.
        assert_eq!(games_in_stream(1, 8), 3);
    }

    #[test]
    fn a_race_never_takes_more_games_than_it_is_given() {
        for finalists in 2_usize..40 {
            for games in [400, 1000, 8000] {
                let mut left = finalists;
                let mut taken = 0;
                while left > 1 {
                    taken += games_of_round(games, finalists, left) * left as u64;
                    left = left.div_ceil(2);
                }
                assert!(taken <= u64::from(games), "{finalists}: {taken} of {games}");
            }
        }
    }
}
