//! The final race, which chooses the recommended finalist on new games that all share.
//!
//! Sequential halving: the games are divided evenly among ceil(log2 n) rounds,
//! and within a round evenly among the remaining finalists; after each round the
//! better half goes on. Karnin, Koren and Somekh, "Almost Optimal Exploration in
//! Multi-Armed Bandits", ICML 2013, <https://proceedings.mlr.press/v28/karnin13.html>.
//! Unlike there, a finalist is judged by its games of all rounds, not only of the
//! last one: the remaining finalists have played the same games.

use std::sync::Arc;

use crate::campaign::open::Campaign;
use crate::campaign::session::Session;
use crate::record::error::Result;
use tune2048_engine::game::Stream;

/// Runs a race of about as many games in total as the search space asks for, at least one per
/// finalist and round; returns the winner's place in the list. Of equals, the earlier one wins.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(super) fn run(
    campaign: &mut Campaign,
    finalists: &[usize],
    first_game: u64,
    session: &Session<'_>,
) -> Result<usize> {
    let spec = Arc::clone(&campaign.state.spec);
    let mut left: Vec<usize> = finalists.to_vec();
    let mut end = first_game;
    for (_, games) in spec.selection.rounds(finalists.len()) {
        end += games;
        let results = campaign.play_finals(&left, Stream::Selection, first_game..end, session)?;
        let values = results.iter().map(|results| spec.objective_of(results));
        let mut ranked: Vec<(f64, usize)> = values.zip(left.iter().copied()).collect();
        // The sort is stable, and the list is in order of precedence.
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranked.truncate(left.len().div_ceil(2));
        left.retain(|place| ranked.iter().any(|(_, kept)| kept == place));
    }
    Ok(left[0])
}
