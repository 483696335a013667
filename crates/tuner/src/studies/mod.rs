//! Studies of players and of tuners, beside campaigns.
//!
//! | module | question |
//! |---|---|
//! | [`compare`] | which of two players is better, on common seeds, until it is settled? |
//! | [`tournament`] | how do many players score on common seeds? |
//! | [`explain`] | how do two players differ in their moves, and why? |
//! | [`ablation`] | which of the differences between two sets of weights make the gain? |
//! | [`diagnose`] | how reliable are a tuner's rankings, and what is its best candidate worth? |

pub mod ablation;
pub mod compare;
pub mod diagnose;
pub mod explain;
mod score_kinds;
pub mod tournament;

pub use score_kinds::check_score_kinds;

/// Returns the number of games, at least one, that take so many seconds of `cores` cores: one for each
/// core while the time of a game is not known.
fn games_within(seconds: f64, cores: usize, seconds_of_game: Option<f64>) -> u64 {
    let games = |of_game: f64| seconds * cores as f64 / of_game.max(1e-9);
    seconds_of_game.map_or(cores as u64, |of_game| (games(of_game) as u64).max(1))
}
