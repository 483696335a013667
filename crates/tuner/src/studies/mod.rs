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
pub mod tournament;

use crate::record::CampaignError;
use crate::statistics::{Better, Effect};
use crate::subject::Subject;
use crate::weights::Evidence;
use crate::weights::file::WeightsFile;

/// Returns how the campaigns of some weights compared them: by differences, and with lower scores as better ones, if
/// one of them did.
pub fn measure_of<'f>(files: impl IntoIterator<Item = &'f WeightsFile>) -> (Effect, Better) {
    let found: Vec<Evidence> = files.into_iter().filter_map(Evidence::read).collect();
    let is_difference = found.iter().any(|found| found.difference.is_some());
    let is_lower = found.iter().any(|found| found.better == Better::Lower);
    let effect = if is_difference { Effect::Difference } else { Effect::Ratio };
    (effect, if is_lower { Better::Lower } else { Better::Higher })
}

/// Returns the number of games, at least one, that take so many seconds of `cores` cores: one for each
/// core while the time of a game is not known.
fn games_within(seconds: f64, cores: usize, seconds_of_game: Option<f64>) -> u64 {
    let games = |of_game: f64| seconds * cores as f64 / of_game.max(1e-9);
    seconds_of_game.map_or(cores as u64, |of_game| (games(of_game) as u64).max(1))
}

/// The kinds of scores that a match has: won games, or points ahead.
const OF_MATCHES: [&str; 2] = ["results of a match", "margins of a match"];

/// What scores are by the settings; `None` of a program that may play anything.
fn kind(subject: &Subject) -> Option<&'static str> {
    match subject.command() {
        None => Some("points of 2048"),
        Some(command) if command.plays.is_some() => Some("points of 2048"),
        Some(command) if command.margins => Some(OF_MATCHES[1]),
        Some(command) if command.opponent.is_some() => Some(OF_MATCHES[0]),
        Some(command) => command.won_score.map(|_| "results of games"),
    }
}

/// Checks that the scores of players may be compared, by their settings.
///
/// # Errors
/// Two whose scores are surely of different kinds.
pub fn check_score_kinds<'p>(
    players: impl IntoIterator<Item = (&'p str, &'p Subject)>,
) -> Result<(), CampaignError> {
    let players = players.into_iter().map(|(name, subject)| (name, kind(subject)));
    let mut players: Vec<(&str, Option<&str>)> = players.collect();
    if players.iter().any(|(_, kind)| kind.is_some_and(|kind| OF_MATCHES.contains(&kind))) {
        for (_, kind) in &mut players {
            kind.get_or_insert("scores of games without an `opponent`");
        }
    }
    let mut known = players.into_iter().filter_map(|(name, kind)| Some((name, kind?)));
    let Some((one, first)) = known.next() else { return Ok(()) };
    known.find(|(_, kind)| *kind != first).map_or(Ok(()), |(other, second)| {
        Err(CampaignError::BadInput(format!(
            "{one} and {other}: found {first} and {second}, expected scores of one kind - name players of one game"
        )))
    })
}
